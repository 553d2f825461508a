import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig, testWorld } from '#tests/world.server.ts'

// A client that programs of others make of the API's document, in a folder of its own: its generator needs TypeScript 5.

const world = await testWorld()
let folder: string
/** Runs a program that the folder's own lockfile has installed. */
const run = async (name: string, ...args: string[]) =>
  (await promisify(execFile)(join(folder, 'node_modules/.bin', name), args, { cwd: folder })).stdout

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nikhad-client-'))
  await cp('trials/client/use', folder, { recursive: true })
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  const { text } = await world.call('GET', '/api/openapi.json')
  await writeFile(join(folder, 'openapi.json'), text)
}, 300_000)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

test('G6: Spectral finds no error and no warning in the document', async () => {
  const found = await run('spectral', 'lint', 'openapi.json', '--format', 'json', '--fail-severity', 'hint').catch(
    (failed: { stdout: string }) => failed.stdout,
  )
  const lines = found.slice(0, found.lastIndexOf(']') + 1) || '[]'
  expect(JSON.parse(lines).map(({ code, path }: { code: string; path: string[] }) => [code, ...path])).toEqual([])
})

test('G6: a generated client compiles strictly, signs in, filters, reads its own biodata and handles a problem', async () => {
  const member = await world.signUp('member@example.org')
  const number = await world.publish(member, { gander: 'Female' })
  await world.publish(await world.signUp('other@example.org'), { gander: 'Male' })
  await run('openapi-typescript', 'openapi.json', '--output', 'schema.d.ts')
  await run('tsc')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const { origin } = testConfig()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['main.js', `http://127.0.0.1:${port}`, member.email, 'a good password', origin],
    { cwd: folder },
  )
  expect(JSON.parse(stdout)).toEqual({
    refused: 'signed-out',
    signedIn: member.email,
    session: member.email,
    women: 1,
    areWomen: true,
    ownNumber: number,
    problem: ['gender is not known here; gander is'],
    signedOut: true,
  })
})
