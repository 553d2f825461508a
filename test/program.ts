import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/** The program that was named or is installed. @throws when it is not, with how to get it */
export function findProgram(name: 'nginx' | 'caddy' | 'openssl' | 'pgbouncer') {
  const variable = `${name.toUpperCase()}_PATH`
  const found =
    process.env[variable] ??
    ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map((place) => join(place, name)).find(existsSync)
  if (found && existsSync(found)) return found
  throw new Error(`This test needs ${name}. Install it (Debian: apt-get install ${name}), or set ${variable}.`)
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
