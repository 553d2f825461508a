import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveCommand } from './program.ts'

const read = (file: string) => readFileSync(file, 'utf8')

test('Z2: the server is started with the same settings by npm, by systemd and in a container', () => {
  const { variables, args } = serveCommand()
  expect(Object.keys(variables)).not.toEqual([])
  const service = read('deploy/nikhad.service')
  expect(service).toContain(`node_modules/.bin/node ${args.join(' ')}\n`)
  const container = read('deploy/Containerfile')
  expect(container).toContain(JSON.stringify(['node_modules/.bin/node', ...args]).replaceAll(',', ', '))
  for (const variable of Object.entries(variables).map((pair) => pair.join('='))) {
    expect(service).toContain(`Environment=${variable}\n`)
    expect(container).toMatch(new RegExp(`^ENV .*\\b${variable}\\b`, 'm'))
  }
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
  const here = read('deploy/nikhad').replaceAll('/etc/nikhad.env', settings).replaceAll('/srv/nikhad', folder)
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
  expect(spawnSync('/bin/sh', [script], { encoding: 'utf8' }).stderr).toContain('Which command?')
})
