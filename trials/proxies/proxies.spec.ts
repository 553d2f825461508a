import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { floods, othersAsk, visitorsAt } from '#tests/floods.ts'
import { withDatabase } from '#tests/journeys/seeded.ts'
import { startSiteBehind } from './site-behind.ts'

for (const name of ['nginx', 'caddy'] as const) {
  test(`Y1: behind ${name} as documented: TLS, HTTP/2, the visitor's own address, compressed, and files without the site`, async () => {
    test.setTimeout(120_000)
    const behind = await startSiteBehind(name)
    const { port, plainPort, dataDir, certificate } = behind
    // Another address of this machine, as a visitor has one that is not the proxy's.
    const socket = () =>
      connectTls({
        socket: connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }),
        servername: 'localhost',
        ca: certificate,
        ALPNProtocols: ['h2'],
      })
    try {
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

      await behind.stopSite()
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
      await behind.stopProxy()
      const logs = globSync(join(behind.folder, '*.log')).map((file) => readFileSync(file, 'utf8'))
      expect([behind.said(), ...logs].join('\n')).not.toContain('someone')
    } finally {
      await behind.stop()
    }
  })
}

for (const [door, name] of [
  ['straight', undefined],
  ['through nginx', 'nginx'],
  ['through Caddy', 'caddy'],
] as const)
  test(`Z3 SEC-N1 SEC-N4: other people are all answered beside one network’s loads, ${door}`, async () => {
    test.setTimeout(180_000)
    const site = await startSiteBehind(name, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@mail.example' })
    const at = { port: site.port, origin: site.origin, ...(name && { certificate: site.certificate }) }
    const [crowd, others] = [visitorsAt(at), visitorsAt(at)]
    try {
      const member = await others.signUp('192.0.2.200', 'member@mail.example')
      for (const { name: load, begin } of floods) {
        const end = await begin(crowd, member)
        expect.soft(await othersAsk(others), load).toEqual(Array(32).fill(200))
        await end()
      }
    } finally {
      for (const each of [crowd, others]) each.close()
      await site.stop()
    }
  })
