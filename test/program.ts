import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'

/** With what `npm run serve` starts the server, after the program itself; the settings of a developer's `.env` are left out. */
export function serveCommand() {
  const { serve } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const [, given = '', args = ''] = /&& ((?:[A-Z_]+=\S+ )*)exec "[^"]+" (.+)$/.exec(serve) ?? []
  const variables = [...given.matchAll(/(\S+)=(\S+)/g)].map(([, name, value]) => [name!, value!] as const)
  return {
    variables: Object.fromEntries(variables),
    args: args.split(' ').filter((arg) => !arg.startsWith('--env-file')),
  }
}

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
