import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// As on a real site: React for development takes much of the time in which pages are drawn.
process.env.NODE_ENV = 'production'

/** They put modules in the place of others, so each has a process of its own. */
const replacing = ['src/platform/schemas/schemas.test.ts', 'src/ui/dialogs/held.test.ts']

/** They take longest and are short files, so vitest would begin with them when nothing is left to run beside them. */
const longest = [
  'src/features/search/best.test.ts',
  'src/platform/backup/backup.test.ts',
  'tests/access/access.test.ts',
  'scripts/commands.test.ts',
  'src/platform/embedded-postgres/embedded.test.ts',
  'src/features/search/find.test.ts',
  'src/features/import/import.test.ts',
  'src/app/server/stop.test.ts',
  'src/features/matching/fit.test.ts',
  'tests/fuzz.test.ts',
  'src/app/server/overload.test.ts',
  'src/app/server/crowds.test.ts',
  'src/app/server/start.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => longest.findIndex((file) => moduleId.endsWith(file)) >>> 0
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

const shared = {
  exclude: [...configDefaults.exclude, ...replacing],
  // To load the whole site anew for each file is a fifth of the time.
  isolate: false,
  globalSetup: 'tests/global-setup.server.ts',
  // A machine that others use too is slow, not wrong: tests claim counts and relations, no times.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Nothing imports them; the template is made anew with them (tests/global-setup.server.ts).
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/{migrations,src}/**/*.sql'],
    tags: [
      { name: 'trial', description: '`npm run test:all` alone runs it: its requirement has a shorter test beside it.' },
    ],
    // Its default leaves a core idle.
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'tests', include: ['{src,sandbox,demo,scripts,tests}/**/*.test.{ts,tsx}'] } },
      { test: { name: 'replacing modules', include: replacing } },
      // `npm run test:all`
      { test: { ...shared, name: 'trials', include: ['trials/**/*.test.ts'] } },
    ],
  },
})
