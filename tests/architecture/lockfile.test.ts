import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Locked {
  version?: string
  optionalDependencies?: Record<string, string>
  integrity?: string
  link?: boolean
  /** It comes in the file of the package above it, whose content is pinned. */
  inBundle?: boolean
  hasInstallScript?: boolean
}

const read = (folder: string) => ({
  manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, Record<string, string>>,
  packages: (
    JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  ).packages,
})

describe.each(['.', 'trials/client/use'])('of %s', (folder) => {
  const { manifest, packages } = read(folder)

  // A lockfile made while the registry lacked a platform's package installs here and gives other people no binary.
  test('G10: every optional package of every platform is in the lockfile', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !Object.keys(packages).some((locked) => locked.endsWith(`node_modules/${name}`)))
        .map((name) => `${path} wants ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('G10: every package is pinned to one version and one content', () => {
    const { dependencies, devDependencies } = manifest
    const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(ranges).toEqual([])
    const unsigned = Object.entries(packages).filter(
      ([path, { integrity, link, inBundle }]) => path !== '' && !link && !inBundle && !integrity,
    )
    expect(unsigned.map(([path]) => path)).toEqual([])
  })
})

test('G10: a script of a package runs at the installation only where it is named, and one that is not ends it', () => {
  const { manifest, packages } = read('.')
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const named = withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(new Set(named)).toEqual(new Set(Object.keys(manifest.allowScripts!)))
  // Without it npm 11 warns and runs the others all the same.
  const { stdout } = spawnSync('npm', ['config', 'get', 'strict-allow-scripts'], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('true')
})
