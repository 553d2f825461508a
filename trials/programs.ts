import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What a part of `npm run test:all` needs of the system, with the Debian packages that bring it. */
const debianPackages = {
  nginx: ['nginx'],
  caddy: ['caddy'],
  openssl: ['openssl'],
  pgbouncer: ['pgbouncer'],
  prometheus: ['prometheus'],
  promtool: ['prometheus'],
  postgres: ['postgresql'],
  debootstrap: ['debootstrap'],
  tar: ['tar'],
  zstd: ['zstd'],
  age: ['age'],
  script: ['bsdutils'],
  chromium: ['chromium', 'chromium-headless-shell'],
  'Bangla font': ['fontconfig', 'fonts-noto-core'],
}

export type Needed = keyof typeof debianPackages

/** Where a program is: at `NAME_PATH`, on the path, or in one of the usual folders and these. Undefined if nowhere. */
export function installed(name: string, elsewhere: string[] = []) {
  const places = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'],
    ...elsewhere,
  ].map((folder) => join(folder, name))
  return [process.env[`${name.toUpperCase()}_PATH`] ?? places].flat().find((path) => existsSync(path))
}

/** Where Debian keeps the programs of PostgreSQL, the newest version first. */
export const postgresFolders = () => globSync('/usr/lib/postgresql/*/bin').sort().reverse()

/** The program that was named or is installed. @throws when it is not, with how to get it */
export function findProgram(name: Exclude<Needed, 'Bangla font'>) {
  const found = installed(name, postgresFolders())
  if (found) return found
  const command = `apt-get install ${packagesFor([name]).join(' ')}`
  throw new Error(`This test needs ${name}. Install it (Debian: ${command}), or set ${name.toUpperCase()}_PATH.`)
}

const isThere = (needed: Needed) =>
  needed === 'Bangla font'
    ? Boolean(spawnSync('fc-list', [':lang=bn'], { encoding: 'utf8' }).stdout?.trim())
    : installed(needed, postgresFolders()) !== undefined

/** Those of the list that this machine lacks, each once. */
export const listMissing = (needed: Needed[]) => [...new Set(needed)].filter((each) => !isThere(each))

/** Debian's packages that bring all of these. */
export const packagesFor = (needed: Needed[]) => [...new Set(needed.flatMap((each) => debianPackages[each]))]

/** nginx's main file for a server of our own: all that it writes is in `folder`, and nothing else of this machine is read. */
export const nginxMain = (folder: string, http: string) => `
  ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr;
  events { worker_connections 4096; }
  http {
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
    ${http}
  }`
