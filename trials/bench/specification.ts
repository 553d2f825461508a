import { createServer } from 'node:http'
import { ageOn } from '#src/features/biodata/policy.ts'
import { dayOf, systemClock } from '#src/platform/clock.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'

// The specification's own way to answer a list: everybody is fetched and filtered here, and all who match are sent. Kinder
// to it than its own stack: the rows are in memory from the start, and there is no Express, which would also make an ETag
// of each answer.
const { db } = openDatabase({ connectionString: process.env.DATABASE_URL!, statement_timeout: 0, query_timeout: 0 })
const today = dayOf(systemClock())
const rows = await db.selectFrom('publishedBiodata').selectAll().orderBy('number', 'desc').execute()
await db.destroy()
// It stores the age.
const everybody = rows.map((one) => ({ ...one, age: ageOn(one.birth, today) }))

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url!, 'http://localhost')
  const [gender, division] = [searchParams.get('gander'), searchParams.get('perDivision')]
  const [least, most] = [searchParams.get('minAge'), searchParams.get('maxAge')]
  const found = everybody.filter(
    (one) =>
      (!gender || one.gender === gender) &&
      (!division || one.division === division) &&
      (!least || one.age >= Number(least)) &&
      (!most || one.age <= Number(most)),
  )
  const body = JSON.stringify(found)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
