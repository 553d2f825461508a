import { browserTests, checkRequirements, nameFailures, openResults, unitTests } from './requirements.ts'
import { closeWith, runSteps } from './steps.ts'

// `npm test`: what needs nothing but the packages, the quickest first. All of it runs, so that one run tells all that is
// wrong. The rest is `npm run test:all`.

const results = openResults({ isEmptied: true })
const steps = runSteps([
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'words', command: ['node', 'scripts/plain-english.ts'] },
  { name: 'types', command: ['tsc'] },
  {
    name: 'unit and API tests',
    ...unitTests(results, 'tests', '--project', 'tests', '--project', 'replacing modules', '--tags-filter', '!trial'),
  },
  { name: 'browser tests', ...browserTests(results, 'tests', '--project=tests') },
])
const isProved = checkRequirements(results, 'npm test')
nameFailures(results)
process.exit(closeWith([...steps, { name: 'requirements', outcome: isProved ? 'passed' : 'failed' }]))
