import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '#src/platform/config/config.server.ts'
import { type Setting, settings } from '#src/platform/config/settings.server.ts'
import { settingsDocuments } from './document-settings.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const example = read('.env.example')
const declared = Object.entries<Setting>(settings)

test.each(Object.entries(settingsDocuments()))(
  'G12 X7: %s says of the settings what the program knows of them',
  (path, text) => {
    expect(read(path), `${path} is out of date: run \`npm run document-settings\``).toBe(text)
  },
)

test('X7: every setting has a place and a sentence in both documents', () => {
  const operating = read('docs/operating.md')
  for (const [name, { about }] of declared) {
    expect(about, name).toMatch(/^[^\n|]+\.$/)
    expect(operating, name).toContain(`| \`${name}\` |`)
    expect(operating, name).toContain(`| ${about} |\n`)
    expect(example, name).toContain(`\n#${name}=`)
  }
})

test('X7: an unchanged copy of .env.example sets nothing; its lines without # are the defaults, or allowed', () => {
  expect(parseEnv(example)).toEqual({})
  const all = parseEnv(example.replace(/^#(?=[A-Z_]+=)/gm, '')) as Record<string, string>
  expect(Object.keys(all).toSorted()).toEqual(Object.keys(settings).toSorted())
  for (const [name, { rule }] of declared)
    if (all[name]) expect(rule.safeParse(all[name]).success, `${name}=${all[name]}`).toBe(true)
  const needed = {
    PUBLIC_URL: 'https://x.example',
    AUTH_SECRET: 'a secret only for tests, long enough',
    DATABASE_URL: 'postgres://somebody@db.example/site',
  }
  // The demo's own are examples for a real site.
  const hasDefault = ({ default: byDefault }: Setting) => (typeof byDefault === 'object' ? byDefault.serve : byDefault)
  const defaults = declared.flatMap(([name, setting]) => (hasDefault(setting) ? [[name, all[name]]] : []))
  expect(readConfig('serve', { ...needed, ...Object.fromEntries(defaults) })).toEqual(readConfig('serve', needed))
})

test('X7: every npm command that starts one of our programs reads .env, itself or by the launcher', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const starting = Object.entries(scripts).filter(([, command]) => / dist\/\w+\/[\w-]+\.js/.test(command))
  expect(starting.map(([name]) => name)).toEqual(['generate'])
  for (const [name, command] of starting) expect(command, name).toContain(' --env-file-if-exists=.env ')
  expect(read('bin/nikhad')).toContain('--env-file=.env')
})
