import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Fulfilment, findReferred } from '#src/features/payments/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/paging.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { priceOf } from '#src/platform/money.ts'
import { readSheet } from '#src/platform/spreadsheets/read-sheet.server.ts'
import { UnreadableSheet } from '#src/platform/spreadsheets/sheet.ts'
import { claim, takeBackPart } from './claims.server.ts'
import * as contract from './contract.ts'
import * as desk from './desk.server.ts'
import { sendMoneyProvider } from './provider.server.ts'
import { findClaims, listClaims, listRefundsToSend } from './queries.server.ts'
import { type Line, MissingColumns, readLines } from './statement.ts'

const Place = z.tuple([z.string(), z.string()])

/** Mounted also while nobody can send money by hand: administrators still confirm and refund what payers sent before. */
export function mountSendMoney(mount: Mount, { db, clock, config, goods }: Deps & { goods: Fulfilment }) {
  const counter = {
    till: { db, goods, provider: sendMoneyProvider(db, config.payTo) },
    secondAbove: config.secondAdminAbove,
  }
  const idOf = async (reference: string) => found(await findReferred(db, reference)).id

  mount(contract.claimTransfer, async ({ viewer, input: { reference, ...told } }) => {
    const now = clock()
    await takeAttempt(db, attemptKey('transfer-claims', viewer.userId), limits.transferClaims, now)
    return { modifiedCount: await claim(db, viewer.userId, await idOf(reference), told, now) }
  })

  mount(contract.wantRefund, async ({ viewer, input: { reference } }) => ({
    modifiedCount: await takeBackPart(db, viewer.userId, await idOf(reference)),
  }))

  mount(contract.listClaims, async ({ viewer, input: { limit = mostPerAnswer, after } }) => {
    const rows = await listClaims(db, viewer.userId, limit + 1, cursor.unpack(after, Place))
    return pageOf(rows, limit, ({ date, id }) => cursor.pack(date, id))
  })

  mount(contract.confirmTransfer, async ({ viewer, input }) => ({
    outcome: await desk.confirm(counter, viewer.userId, input, clock()),
  }))

  mount(contract.confirmTransfers, async ({ viewer, input: { rows } }) => {
    const results: { id: string; outcome: contract.Read | 'failed' }[] = []
    for (const row of rows)
      try {
        results.push({ id: row.id, outcome: await desk.confirm(counter, viewer.userId, row, clock()) })
      } catch (error) {
        if (!(error instanceof Problem) || error.status === 503) throw error
        results.push({ id: row.id, outcome: 'failed' })
      }
    return { results }
  })

  mount(contract.refuseTransfer, async ({ viewer, input: { id } }) => ({
    modifiedCount: await desk.refuse(db, viewer.userId, id, clock()),
  }))

  mount(contract.listRefundsToSend, async ({ input: { limit = mostPerAnswer, after } }) => {
    const rows = await listRefundsToSend(db, limit + 1, cursor.unpack(after, Place))
    return pageOf(rows, limit, ({ date, id }) => cursor.pack(date, id))
  })

  mount(contract.recordRefund, async ({ viewer, input: { id, transactionId } }) => ({
    modifiedCount: await desk.recordRefund(db, viewer.userId, id, transactionId, clock()),
  }))

  mount(contract.readStatement, async ({ viewer, input: { data } }) => {
    const { lines, unreadable } = await linesOf(Buffer.from(data, 'base64'))
    await record(db, viewer.userId, 'read statement', null)
    const { waiting, counted, namedBefore } = await findClaims(db, [
      ...new Set(lines.map(({ transactionId }) => transactionId)),
    ])
    const times = new Map<string, number>()
    for (const { transactionId } of lines) times.set(transactionId, (times.get(transactionId) ?? 0) + 1)
    const claims = Map.groupBy(waiting, ({ transactionId }) => transactionId)
    const inTaka = (amount: number) => priceOf({ amount, currency: 'bdt' }).price
    const shown = ({ row, transactionId, poisha, moment }: Line) => ({
      ...{ row, transactionId, price: inTaka(poisha), at: moment.toISOString() },
    })
    const matched = lines.flatMap((line) =>
      (claims.get(line.transactionId) ?? []).map(({ id, payer, number, missing, trouble }) => ({
        ...shown(line),
        ...{ amount: line.amount, sent: line.sent, id, payer, number, trouble, missing: inTaka(missing) },
        // A transaction that a statement has twice is for a person to look at.
        isExact: missing === line.poisha && trouble === null && times.get(line.transactionId) === 1,
      })),
    )
    const unmatched = lines.filter(({ transactionId }) => !claims.has(transactionId) && !counted.has(transactionId))
    return {
      rows: lines.length,
      matching: matched.filter(({ isExact }) => isExact),
      otherAmount: matched.filter(({ isExact }) => !isExact),
      known: lines.filter(({ transactionId }) => !claims.has(transactionId) && counted.has(transactionId)).length,
      unmatched: unmatched.length,
      shown: unmatched
        .slice(0, contract.mostUnmatched)
        .map((line) => ({ ...shown(line), payer: namedBefore.get(line.transactionId) ?? null })),
      unreadable,
    }
  })
}

const troubles = {
  damaged: 'is damaged, or is no spreadsheet',
  bomb: 'grows beyond what can be read',
  old: 'is an old Excel file, or has a password: save it as CSV or as a new Excel file',
}

/** Between two slices of a file others are served. */
const sliceBytes = 64 * 1024

/** @throws Problem in words about the file */
async function linesOf(file: Buffer) {
  const chunks = async function* () {
    for (let at = 0; at < file.length; at += sliceBytes) {
      yield file.subarray(at, at + sliceBytes)
      await setImmediate()
    }
  }
  try {
    return await readLines(readSheet(chunks(), { hasTimes: true }))
  } catch (error) {
    if (error instanceof UnreadableSheet) throw invalid('data', troubles[error.trouble], { code: error.trouble })
    if (error instanceof MissingColumns) {
      const errors = error.columns.map((code) => ({ field: 'data', message: `has no ${columnWords[code]}`, code }))
      throw new Problem('invalid', { errors })
    }
    throw error
  }
}
const columnWords = {
  transactionId: 'column for the transaction id',
  amount: 'column for the amount',
  at: 'column for the date and time',
}
