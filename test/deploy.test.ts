import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')

test('Z2: the server is started with the same settings by npm, by systemd and in a container', () => {
  const { serve } = JSON.parse(read('package.json')).scripts
  const [, variables = '', command = ''] = /&& ((?:[A-Z_]+=\S+ )+)exec "[^"]+" (.+)$/.exec(serve)!
  const service = read('deploy/nikhad.service')
  expect(service).toContain(`node_modules/.bin/node ${command}\n`)
  const container = read('deploy/Containerfile')
  expect(container).toContain(JSON.stringify(['node_modules/.bin/node', ...command.split(' ')]).replaceAll(',', ', '))
  for (const variable of variables.trim().split(' ')) {
    expect(service).toContain(`Environment=${variable}\n`)
    expect(container).toMatch(new RegExp(`^ENV .*\\b${variable}\\b`, 'm'))
  }
})
