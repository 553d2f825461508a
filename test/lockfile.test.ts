import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  version?: string
  optionalDependencies?: Record<string, string>
  integrity?: string
  link?: boolean
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

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
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  expect(ranges).toEqual([])
  const unsigned = Object.entries(packages).filter(([path, { integrity, link }]) => path !== '' && !link && !integrity)
  expect(unsigned.map(([path]) => path)).toEqual([])
})
