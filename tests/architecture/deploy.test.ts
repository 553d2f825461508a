import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')

test('G13 Z2: npm, systemd and the container start the server by the one launcher, which has the settings for memory', () => {
  const launcher = read('bin/nikhad')
  expect(launcher).toMatch(/^export MALLOC_ARENA_MAX=.*2\}"$/m)
  // By exec, so that a signal reaches the server and not a shell.
  expect(launcher).toMatch(
    /^exec "\$node" \$env_file --max-semi-space-size=8 --heap-growing-percent=50 .*nikhad\.js" "\$@"\n$/m,
  )
  expect(JSON.parse(read('package.json')).scripts.serve).toMatch(/ && exec bin\/nikhad serve$/)
  expect(read('deploy/nikhad.service')).toMatch(/^ExecStart=\/opt\/nikhad\/current\/bin\/nikhad serve$/m)
  expect(read('deploy/Containerfile')).toMatch(/^CMD \["nikhad", "serve"\]$/m)
})

test('G13: nothing that an operator deploys installs or builds', () => {
  const files = readdirSync('deploy').map((file) => `deploy/${file}`)
  expect(files.length).toBeGreaterThan(9)
  for (const file of ['bin/nikhad', ...files])
    expect(read(file).replace(/^\s*#.*|npm run build/gm, ''), file).not.toMatch(/\b(npm|npx|git|prepare|apt-get)\b/)
})

test('Y1: a command of the operator has the settings that the service has, whatever characters are in them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-deploy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const settings = join(folder, 'nikhad.env')
  await writeFile(
    settings,
    [
      '# a comment',
      'DATABASE_URL=postgres://nikhad@db.example/nikhad?a=b&sslmode=require',
      '  BRAND_NAME=Nikhad Bureau  ',
      'https_proxy=http://proxy.example:8080',
      'MAIL_FROM="Nikhad <site@example.org>"',
      "AUTH_SECRET='a $secret `of` 32 characters \\ and more'",
      'SMTP_URL=smtps://user:pa$$word@mail.example.org',
    ].join('\n'),
  )
  const script = join(folder, 'nikhad')
  const here = read('deploy/nikhad')
    .replaceAll('/etc/nikhad.env', settings)
    .replace('cd /var/lib/nikhad', `cd ${folder}`)
  await writeFile(script, here.replace(/^exec .*$/m, 'exec env -0'))
  const given = execFileSync('/bin/sh', [script, 'backup', 'FILE'], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  expect(Object.fromEntries(given.split('\0').map((line) => line.split(/=(.*)/s, 2)))).toMatchObject({
    DATABASE_URL: 'postgres://nikhad@db.example/nikhad?a=b&sslmode=require',
    BRAND_NAME: 'Nikhad Bureau',
    https_proxy: 'http://proxy.example:8080',
    MAIL_FROM: 'Nikhad <site@example.org>',
    AUTH_SECRET: 'a $secret `of` 32 characters \\ and more',
    SMTP_URL: 'smtps://user:pa$$word@mail.example.org',
    DATA_DIR: '/var/lib/nikhad',
  })
  // Which command it is, and what follows it, is for the release.
  expect(read('deploy/nikhad')).toMatch(/^exec setpriv .* \/opt\/nikhad\/current\/bin\/nikhad "\$@"\n$/m)
})
