import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A port that nobody listens at, for now. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Whether somebody listens at a port of this machine. */
export async function isListening(port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
