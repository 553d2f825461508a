import { sql } from 'kysely'
import { deleteUser } from '#src/features/users/index.server.ts'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { oneAtATime } from '#src/platform/one-at-a-time.server.ts'
import { addBiodata, addUsers, reviewTexts, type State } from './add-people.server.ts'
import type { Heading } from './headings.server.ts'
import { type Line, lineOf, type Person, personOf, type Rules } from './person.server.ts'
import { mostRows, type RowProblem } from './policy.ts'
import { openTable } from './table.server.ts'
import { NotImportable } from './trouble.server.ts'
import { storedFile } from './uploads.server.ts'

/** Rows of one transaction: others wait no longer than for these. */
const batchSize = 200
/** Rows that are read before they are written down. */
const readSize = 500
/** So long a cell is no text of a biodata, and is cut in the row with its problem. */
const longestCell = 4_000

interface Work {
  db: Db
  clock: Clock
  config: Pick<Config, 'legalAge' | 'contactDefault'>
  isStopping?: () => boolean
  /** After people are gone there may be money to give back. */
  payBack?: (() => void) | undefined
}

type Import = {
  id: string
  status: string
  bytes: number
  headings: (Heading & { chosen?: string | null })[]
  /** The day on which these people agreed to be published; drafts have none. */
  agreedOn: string | null
}

/** Does what waits, whichever server it was asked of. One that dies gives its import up after a minute. */
export async function workOnImports(work: Work) {
  const isStopping = work.isStopping ?? (() => false)
  const go = { ...work, isStopping }
  while (!isStopping()) {
    const one = await claim(work.db)
    if (!one) return
    if (one.status === 'reading') await read(go, one)
    else if (one.status === 'running') await takeIn(go, one)
    else await takeBack(go, one)
    await sql`update imports set at_work_until = null where id = ${one.id}`.execute(work.db)
  }
}

async function claim(db: Db) {
  const [one] = await allRows<Import>(db)`
    update imports set at_work_until = now() + interval '1 minute'
    where id = (
      select id from imports where status in ('reading', 'running', 'undoing')
        and (at_work_until is null or at_work_until < now())
      order by made_at limit 1 for update skip locked
    ) returning id, status, bytes, headings, agreed_on`
  return one
}

/** @returns whether it is still ours to work on: nobody has dropped it */
const goOn = async (db: Db, id: string, read?: number) =>
  (await countWritten(db)`
    update imports set at_work_until = now() + interval '1 minute', read = coalesce(${read ?? null}, read)
    where id = ${id}`) > 0

type Going = Work & { isStopping: () => boolean }

async function read({ db, clock, config, isStopping }: Going, { id, bytes, headings: named }: Import) {
  const rules = { today: dayOf(clock()), legalAge: config.legalAge }
  const chosen = Object.fromEntries(named.flatMap(({ heading, chosen }) => (chosen ? [[heading, chosen]] : [])))
  await sql`delete from import_rows where import_id = ${id}`.execute(db)
  try {
    const table = await openTable(storedFile(db, id, bytes), chosen)
    let batch: { row: number; line: Line; person: Person | RowProblem[] }[] = []
    let rows = 0
    for await (const one of table.rows) {
      const said = lineOf(table.headings, one)
      if (!said) continue
      rows += 1
      if (rows > mostRows) throw new NotImportable('long', { headings: table.headings })
      const person = said.problems.length > 0 ? said.problems : personOf(table.headings, one.row, said.line, rules)
      batch.push({ row: one.row, line: said.line, person })
      if (batch.length < readSize) continue
      await keep(db, id, batch)
      batch = []
      if (isStopping() || !(await goOn(db, id, rows))) return void (await table.rows.return(undefined))
    }
    if (rows === 0) throw new NotImportable('empty', { headings: table.headings })
    await keep(db, id, batch)
    await findTwice(db, id)
    await findKnown(db, id, undefined)
    await sql`
      update imports set status = 'ready', headings = ${JSON.stringify(table.headings)}::jsonb, read = ${rows},
        good = (select count(*) from import_rows where import_id = ${id} and problems is null)
      where id = ${id} and status = 'reading'`.execute(db)
  } catch (error) {
    // Its file is gone with an import that was dropped meanwhile.
    if (!(await goOn(db, id))) return
    if (!(error instanceof NotImportable)) throw error
    await sql`delete from import_rows where import_id = ${id}`.execute(db)
    await sql`
      update imports set status = 'refused', trouble = ${error.trouble}, trouble_columns = ${error.columns},
        headings = ${JSON.stringify(error.headings)}::jsonb
      where id = ${id} and status = 'reading'`.execute(db)
  }
}

async function keep(db: Db, id: string, batch: { row: number; line: Line; person: Person | RowProblem[] }[]) {
  const rows = batch.map(({ row, line, person }) => ({
    row,
    line: Object.fromEntries(Object.entries(line).map(([column, cell]) => [column, kept(cell)])),
    ...(Array.isArray(person)
      ? {
          problems: person.map(({ kind, field, value, other }) => ({
            kind,
            field,
            value: value && kept(value),
            other,
          })),
        }
      : { email: person.email, phone: person.biodata.phone }),
  }))
  await sql`
    insert into import_rows (import_id, row, line, email, phone, problems)
    select ${id}::uuid, row, line, email, phone, problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (row int, line jsonb, email text, phone text, problems jsonb)
    on conflict do nothing`.execute(db)
}

/** PostgreSQL keeps no text with a zero in it. */
const kept = (cell: string) => cell.slice(0, longestCell).toWellFormed().replaceAll('\0', '')

/** The first of two rows for the same person stays good. Those that occur twice are few: the table has no statistics yet. */
async function findTwice(db: Db, id: string) {
  for (const key of ['email', 'phone'] as const)
    await sql`
      with twice as materialized (
        select ${sql.ref(key)} as value, min(row) as first_row from import_rows
        where import_id = ${id} and problems is null group by 1 having count(*) > 1
      )
      update import_rows set problems = jsonb_build_array(jsonb_build_object(
        'kind', ${`${key} twice`}::text, 'field', ${key}::text, 'value', value, 'other', first_row))
      from twice
      where import_id = ${id} and problems is null and import_rows.${sql.ref(key)} = value and first_row < row`.execute(
      db,
    )
}

/** Nobody who is on the site already is changed by a file. `among`: of these rows alone. @returns how many it found */
async function findKnown(db: Db, id: string, among: readonly number[] | undefined) {
  const rows = sql`import_id = ${id} and problems is null ${among ? sql`and row = any(${among}::int[])` : sql``}`
  const emails = await countWritten(db)`
    update import_rows set problems = ${known('email')}
    from (select email, number from users left join biodata on biodata.id = users.id) known
    where ${rows} and known.email = import_rows.email`
  const phones = await countWritten(db)`
    update import_rows set problems = ${known('phone')} from biodata known
    where ${rows} and known.phone = import_rows.phone`
  return emails + phones
}

const known = (key: 'email' | 'phone') => sql`jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
  'kind', ${`${key} known`}::text, 'field', ${key}::text, 'value', import_rows.${sql.ref(key)}, 'other', known.number)))`

/** Adds people batch by batch. A batch is written whole, or its rows wait: it may stop anywhere and go on elsewhere. */
async function takeIn({ db, clock, config, isStopping }: Going, { id, agreedOn, headings }: Import) {
  const rules = { today: dayOf(clock()), legalAge: config.legalAge }
  const state = {
    contactFor: config.contactDefault,
    ...(agreedOn === null ? { presence: 'draft' as const } : { confirmedAt: noonOf(agreedOn) }),
  }
  while (!isStopping() && (await goOn(db, id))) {
    if ((await db.transaction().execute((trx) => takeBatch(trx, id, state, headings, rules))) > 0) continue
    // The file has done its work.
    await sql`delete from import_pieces where import_id = ${id}`.execute(db)
    await sql`update imports set status = 'done', done_at = ${clock()} where id = ${id} and status = 'running'`.execute(
      db,
    )
    return
  }
}

const noonOf = (day: string) => new Date(`${day}T12:00:00+06:00`)

/** @returns how many rows it has dealt with */
async function takeBatch(trx: Db, id: string, state: State, headings: Heading[], rules: Rules) {
  const waiting = await allRows<{ row: number; line: Line }>(trx)`
    select row, line from import_rows where import_id = ${id} and problems is null order by row
    limit ${sql.lit(batchSize)} for update`
  if (waiting.length === 0) return 0
  const known = await findKnown(
    trx,
    id,
    waiting.map(({ row }) => row),
  )
  const left = known === 0 ? waiting : await stillGood(trx, id, waiting)
  const read = left.map(({ row, line }) => [row, personOf(headings, row, line, rules)] as const)
  const people = read.flatMap(([, person]) => (Array.isArray(person) ? [] : person))
  const ids = await addUsers(trx, people)
  const added = people.flatMap(({ email, biodata }) => (ids.has(email) ? { id: ids.get(email)!, ...biodata } : []))
  await addBiodata(trx, added, state)
  await reviewTexts(trx, added)
  await sql`insert into imported_people select unnest(${added.map((one) => one.id)}::uuid[]), ${id}::uuid`.execute(trx)
  const gone = people.flatMap(({ email, row }) => (ids.has(email) ? row : []))
  await sql`delete from import_rows where import_id = ${id} and row = any(${gone}::int[])`.execute(trx)
  const refused = read.flatMap(([row, person]) => {
    if (Array.isArray(person))
      return { row, problems: person.map(({ kind, field, value }) => ({ kind, field, value })) }
    return ids.has(person.email)
      ? []
      : { row, problems: [{ kind: 'email known', field: 'email', value: person.email }] }
  })
  await sql`
    update import_rows set problems = one.problems
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as one (row int, problems jsonb)
    where import_id = ${id} and import_rows.row = one.row`.execute(trx)
  await sql`update imports set added = added + ${added.length} where id = ${id}`.execute(trx)
  return waiting.length
}

async function stillGood(trx: Db, id: string, waiting: { row: number; line: Line }[]) {
  const rows = waiting.map(({ row }) => row)
  const good = await allRows<{ row: number }>(trx)`
    select row from import_rows where import_id = ${id} and problems is null and row = any(${rows}::int[])`
  return waiting.filter(({ row }) => good.some((one) => one.row === row))
}

/** Removes whom it added, unless they have signed in since: then the biodata is theirs. */
async function takeBack({ db, isStopping, payBack }: Going, { id }: Import) {
  while (!isStopping() && (await goOn(db, id))) {
    const people = await allRows<{ userId: string }>(db)`
      select user_id from imported_people where import_id = ${id}
        and not exists (select from accounts where accounts.user_id = imported_people.user_id)
      order by user_id limit ${sql.lit(batchSize)}`
    for (const { userId } of people) await deleteUser(db, userId)
    if (people.length > 0) continue
    await sql`
      update imports set status = 'undone', stayed = (select count(*) from imported_people where import_id = ${id})
      where id = ${id} and status = 'undoing'`.execute(db)
    payBack?.()
    return
  }
}

/** Begins at once what was asked for here; a job looks each minute for what another server has left. */
export function createImporter(work: Omit<Work, 'isStopping'>, log: { error(what: object, message: string): void }) {
  let isStopping = false
  const rounds = oneAtATime(
    () => workOnImports({ ...work, isStopping: () => isStopping }),
    (error) => log.error({ err: error }, 'an import stopped half-way'),
  )
  return {
    begin: () => void rounds.ask(),
    /** Lets the batch in hand end. */
    async stop() {
      isStopping = true
      await rounds.stop()
    },
  }
}
