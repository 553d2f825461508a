import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settings } from '#src/platform/config/settings.server.ts'
import { freePort } from '#tests/program.ts'
import { entries, expect, password, startSite, test } from './fixtures.ts'

const node = (args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? '', ...env },
    encoding: 'utf8',
    timeout: 20_000,
  })

async function temporary(use: (dataDir: string) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-start-'))
  try {
    await use(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

test('X5: the demo refuses a public address, and production says what to set', () => {
  const cases: [keyof typeof entries, Record<string, string>, RegExp][] = [
    ['demo', { HOST: '0.0.0.0' }, /only listens on this machine/],
    ['demo', { PUBLIC_URL: 'https://x.example' }, /no public address/],
    ['demo', { STRIPE_SECRET_KEY: 'a', STRIPE_PUBLISHABLE_KEY: 'b', STRIPE_WEBHOOK_SECRET: 'c' }, /sandboxes only/],
    ['serve', {}, /PUBLIC_URL and AUTH_SECRET must be set/],
    ['serve', { PUBLIC_URL: 'https://x.example', AUTH_SECRET: 'short' }, /at least 32 characters/],
    [
      'serve',
      { PUBLIC_URL: 'https://x.example', AUTH_SECRET: 'a secret only for tests, long enough', GOOGLE_CLIENT_ID: 'a' },
      /GOOGLE_CLIENT_SECRET must be set too/,
    ],
    ['demo', { DATA_DIR: '/dev/null/data' }, /DATA_DIR is \/dev\/null\/data, which cannot be used/],
    ['demo', { PORT: '99999' }, /PORT is "99999", but must be a whole number from 0 to 65535/],
  ]
  for (const [mode, env, says] of cases) {
    const { status, stderr } = node([entries[mode]], env)
    expect(stderr).toMatch(says)
    expect(status).not.toBe(0)
    expect(stderr).not.toMatch(/\n\s+at /)
  }
})

test('X1: a second server on the same data is refused before a first one would have started, naming it', async ({
  site,
}) => {
  const begun = performance.now()
  const { status, stderr } = node([entries.demo], { DATA_DIR: site.dataDir, PORT: '0' })
  expect(performance.now() - begun).toBeLessThan(site.startedIn)
  expect(status).toBe(1)
  expect(stderr).toContain(`pid ${site.process.pid}`)
})

/** Calls again while a machine that others use too is too slow, as the answer asks for. */
async function patiently(call: () => Promise<Response>) {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get('retry-after') ?? 1)))
  }
}

test('X1 Y3: what was acknowledged is there after kill -9 and a new start', { tag: '@trial' }, async () => {
  test.setTimeout(120_000)
  await temporary(async (dataDir) => {
    let site = await startSite(dataDir)
    const first = site.startedIn
    for (let round = 0; round < 3; round++) {
      const headers = { 'content-type': 'application/json', origin: site.url }
      const post = (path: string, body: object, cookie = '') =>
        patiently(() =>
          fetch(site.url + path, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) }),
        )
      // Others may not mark as many: it counts as reading (REQUIREMENTS R2).
      const signIn = await post('/api/auth/sign-in/email', { email: 'admin@demo.example', password })
      const cookie = signIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const acknowledged = new Set<string>()
      const writing = (async () => {
        for (let number = round * 60 + 1; ; number++) {
          const answer = await post('/api/favorite-bioData', { bioDataId: number }, cookie).catch(() => undefined)
          if (!answer) return
          expect(answer.status).toBe(200)
          acknowledged.add((await answer.json().catch(() => ({}))).insertedId)
        }
      })()
      const enough = async () => {
        while (acknowledged.size < 20) await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.race([enough(), writing])
      await site.stop('SIGKILL')
      await writing

      site = await startSite(dataDir)
      // Recovering may take about as long as making all of it, and not many times that.
      expect(site.startedIn).toBeLessThan(3 * first)
      const kept = (await (await fetch(`${site.url}/api/favorite`, { headers: { cookie } })).json()) as {
        _id: string
      }[]
      const ids = new Set(kept.map(({ _id }) => _id))
      expect([...acknowledged].filter((id) => id && !ids.has(id))).toEqual([])
    }
    await site.stop()
  })
})

test('X2 X3 X5 H3: in production nothing of the sandboxes exists, and no step promises what is off', async () => {
  await temporary(async (dataDir) => {
    const child = spawn(process.execPath, [entries.serve], {
      env: {
        PATH: process.env.PATH!,
        DATA_DIR: dataDir,
        PORT: '0',
        PUBLIC_URL: 'https://x.example',
        AUTH_SECRET: 'a secret that is long enough for this',
      },
    })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    const listening = /"msg":"Server listening at (http:[^"]+)"/
    const deadline = performance.now() + 20_000
    while (!listening.test(output) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const url = output.match(listening)![1]!
    for (const path of [
      '/sandbox/google/.well-known/openid-configuration',
      '/sandbox/stripe/v1/payment_intents',
      '/api/webhooks/stripe',
      '/demo/as/admin',
      '/demo/outbox',
    ]) {
      expect((await fetch(url + path)).status, path).toBe(404)
    }
    const home = await (await fetch(url)).text()
    expect(home).not.toContain('Nothing here is real')
    expect(home).not.toContain('demo-roles')
    expect(home).toContain('How It Works')
    expect(home).not.toMatch(/Google|A small fee/)
    const { ways } = await (await fetch(`${url}/api/session`)).json()
    expect(ways).toEqual({ google: false, oidc: false, mail: false, passkey: true })
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
})

for (const command of ['start', 'serve']) {
  test(`X2 Y3: what \`npm run ${command}\` began ends when npm alone is told to`, { tag: '@trial' }, async () => {
    test.setTimeout(120_000)
    await temporary(async (dataDir) => {
      const port = String(await freePort())
      const env = {
        ...process.env,
        // A developer's .env counts for npm; what is set to nothing here wins over it.
        ...Object.fromEntries(Object.keys(settings).map((name) => [name, ''])),
        PORT: port,
        DATA_DIR: dataDir,
        ...(command === 'serve'
          ? { PUBLIC_URL: 'https://x.example', AUTH_SECRET: 'a secret only for tests, long enough' }
          : {}),
      }
      // In a group of its own, so that nothing outlives the test whatever it finds.
      const npm = spawn('npm', ['run', command], { env, stdio: 'ignore', detached: true })
      const answers = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      try {
        await expect.poll(answers, { timeout: 60_000 }).toBe(true)
        npm.kill('SIGTERM')
        await once(npm, 'exit')
        await expect.poll(answers).toBe(false)
        await expect.poll(() => readdir(dataDir)).not.toContain('server.sock')
      } finally {
        try {
          process.kill(-npm.pid!, 'SIGKILL')
        } catch {
          // All of them have ended.
        }
      }
    })
  })
}
