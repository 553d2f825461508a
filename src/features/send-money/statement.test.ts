import { afterAll, expect, test } from 'vitest'
import { sendMoneyWorld } from '#tests/send-money.server.ts'
import { workbookOf } from '#tests/workbook.ts'

const world = await sendMoneyWorld()
afterAll(() => world.close())
const { call, db, send, newId } = world
const admin = await world.makeAdmin(await world.somebody('admin'))
const today = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10)

const upload = (file: string | Buffer) =>
  call('POST', '/api/transfer-statements', admin, { data: Buffer.from(file as string).toString('base64') })
const claim = async () => {
  const { payer, number } = await world.payerAndBiodata()
  return { payer, ...(await send(payer, number)) }
}
const statement = (rows: string[][], headings = ['Trx ID', 'Date Time', 'Amount', 'Balance']) =>
  [headings, ...rows]
    .map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','))
    .join('\r\n')

test('K10c finds by id and sum what waits, lists what matches nobody, and confirms what matches', async () => {
  const [one, two, short] = [await claim(), await claim(), await claim()]
  const unknown = newId()
  const { status, body } = await upload(
    statement([
      [one.transactionId, `${today} 00:02`, '500.00', '1,500.00'],
      [unknown, `${today} 00:03`, '700', '2,200.00'],
      [short.transactionId.toLowerCase(), `${today} 00:04`, '450', '2,650.00'],
      [two.transactionId, `${today} 00:05`, '500', '3,150.00'],
      ['', '', '', ''],
      ['TRXOUT00001', `${today} 00:06`, '-500', '2,650.00'],
      ['no id at all', `${today} 00:07`, 'many', '1'],
    ]),
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    rows: 4,
    known: 0,
    unmatched: 1,
    unreadable: [8],
    shown: [{ transactionId: unknown, price: 700 }],
  })
  expect(body.matching.map(({ id }: { id: string }) => id)).toEqual([one.id, two.id])
  expect(body.otherAmount).toMatchObject([{ id: short.id, price: 450, missing: 500, trouble: null }])
  expect(await db.selectFrom('paymentReceipts').select('id').execute()).toEqual([])

  const rows = body.matching.map(({ id, amount, sent }: { id: string; amount: string; sent: string }) => ({
    id,
    amount,
    at: sent,
  }))
  const confirmed = await call('PATCH', '/api/transfers', admin, { rows })
  expect(confirmed.body).toEqual({ results: [one, two].map(({ id }) => ({ id, outcome: 'paid' })) })
  // The same file again changes nothing.
  const again = await upload(statement([[one.transactionId, `${today} 00:02`, '500.00', '']]))
  expect(again.body).toMatchObject({ rows: 1, matching: [], otherAmount: [], known: 1, unmatched: 0 })
  expect((await call('PATCH', '/api/transfers', admin, { rows })).body.results).toMatchObject([
    { outcome: 'before' },
    { outcome: 'before' },
  ])
})

test('K10c matches nothing by itself that two payers name, or that the statement has twice', async () => {
  const [one, other] = [await claim(), await world.payerAndBiodata()]
  const second = await world.begin(other.payer, other.number)
  await world.tell(other.payer, second.page, one.transactionId)
  const twice = await claim()
  const { body } = await upload(
    statement([
      [one.transactionId, `${today} 00:02`, '500', ''],
      [twice.transactionId, `${today} 00:03`, '500', ''],
      [twice.transactionId, `${today} 00:03`, '500', ''],
    ]),
  )
  expect(body.matching).toEqual([])
  expect(body.otherAmount).toHaveLength(4)
  const { results } = (
    await call('PATCH', '/api/transfers', admin, { rows: [{ id: one.id, amount: '500', at: `${today} 00:02` }] })
  ).body
  expect(results).toEqual([{ id: one.id, outcome: 'failed' }])
})

test('K10c reads columns in any order, under other names and below a head, from Excel too', async () => {
  const one = await claim()
  const found = [{ id: one.id, price: 500 }]
  const other = statement(
    [['1,000', '500/-', one.transactionId, `${today.split('-').toReversed().join('/')} 12:02 AM`]],
    ['Balance', 'Credit', 'TRANSACTION ID', 'Transaction Date'],
  )
  expect((await upload(`Statement of,01700-000000\n\n${other}`)).body.matching).toMatchObject(found)
  expect(
    (await upload(`\ufeff${other.replaceAll(',', ';').replaceAll('1;000', '1,000')}`)).body.matching,
  ).toMatchObject(found)
  const apart = `Time,Amount,Date,Trx ID\n6:02 PM,500,${today},${one.transactionId}`
  const lately = new Date(Date.now() - 86_400_000 * 1.5)
  expect((await upload(apart.replace(today, lately.toISOString().slice(0, 10)))).body.matching).toMatchObject([
    { id: one.id, at: `${lately.toISOString().slice(0, 10)}T12:02:00.000Z` },
  ])
  const sheet = workbookOf([
    ['Trx ID', 'Amount', 'Date'],
    [one.transactionId, 500, new Date(`${lately.toISOString().slice(0, 10)}T18:02:31Z`)],
  ])
  expect((await upload(sheet)).body.matching).toMatchObject([
    { id: one.id, price: 500, at: `${lately.toISOString().slice(0, 10)}T12:02:31.000Z` },
  ])
})

const noColumn = {
  transactionId: { code: 'transactionId', message: 'has no column for the transaction id' },
  amount: { code: 'amount', message: 'has no column for the amount' },
  at: { code: 'at', message: 'has no column for the date and time' },
}
test.for([
  [statement([['A', 'B']], ['Trx ID', 'Amount']), [noColumn.at]],
  [statement([['A', 'B']], ['Name', 'Phone']), Object.values(noColumn)],
  ['\u0000\u0001', Object.values(noColumn)],
  [Buffer.from('504b0304ffff', 'hex'), [{ code: 'damaged', message: 'is damaged, or is no spreadsheet' }]],
  [
    Buffer.from('d0cf11e0a1b1', 'hex'),
    [{ code: 'old', message: 'is an old Excel file, or has a password: save it as CSV or as a new Excel file' }],
  ],
] as const)('K10c says why %j is no statement, with a code for each reason', async ([file, reasons]) => {
  const errors = reasons.map((reason) => ({ field: 'data', ...reason }))
  expect(await upload(file)).toMatchObject({ status: 422, body: { errors } })
})

test('K10c refuses what is no base64, or larger than a statement is', async () => {
  expect((await call('POST', '/api/transfer-statements', admin, { data: '?' })).status).toBe(422)
  expect((await call('POST', '/api/transfer-statements', admin, { data: 'A'.repeat(12_000_000) })).status).toBe(413)
})

test('K10c finds the one of 50,000 lines, the first and the last', async () => {
  const [first, last] = [await claim(), await claim()]
  const line = (id: string, place: number) => [
    id,
    `${today} 00:00:${String(place % 60).padStart(2, '0')}`,
    '500.00',
    '1',
  ]
  const rows = Array.from({ length: 50_000 }, (_, place) => line(`ZZZ${String(place).padStart(7, '0')}`, place))
  rows[0] = line(first.transactionId, 0)
  rows[49_999] = line(last.transactionId, 1)
  const { body } = await upload(statement(rows))
  expect(body).toMatchObject({ rows: 50_000, unmatched: 49_998, unreadable: [] })
  expect(body.matching.map(({ id }: { id: string }) => id)).toEqual([first.id, last.id])
  expect(body.shown).toHaveLength(200)
})
