import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

test('G10: nothing in the repository leads to a file outside it', () => {
  const files = globSync(['{src,tests,trials,scripts,sandbox,demo}/**/*.{ts,tsx,mjs,css}', '*.ts', '.ci/*']).filter(
    (file) => !file.endsWith('anywhere.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  const leading = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"`( ](?<path>\.\.?\/[\w./-]*)/g)]
      .filter(({ groups }) => relative('.', join(dirname(file), groups!.path!)).startsWith('..'))
      .map(({ groups }) => `${file}: ${groups!.path}`),
  )
  // An address that the server must not follow.
  expect(leading).toEqual(['tests/fuzz.test.ts: ../../etc/passwd'])
  // Trials make machines of their own, with people in /home.
  const absolute = files
    .filter((file) => !file.startsWith('trials'))
    .filter((file) => /['"`](\/work\/|\/root\/|\/home\/\w+\/|\/Users\/)/.test(readFileSync(file, 'utf8')))
  expect(absolute).toEqual([])
})

test('G10: what is reckoned and written is the same in every zone and locale of the machine', () => {
  const script = `
    import { inBangladesh } from '#src/platform/clock.ts'
    import { languageFile } from '#src/texts/languages.server.ts'
    const moment = '2026-11-20T19:30:00.000Z'
    const lines = ['en', 'bn'].map((code) => {
      const { format } = languageFile(code).texts
      return [format.number(1234567), format.money(500, 'BDT'), format.date('2026-11-20'), format.dateTime(moment)]
    })
    console.log(JSON.stringify([lines, inBangladesh(moment)]))`
  const said = (env: Record<string, string>) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })
    return stdout || stderr
  }
  const here = said({ TZ: 'Asia/Dhaka', LC_ALL: 'bn_BD.UTF-8' })
  expect(here).toContain('৫০০')
  for (const env of [
    { TZ: 'America/Los_Angeles', LC_ALL: 'C' },
    { TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8' },
    { TZ: 'UTC', LC_ALL: 'tr_TR' },
  ])
    expect(said(env), JSON.stringify(env)).toBe(here)
})
