import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/program.ts'
import { installed, nginxMain } from '#trials/programs.ts'
import { startProgram } from './stage.ts'

/** A page as it goes over the line, compressed as it was. */
export interface Sent {
  path: string
  type: string
  encoding: string | undefined
  body: Buffer
}

/** Where nginx has the file that came first, second … */
export const fileOf = (place: number) => `/file-${place}`

/** nginx with the same bytes as files. Undefined where it is not installed. */
export async function startNginx(files: Sent[]) {
  const program = installed('nginx')
  if (!program) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-nginx-'))
  const port = await freePort()
  await mkdir(join(folder, 'files'))
  for (const [i, { body }] of files.entries()) await writeFile(join(folder, 'files', String(i)), body)
  const places = files.map(
    ({ type, encoding }, i) => `location = ${fileOf(i)} {
      default_type "${type}"; ${encoding ? `add_header content-encoding ${encoding};` : ''} alias ${folder}/files/${i}; }`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    nginxMain(
      folder,
      `access_log off; keepalive_requests 1000000; open_file_cache max=10; types {}
      server { listen 127.0.0.1:${port}; location = /ready { return 200; } ${places.join('\n')} }`,
    ),
  )
  const running = await startProgram(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    port,
    readyPath: '/ready',
  })
  return {
    ...running,
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
