import { parseArgs } from 'node:util'
import { measureBest } from './best.ts'
import { measureBytes } from './bytes.ts'
import { measureCopies } from './copies.ts'
import { measureOverload } from './overload.ts'
import { measurePages } from './pages.ts'
import { type Part, report } from './report.ts'
import { measureSearches } from './searches.ts'
import { measureServer } from './server.ts'
import { measureStart } from './start.ts'

// `npm run bench`: every budget beside what limits it. `npm run bench -- server start` measures those parts only.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    people: { type: 'string', default: '100000' },
    many: { type: 'string', default: '1000000' },
    data: { type: 'string' },
  },
})
const sizes = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  people: Number(values.people),
  many: Number(values.many),
  folder: values.data,
}
const parts: Record<string, Part> = {
  bytes: (say) => measureBytes(sizes, say),
  pages: (say) => measurePages(sizes, say),
  server: (say) => measureServer(sizes, say),
  searches: (say) => measureSearches(sizes, say),
  best: (say) => measureBest(sizes, say),
  overload: (say) => measureOverload(sizes, say),
  start: (say) => measureStart(sizes, say),
  copies: (say) => measureCopies(sizes, say),
}
const unknown = positionals.filter((name) => !(name in parts))
const numbers = [sizes.rounds, sizes.seconds, sizes.people, sizes.many]
if (unknown.length > 0 || !numbers.every((n) => Number.isInteger(n) && n > 0)) {
  console.error(
    `Usage: npm run bench -- [${Object.keys(parts).join('] [')}] [--rounds 3] [--seconds 4] [--people 100000] [--many 1000000] [--data FOLDER] [--json FILE]`,
  )
  process.exit(1)
}
const asked = Object.entries(parts).filter(([name]) => positionals.length === 0 || positionals.includes(name))
const isMissed = await report(Object.fromEntries(asked), values.json)
process.exit(isMissed ? 1 : 0)
