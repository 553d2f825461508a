import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Where a program is: as `NAME_PATH` says, or on the path, or in one of the usual folders and these. Undefined if nowhere. */
export function installed(name: string, elsewhere: string[] = []) {
  const places = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'],
    ...elsewhere,
  ].map((folder) => join(folder, name))
  return [process.env[`${name.toUpperCase()}_PATH`] ?? places].flat().find((path) => existsSync(path))
}

/** The program that was named or is installed. @throws when it is not, with how to get it */
export function findProgram(name: 'nginx' | 'caddy' | 'openssl' | 'pgbouncer' | 'prometheus' | 'promtool') {
  const found = installed(name)
  if (found) return found
  const holder = name === 'promtool' ? 'prometheus' : name
  throw new Error(
    `This test needs ${name}. Install it (Debian: apt-get install ${holder}), or set ${name.toUpperCase()}_PATH.`,
  )
}

/** nginx's main file for a server of our own: all that it writes is in `folder`, and nothing else of this machine is read. */
export const nginxMain = (folder: string, http: string) => `
  ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr;
  events { worker_connections 4096; }
  http {
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
    ${http}
  }`

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
