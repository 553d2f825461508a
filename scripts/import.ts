import { importBiodata, openBiodataFile } from '#src/features/import/import.server.ts'
import { NotImportable } from '#src/features/import/trouble.server.ts'
import { dayOf, systemClock } from '#src/platform/clock.ts'
import { ConfigError } from '#src/platform/config/config.server.ts'
import { openSite } from './database.ts'

const number = new Intl.NumberFormat('en').format

/** A terminal gets one line that counts up, a log file one line now and then. */
const progress = process.stderr.isTTY
  ? {
      show: (rows: number) => process.stderr.write(`\r${number(rows)} rows`),
      clear: () => process.stderr.write('\r\x1b[K'),
    }
  : {
      show: (rows: number) => rows > 0 && rows % 5000 === 0 && process.stderr.write(`${number(rows)} rows\n`),
      clear() {},
    }

export async function run(path: string) {
  const file = await openBiodataFile(path).catch((error) => {
    throw error instanceof NotImportable ? new Error(error.message) : error
  })
  await using site = await openSite()
  // It keeps a table of its connection.
  if (site.config.databaseIsPooled)
    throw new ConfigError(
      'An import needs the database itself: set DATABASE_URL to it, and DATABASE_POOLER to nothing.',
    )
  if (file.unknown.length > 0)
    console.log(
      `Not read, because no field is called so: ${file.unknown.map((name) => JSON.stringify(name)).join(', ')}.`,
    )

  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  const totals = await importBiodata(
    site.db,
    file,
    { today: dayOf(systemClock()), legalAge: site.config.legalAge },
    {
      refused({ row, reason }) {
        progress.clear()
        console.log(`Row ${row}: ${reason}`)
      },
      progress: progress.show,
      signal: interrupt.signal,
    },
    { contactFor: site.config.contactDefault },
  )
  progress.clear()
  const { added, updated, unchanged, refused } = totals
  const rows = added + updated + unchanged + refused
  console.log(
    `${number(rows)} ${rows === 1 ? 'row' : 'rows'}: ${number(added)} added, ${number(updated)} updated, ${number(unchanged)} unchanged, ${number(refused)} refused.`,
  )
  if (interrupt.signal.aborted) console.log('Interrupted. Run it again to take in the rest.')
  process.exitCode = interrupt.signal.aborted ? 130 : refused > 0 ? 2 : 0
}
