import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, gzipSync } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/**
 * Home and browse as a single-page build of the specification's stack (`bench/conventional/`), installed and built in a
 * folder of its own. It is served as nginx would: its files compressed before, every address of the site the same
 * document, and `/api` asked of the product.
 */
export async function startConventional(product: { port: number }, say: (what: string) => void) {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-conventional-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, 'conventional'), folder, { recursive: true })
  const run = (command: string, given: string[]) => promisify(execFile)(command, given, { cwd: folder })
  say('Installing and building the conventional build …')
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'])

  const built = join(folder, 'dist')
  const files = new Map<string, { type: string; body: Buffer }>()
  for (const name of await readdir(built, { recursive: true })) {
    const type = types[extname(name)]
    if (!type) continue
    const body = gzipSync(await readFile(join(built, name)), { level: constants.Z_BEST_COMPRESSION })
    files.set(`/${name}`, { type, body })
  }
  const server = createServer((asked, response) => {
    const { url = '/', method, headers } = asked
    if (url.startsWith('/api/')) {
      const onward = request({ host: '127.0.0.1', port: product.port, path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      return asked.pipe(onward)
    }
    const { type, body } = files.get(url) ?? files.get('/index.html')!
    const head = { 'content-type': type, 'content-encoding': 'gzip', 'content-length': body.length }
    return response.writeHead(200, head).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.defer(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const undone = undo.move()
  return { origin: `http://127.0.0.1:${port}`, stop: () => undone.disposeAsync() }
}
