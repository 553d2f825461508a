import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { entries } from '#tests/journeys/fixtures.ts'
import { freePort, isListening } from '#tests/program.ts'
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

export type ProxyName = keyof typeof proxies

/** A real site of its own, behind a proxy with the documented configuration where one is named. */
export async function startSiteBehind(name: ProxyName | undefined, settings: Record<string, string> = {}) {
  const place = await makePlace()
  const [port, plainPort, sitePort] = [await freePort(), await freePort(), await freePort()]
  const origin = name ? `https://localhost:${port}` : `http://127.0.0.1:${sitePort}`
  const dataDir = join(place.folder, 'data')
  const site = spawn(process.execPath, [entries.serve], {
    env: {
      PATH: process.env.PATH!,
      DATA_DIR: dataDir,
      PORT: String(sitePort),
      PUBLIC_URL: origin,
      AUTH_SECRET: 'a secret only for tests, long enough',
      TRUST_PROXY: '127.0.0.1',
      ...settings,
    },
    stdio: 'ignore',
  })
  let proxy: ChildProcess | undefined
  let said = ''
  const end = async (child: ChildProcess | undefined) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const stop = async () => {
    await end(proxy)
    await end(site)
    await rm(place.folder, { recursive: true, force: true })
  }
  try {
    if (name) {
      const args = await proxies[name](place, port, plainPort, sitePort)
      const env = { PATH: process.env.PATH!, HOME: place.folder }
      proxy = spawn(findProgram(name), args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
      proxy.stderr?.on('data', (text) => {
        said += text
      })
      await expect.poll(async () => (await isListening(port)) || said, { timeout: 20_000 }).toBe(true)
    }
    await expect.poll(() => isListening(sitePort), { timeout: 60_000 }).toBe(true)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    folder: place.folder,
    dataDir,
    origin,
    port: name ? port : sitePort,
    plainPort,
    certificate: readFileSync(place.certificate),
    /** What the proxy has written to its standard error. */
    said: () => said,
    stopSite: () => end(site),
    stopProxy: () => end(proxy),
    stop,
  }
}
