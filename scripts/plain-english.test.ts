import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { refusedWordsIn, wrongInSubject } from './plain-english.ts'

const folder = mkdtempSync(join(tmpdir(), 'nikhad-words-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the check as the lint step does, in `folder`. */
const check = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'plain-english.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

test('G14: the lint step names file, line and word, also in a folder that is no clone', () => {
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs', 'a.md'), 'Users who pay.\nWhoever pays waits for ever.\n')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain('docs/a.md:2: Whoever\n')
  expect(stderr).toContain('docs/a.md:2: for ever\n')
  writeFileSync(join(folder, 'docs', 'a.md'), 'The same for everybody, for every reader.\n')
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

test('G14: finds a refused word in any case, and no word that only begins like one', () => {
  expect(refusedWordsIn('a\nWHOMEVER; such as are')).toEqual(['2: WHOMEVER', '2: such as are'])
  expect(refusedWordsIn('for everything; forever; whoevers')).toEqual([])
})

test('G14: refuses a commit subject that is long or begins with no verb', () => {
  expect(wrongInSubject('Skip retries when the client disconnects')).toBeUndefined()
  expect(wrongInSubject('The client is not retried')).toMatch('begins with “The”')
  expect(wrongInSubject('Theme the footer')).toBeUndefined()
  expect(wrongInSubject('x'.repeat(73))).toMatch('73 characters')
  expect(wrongInSubject(`Merge branch '${'x'.repeat(73)}'`)).toBeUndefined()
})

test('G14: the hook that a clone gets refuses such a commit, and leaves a hooks path of the user alone', () => {
  const clone = join(folder, 'clone')
  // Its own configuration only: the machine's may have a hooks path.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  const git = (...args: string[]) => spawnSync('git', args, { cwd: clone, encoding: 'utf8', env })
  const hooks = JSON.stringify(join(import.meta.dirname, 'hooks.mjs'))
  const script = `(await import(${hooks})).installHooks(${JSON.stringify(clone)})`
  const installHooks = () => spawnSync(process.execPath, ['--input-type=module', '-e', script], { env })
  mkdirSync(clone)
  installHooks()
  expect(git('config', '--local', 'core.hooksPath').stdout).toBe('')
  git('init', '--quiet')
  git('config', 'core.hooksPath', 'mine')
  installHooks()
  expect(git('config', 'core.hooksPath').stdout.trim()).toBe('mine')
  git('config', '--unset', 'core.hooksPath')
  installHooks()
  expect(git('config', 'core.hooksPath').stdout.trim()).toBe('.githooks')

  for (const path of ['.githooks', 'scripts/plain-english.ts']) cpSync(path, join(clone, path), { recursive: true })
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(join(clone, 'node_modules/.bin/node'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 })
  const commit = (subject: string) =>
    git('-c', 'user.name=N', '-c', 'user.email=n@example.org', 'commit', '--allow-empty', '-m', subject)
  expect(commit('What is said of it').stderr).toContain('begins with “What”')
  expect(commit('Say it')).toMatchObject({ status: 0 })
})
