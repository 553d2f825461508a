import { parseArgs } from 'node:util'
import { fill, HasPeople } from '#demo/population/fill.ts'
import { systemClock } from '#src/platform/clock.ts'
import { fail, openSite } from './database.ts'

// `npm run generate -- --count 1000000`: people who do not exist, to see how the site does with many of them.

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    add: { type: 'boolean', default: false },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const number = new Intl.NumberFormat('en').format
const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

async function main() {
  await using site = await openSite()
  const begun = performance.now()
  let shown = 0
  await fill(site.pool, {
    count,
    seed,
    now: systemClock(),
    isAdded: values.add,
    progress(made, what) {
      const isDue = performance.now() - shown > 1_000 || made === count
      if (!isDue) return
      shown = performance.now()
      console.error(what === 'people' ? `${number(made)} of ${number(count)}, ${seconds(begun)}` : `${what} …`)
    },
  })
  console.log(`${number(count)} invented people are there, made in ${seconds(begun)}. All totals agree with a count.`)
}

if (!Number.isSafeInteger(count) || count < 1 || count > 10_000_000 || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run generate -- [--count 1 to 10000000] [--seed NUMBER] [--add]')
  process.exitCode = 1
} else {
  await main().catch((error) => {
    if (!(error instanceof HasPeople)) return fail(error)
    console.error(`${error.message} Nothing was changed; \`--add\` adds invented people to them.`)
    process.exitCode = 1
  })
}
