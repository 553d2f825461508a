import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { worldForThisTest } from '#tests/world.server.ts'

const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; license: string }

test('Y5: the licence, the package and the page say the same: MIT', async () => {
  expect(readFileSync('LICENSE', 'utf8')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} /)
  expect(license).toBe('MIT')
  const world = await worldForThisTest()
  for (const language of ['en', 'bn'])
    expect((await world.call('GET', `/api/site-pages/licensing?language=${language}`)).text).toMatch(
      /Nikhad, which is free: under the MIT License|মুক্ত সফটওয়্যারে। MIT License/,
    )
})

test('Y5: the changelog begins with this version, and the security policy says where to tell of a hole', () => {
  const [newest] = readFileSync('CHANGELOG.md', 'utf8').match(/^## \S+/m)!
  expect(newest).toBe(`## ${version},`)
  expect(readFileSync('SECURITY.md', 'utf8')).toMatch(/Report a vulnerability/)
})

describe('the packages that a site is made of', () => {
  let parts: {
    name: string
    licenses?: { license?: { id?: string }; expression?: string }[]
    properties?: { name: string }[]
  }[]

  beforeAll(() => {
    // What only develops, builds or tests it is marked. `--omit=dev` would also leave out what a site shares with that.
    const { stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom', '--', '--include=dev'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    expect(stdout, stderr).toMatch(/^\{/)
    const { components } = JSON.parse(stdout) as { components: typeof parts }
    parts = components.filter(
      ({ properties }) => !properties?.some(({ name }) => name === 'cdx:npm:package:development'),
    )
  })

  test('Y5: each has a licence that lets people use it so', () => {
    const fine =
      /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|Python-2\.0|PostgreSQL|MPL-2\.0|\(MIT AND Zlib\)|\(MIT OR CC0-1\.0\))$/
    const others = parts.flatMap(({ name, licenses = [] }) => {
      const said = licenses.map(({ license, expression }) => license?.id ?? expression ?? 'unknown')
      return said.length > 0 && said.every((id) => fine.test(id)) ? [] : [`${name}: ${said}`]
    })
    expect(others).toEqual([])
    expect(parts.length).toBeGreaterThan(100)
  })

  test('Y5: every package with code in the built server, its pages or the demo is among them', () => {
    const names = new Set(parts.map(({ name }) => name))
    // The build names the file that each stretch of its code is from.
    const named = /^\/\/.*\bnode_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm
    const built = new Set(
      globSync('dist/{server,beside}/**/*.js').flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(named)].map(([, name]) => name!),
      ),
    )
    expect(built).toContain('fastify')
    expect([...built].filter((name) => !names.has(name))).toEqual([])
  })
})
