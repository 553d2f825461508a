import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { entries } from '#e2e/fixtures.ts'
import { withDatabase } from '#e2e/seeded.ts'
import { freePort, isListening } from '#test/program.ts'
import { findProgram, nginxMain } from '#trials/programs.ts'

interface Place {
  folder: string
  key: string
  certificate: string
  /** What the documented configuration names, and what it is here. */
  here(configuration: string, port: number, plainPort: number, sitePort: number): string
}

async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-proxy-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = spawnSync(findProgram('openssl'), [...self, ...names, '-keyout', key, '-out', certificate])
  expect(made.status, String(made.stderr)).toBe(0)
  const here: Place['here'] = (configuration, port, plainPort, sitePort) =>
    configuration
      .replaceAll('https://nikhad.example$request_uri', `https://localhost:${port}$request_uri`)
      .replaceAll('nikhad.example {', `localhost:${port} {\n\ttls ${certificate} ${key}`)
      .replaceAll(/\/etc\/letsencrypt\/live\/nikhad\.example\/fullchain\.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/live\/nikhad\.example\/privkey\.pem/g, key)
      .replaceAll('nikhad.example', 'localhost')
      .replaceAll('listen 443 ', `listen ${port} `)
      .replaceAll('listen 80;', `listen ${plainPort};`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${sitePort}`)
      .replaceAll('/opt/nikhad/current', process.cwd())
      .replaceAll('/var/log/nginx', folder)
  return { folder, key, certificate, here }
}

/** The arguments with which each runs the documented configuration, and nothing else of this machine's. */
const proxies = {
  async nginx({ folder, here }: Place, port: number, plainPort: number, sitePort: number) {
    await writeFile(
      join(folder, 'nikhad.conf'),
      here(readFileSync('deploy/nginx.conf', 'utf8'), port, plainPort, sitePort),
    )
    const main = `types { text/html html; font/woff2 woff2; } access_log ${folder}/access.log; include ${folder}/nikhad.conf;`
    await writeFile(join(folder, 'main.conf'), nginxMain(folder, main))
    return ['-p', folder, '-c', join(folder, 'main.conf'), '-e', 'stderr']
  },
  async caddy({ folder, here }: Place, port: number, plainPort: number, sitePort: number) {
    const options = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tstorage file_system ${folder}`
    const site = here(readFileSync('deploy/Caddyfile', 'utf8'), port, plainPort, sitePort)
    await writeFile(join(folder, 'Caddyfile'), site.replace(/^\{$/m, options))
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

for (const name of ['nginx', 'caddy'] as const) {
  test(`Y1: behind ${name} as documented: TLS, HTTP/2, the visitor's own address, compressed, and files without the site`, async () => {
    test.setTimeout(120_000)
    const program = findProgram(name)
    const place = await makePlace()
    const [port, plainPort, sitePort] = [await freePort(), await freePort(), await freePort()]
    const dataDir = join(place.folder, 'data')
    const site = spawn(process.execPath, [entries.serve], {
      env: {
        PATH: process.env.PATH!,
        DATA_DIR: dataDir,
        PORT: String(sitePort),
        PUBLIC_URL: `https://localhost:${port}`,
        AUTH_SECRET: 'a secret only for tests, long enough',
        TRUST_PROXY: '127.0.0.1',
      },
      stdio: 'ignore',
    })
    const args = await proxies[name](place, port, plainPort, sitePort)
    const env = { PATH: process.env.PATH!, HOME: place.folder }
    const proxy = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    proxy.stderr.on('data', (text) => {
      said += text
    })
    // Another address of this machine, as a visitor has one that is not the proxy's.
    const socket = () =>
      connectTls({
        socket: connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }),
        servername: 'localhost',
        ca: readFileSync(place.certificate),
        ALPNProtocols: ['h2'],
      })
    try {
      await expect.poll(async () => (await isListening(port)) || said, { timeout: 20_000 }).toBe(true)
      await expect.poll(() => isListening(sitePort), { timeout: 60_000 }).toBe(true)
      const session = connectHttp2(`https://localhost:${port}`, { createConnection: socket })
      const ask = (path: string, headers: Record<string, string> = {}, body?: string) =>
        new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
          const method = body === undefined ? 'GET' : 'POST'
          const stream = session.request({
            ':path': path,
            ':method': method,
            'accept-encoding': 'br, gzip',
            ...headers,
          })
          let answered: Record<string, unknown> = {}
          const parts: Buffer[] = []
          stream.on('response', (given) => {
            answered = given
          })
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () =>
            resolve({ status: Number(answered[':status']), headers: answered, body: Buffer.concat(parts) }),
          )
          stream.on('error', reject)
          stream.end(body)
        })

      const home = await ask('/')
      expect([home.status, home.headers['content-encoding']]).toEqual([200, 'br'])
      expect(home.headers['strict-transport-security']).toContain('max-age=')
      const page = brotliDecompressSync(home.body).toString()
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
      const font = /href="(\/assets\/[^"]+\.woff2)"/.exec(page)![1]!

      // A visitor who claims another address, and whose session is counted under their own.
      const account = {
        name: 'Rina',
        email: 'rina@x.example',
        password: 'a good password',
        image: 'https://x.example/a.jpg',
      }
      const signUp = await ask(
        '/api/auth/sign-up/email',
        { 'content-type': 'application/json', origin: `https://localhost:${port}`, 'x-forwarded-for': '203.0.113.7' },
        JSON.stringify(account),
      )
      expect(signUp.status, signUp.body.toString()).toBe(200)
      expect(String(signUp.headers['set-cookie'])).toMatch(/__(Secure|Host)-.*; Secure/)
      const seen = await withDatabase(
        dataDir,
        async (client) => (await client.query('select ip_address from sessions')).rows,
      )
      expect(seen).toEqual([{ ip_address: '127.0.0.2' }])

      const askPlain = (path: string) =>
        new Promise<{ status?: number; location?: string }>((resolve, reject) => {
          get({ port: plainPort, host: '127.0.0.1', path, headers: { host: 'localhost' } }, (answer) => {
            answer.resume()
            resolve({ status: answer.statusCode!, location: answer.headers.location! })
          }).on('error', reject)
        })
      const plain = await askPlain('/login?a=b')
      // Caddy takes the port it was told for the one that needs no saying.
      expect(plain.location).toMatch(new RegExp(`^https://localhost(:${port})?/login\\?a=b$`))
      expect([301, 308]).toContain(plain.status)

      const ended = once(site, 'exit')
      site.kill('SIGTERM')
      await ended
      expect((await ask('/')).status).toBe(502)
      const code = await ask(script)
      expect(code.status).toBe(200)
      expect(code.headers).toMatchObject({
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: expect.stringMatching(/accept-encoding/i),
        'content-type': expect.stringContaining('text/javascript'),
      })
      expect(brotliDecompressSync(code.body)).toEqual(readFileSync(join('dist/client', script)))
      const uncompressed = await ask(script, { 'accept-encoding': 'identity' })
      expect(uncompressed.headers['content-encoding']).toBeUndefined()
      expect(uncompressed.body).toEqual(readFileSync(join('dist/client', script)))
      const letters = await ask(font)
      expect([letters.status, letters.headers['content-type'], letters.headers['cache-control']]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ])
      for (const outside of ['/assets/../index.html', '/assets/%2e%2e/.vite/manifest.json', '/assets/none.js'])
        expect([400, 403, 404, 502], outside).toContain((await ask(outside)).status)
      // Addresses of the specification hold emails.
      const ofSomebody = '/user/someone@example.org'
      expect((await ask(ofSomebody)).status).toBe(502)
      await askPlain(ofSomebody)
      session.close()
      const proxyEnded = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await proxyEnded
      const logs = globSync(join(place.folder, '*.log')).map((file) => readFileSync(file, 'utf8'))
      expect([said, ...logs].join('\n')).not.toContain('someone')
    } finally {
      for (const child of [proxy, site]) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await rm(place.folder, { recursive: true, force: true })
    }
  })
}
