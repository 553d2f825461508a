import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Ends with the code that means that nothing was tried. */
export function notRun(what: string, why: string): never {
  console.log(`${what}: not run: ${why}`)
  process.exit(77)
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Checks that are all run, so that one run tells everything that is wrong. */
export function checks() {
  let [passed, failed] = [0, 0]
  return {
    async check(what: string, done: () => Promise<string | undefined> | string | undefined) {
      const begun = performance.now()
      try {
        const said = await done()
        passed++
        console.log(`passed  ${what}: ${[said, seconds(performance.now() - begun)].filter(Boolean).join(', ')}`)
      } catch (error) {
        failed++
        console.log(`FAILED  ${what}: ${error instanceof Error ? error.message : error}`)
      }
    },
    /** @returns the exit code */
    total() {
      console.log(`${passed} passed, ${failed} failed`)
      return failed === 0 ? 0 : 1
    },
  }
}

export function expect(isTrue: boolean, otherwise: string) {
  if (!isTrue) throw new Error(otherwise)
}
