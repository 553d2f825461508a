import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#src/app/server/metrics.server.ts'
import { testDatabase, worldForThisTest } from './world.server.ts'

const rules = readFileSync('deploy/alerts.yml', 'utf8')

test('Y4: every alert asks for what the site tells, and the documents say what to do about it', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const metrics = createMetrics({ db, pool })
  await worldForThisTest({ metrics })
  const told = await metrics.text()
  const names = new Set([...told.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!))
  // Every rule in the one form that is used here: anything else would be found by no line below.
  const alerts = [
    ...rules.matchAll(
      /^ {6}- alert: (\w+)\n {8}expr: (.+)\n(?: {8}for: \d+[mh]\n)? {8}labels: \{ severity: (page|look) \}\n {8}annotations: \{ summary: "[^"]+" \}\n/gm,
    ),
  ]
  expect(alerts.map(([whole]) => whole).join('')).toBe(rules.slice(rules.indexOf('      - alert')))
  expect(alerts.length).toBeGreaterThan(10)
  const operating = readFileSync('docs/operating.md', 'utf8')
  for (const [, alert, expression] of alerts) {
    const asked = [...expression!.matchAll(/\b(?:nikhad|http|process)_\w+/g)].map(([name]) =>
      name.replace(/_(count|bucket)$/, ''),
    )
    expect(
      asked.filter((name) => !names.has(name)),
      alert,
    ).toEqual([])
    // In one row of the table: a line that ends before would end the table.
    expect(operating, alert).toMatch(new RegExp(`^\\|[^|]*\`${alert}\`[^|]*\\|.+\\|$`, 'm'))
    for (const [, event] of expression!.matchAll(/event="([^"]+)"/g)) expect(told).toContain(`event="${event}"`)
  }
})
