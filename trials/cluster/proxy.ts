import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, isListening } from '#tests/program.ts'
import { findProgram, nginxMain } from '#trials/programs.ts'

/** nginx with the documented configuration before servers of these ports, without TLS. */
export async function startProxy(ports: number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-front-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const here = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('server 127.0.0.1:3000;', ports.map((port) => `server 127.0.0.1:${port};`).join('\n'))
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *(ssl_|error_log).*$/gm, '')
    // The path may hold a blank.
    .replaceAll(/root (\/srv\/nikhad)(.*);/g, `root "${process.cwd()}$2";`)
    .replace('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
    // Everybody calls from this machine, and says who they are.
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
  const main = `access_log off; types { text/html html; font/woff2 woff2; } include ${folder}/nikhad.conf;`
  await writeFile(join(folder, 'nikhad.conf'), here)
  await writeFile(join(folder, 'main.conf'), nginxMain(folder, main))
  const child = spawn(findProgram('nginx'), ['-p', folder, '-c', join(folder, 'main.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${said}`)
    await delay(10)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    /** It reads its configuration anew, as after a change of it. */
    reload: () => child.kill('SIGHUP'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
