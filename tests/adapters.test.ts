import { afterAll, afterEach, expect, test } from 'vitest'
import { sweep } from '#src/features/payments/notices.server.ts'
import { type Adapter, type Over, worldOfAdapters } from './adapters.server.ts'
import { noon, type Person } from './world.server.ts'

// One contract for every adapter (REQUIREMENTS K8): each case runs against each of them, through HTTP and its sandbox.

let now = noon
const world = await worldOfAdapters(() => now)
const { adapters, db, gateways, payerAndBiodata, paymentOf } = world
const minutes = (n: number) => {
  now = new Date(now.getTime() + n * 60_000)
}
const errors: object[] = []
const log = { error: (what: object) => void errors.push(what) }

const requestsOf = ({ id }: Person) =>
  db.selectFrom('contactRequests').select(['id', 'status']).where('userId', '=', id).orderBy('requestedAt').execute()
const findingsOf = (ref: string) =>
  db.selectFrom('paymentFindings').select('kind').where('providerRef', '=', ref).orderBy('id').execute()

const sweepOf = ({ provider }: Adapter) => sweep({ ...world.till, provider }, now, log)
const refundDueOf = (adapter: Adapter) => adapter.refundDue()

async function paid(adapter: Adapter, over?: Over) {
  const people = await payerAndBiodata()
  const ref = await adapter.begin(people.payer, people.number)
  await adapter.pay(ref, over)
  return { ...people, ref }
}

/** @returns why a case cannot happen with an adapter, if it cannot */
type Case = (adapter: Adapter) => Promise<string | undefined>
const gatewayOf = (adapter: Adapter) => (adapter === adapters.redirect ? gateways.redirect : gateways.execute)
const isCard = (adapter: Adapter) => adapter === adapters.card
const isByHand = (adapter: Adapter) => adapter === adapters['by hand']
const executes = ({ provider }: Adapter) => provider.complete !== undefined

const cases: Record<string, Case> = {
  'settles once, however often and from where it is told': async (adapter) => {
    const { payer, number, ref } = await paid(adapter)
    await Promise.all([
      ...Array.from({ length: 4 }, () => adapter.comeBack(payer, ref, number)),
      ...Array.from({ length: 3 }, () => adapter.notice(ref)),
      sweepOf(adapter),
    ])
    await adapter.comeBack(payer, ref, number)
    expect(await requestsOf(payer)).toMatchObject([{ status: 'pending' }])
    expect(await paymentOf(ref)).toMatchObject({ status: 'succeeded' })
    expect(adapter.holds(ref)).toBe(500)
  },

  'notes a receipt once': async (adapter) => {
    const { payer, number, ref } = await paid(adapter)
    await adapter.comeBack(payer, ref, number)
    const said = (await adapter.provider.fetch(ref))!
    await Promise.all([adapter.comeBack(payer, ref, number), adapter.notice(ref)])
    const receipts = await db
      .selectFrom('paymentReceipts')
      .select(['id', 'amount'])
      .where('paymentId', '=', (await paymentOf(ref)).id)
      .execute()
    expect(receipts).toEqual([{ id: said.receipts[0]!.id, amount: 500 }])
  },

  'opens nothing for money that the provider calls risky, and lists it': async (adapter) => {
    if (isCard(adapter)) return 'Stripe blocks it before it is paid'
    if (isByHand(adapter)) return 'an administrator has seen it in the statement'
    const { payer, number, ref } = await paid(adapter, { risky: true })
    await adapter.comeBack(payer, ref, number)
    await adapter.notice(ref)
    expect(await requestsOf(payer)).toEqual([])
    expect(await paymentOf(ref)).toMatchObject({ status: 'review' })
    expect(await findingsOf(ref)).toEqual([{ kind: 'risky' }])
  },

  'settles what its payer never came back from': async (adapter) => {
    const { payer, ref } = await paid(adapter)
    if (executes(adapter)) {
      // Nobody has said that the money should move.
      minutes(2)
      await sweepOf(adapter)
      expect([adapter.holds(ref), await requestsOf(payer)]).toEqual([0, []])
      return
    }
    // Whose it is nobody knows before its payer tells: the statement lists it.
    if (isByHand(adapter)) return void expect(await adapter.notice(ref)).toMatchObject({ matching: [], unmatched: 1 })
    await adapter.notice(ref)
    expect(await requestsOf(payer)).toHaveLength(1)
  },

  'settles what no notice told of, within ten minutes': async (adapter) => {
    if (isByHand(adapter)) return 'a person confirms it; it is listed at once'
    const { payer, number, ref } = await paid(adapter, {})
    minutes(5)
    await sweepOf(adapter)
    expect(await requestsOf(payer)).toHaveLength(1)
    await adapter.comeBack(payer, ref, number)
    expect(await requestsOf(payer)).toHaveLength(1)
  },

  'takes money that comes late for a payment that was set aside': async (adapter) => {
    const { payer, number } = await payerAndBiodata()
    const ref = await adapter.begin(payer, number)
    const { id } = await paymentOf(ref)
    await db.updateTable('payments').set({ status: 'canceled', declinesKey: null }).where('id', '=', id).execute()
    await adapter.pay(ref, {})
    minutes(5)
    await (isByHand(adapter) ? adapter.comeBack(payer, ref, number) : sweepOf(adapter))
    expect(await requestsOf(payer)).toHaveLength(1)
    expect(await paymentOf(ref)).toMatchObject({ status: 'succeeded' })
  },

  'gives back what comes late for a contact that is bought': async (adapter) => {
    const { payer, number } = await payerAndBiodata()
    const late = await adapter.begin(payer, number)
    await db
      .updateTable('payments')
      .set({ status: 'canceled', declinesKey: null })
      .where('providerRef', '=', late)
      .execute()
    const ref = await adapter.begin(payer, number)
    await adapter.pay(ref, {})
    await adapter.comeBack(payer, ref, number)
    await adapter.pay(late, {})
    minutes(5)
    await (isByHand(adapter) ? adapter.comeBack(payer, late, number) : sweepOf(adapter))
    await refundDueOf(adapter)
    expect(await paymentOf(late)).toMatchObject({ status: 'refunded', refundBecause: 'duplicate' })
    expect([adapter.holds(ref), adapter.holds(late)]).toEqual([500, 0])
  },

  'refunds once, when the answer to it is lost': async (adapter) => {
    const { payer, owner, number, ref } = await paid(adapter, {})
    await adapter.comeBack(payer, ref, number)
    adapter.losesRefundAnswers(true)
    await db.deleteFrom('users').where('id', '=', owner.id).execute()
    await refundDueOf(adapter).catch(() => {})
    adapter.losesRefundAnswers(false)
    expect(adapter.refunds(ref)).toBe(1)
    for (let round = 0; round < 3; round++) {
      minutes(2)
      await Promise.all([refundDueOf(adapter), refundDueOf(adapter)])
    }
    expect(adapter.refunds(ref)).toBe(1)
    expect(await paymentOf(ref)).toMatchObject({ status: 'refunded' })
  },

  'refunds once, from two servers at once': async (adapter) => {
    const { payer, owner, number, ref } = await paid(adapter, {})
    await adapter.comeBack(payer, ref, number)
    await db.deleteFrom('users').where('id', '=', owner.id).execute()
    await Promise.all([refundDueOf(adapter), refundDueOf(adapter), refundDueOf(adapter)])
    expect(adapter.refunds(ref)).toBe(1)
    expect(await paymentOf(ref)).toMatchObject({ status: 'refunded' })
  },

  'sends a refund again that never arrived': async (adapter) => {
    if (isByHand(adapter)) return 'a person sends it, and says so afterwards'
    const { payer, owner, number, ref } = await paid(adapter, {})
    await adapter.comeBack(payer, ref, number)
    adapter.isAway(true)
    await db.deleteFrom('users').where('id', '=', owner.id).execute()
    await refundDueOf(adapter).catch(() => {})
    adapter.isAway(false)
    for (let round = 0; round < 3; round++) {
      minutes(2)
      await refundDueOf(adapter)
    }
    expect(adapter.refunds(ref)).toBe(1)
    expect(await paymentOf(ref)).toMatchObject({ status: 'refunded' })
  },

  'asks about a refund that is on its way, and gives back anew what comes back': async (adapter) => {
    if (isCard(adapter)) return 'Stripe tells of it, see settle.test.ts'
    if (isByHand(adapter)) return 'it is sent once its own id is here'
    const gateway = gatewayOf(adapter)
    gateway.refunding.isSlow = true
    const { payer, owner, number, ref } = await paid(adapter, {})
    await adapter.comeBack(payer, ref, number)
    await db.deleteFrom('users').where('id', '=', owner.id).execute()
    for (const end of ['processing', 'failed'] as const) {
      if (end === 'failed') gateway.endRefunds(end)
      await refundDueOf(adapter)
      minutes(24 * 60)
      await refundDueOf(adapter)
      expect(await paymentOf(ref)).toMatchObject({ status: 'refund_due' })
    }
    expect(await findingsOf(ref)).toEqual([{ kind: 'refund failed' }])
    gateway.endRefunds('refunded')
    gateway.refunding.isSlow = false
    minutes(24 * 60)
    await refundDueOf(adapter)
    expect(await paymentOf(ref)).toMatchObject({ status: 'refunded' })
    expect(adapter.refunds(ref)).toBe(2)
  },

  'buys nothing with another amount, and lists it': async (adapter) => {
    for (const amount of [499, 501]) {
      const { payer, number, ref } = await paid(adapter, { amount })
      await adapter.comeBack(payer, ref, number)
      expect(await requestsOf(payer)).toEqual([])
      // By hand the rest may follow, and more than the fee goes back.
      const status = amount < 500 ? 'created' : 'refund_due'
      if (isByHand(adapter)) expect(await paymentOf(ref)).toMatchObject({ status })
      else expect(await findingsOf(ref)).toEqual([{ kind: 'mismatch' }])
    }
  },

  'buys nothing with another currency, and lists it': async (adapter) => {
    if (isByHand(adapter)) return 'wallets and accounts hold taka'
    const { payer, number, ref } = await paid(adapter, { currency: 'jpy' })
    await adapter.comeBack(payer, ref, number)
    expect(await requestsOf(payer)).toEqual([])
    expect(await findingsOf(ref)).toEqual([{ kind: 'mismatch' }])
  },

  'buys nothing with the receipt of another payment, and lists it': async (adapter) => {
    if (isCard(adapter)) return 'Stripe makes the receipt’s id'
    const first = await paid(adapter, { id: `R-${crypto.randomUUID()}` })
    await adapter.comeBack(first.payer, first.ref, first.number)
    const { id } = (await adapter.provider.fetch(first.ref))!.receipts[0]!
    const second = await paid(adapter, { id })
    await adapter.comeBack(second.payer, second.ref, second.number)
    expect(await requestsOf(first.payer)).toHaveLength(1)
    expect(await requestsOf(second.payer)).toEqual([])
    expect(await findingsOf(second.ref)).toEqual([{ kind: isByHand(adapter) ? 'claimed twice' : 'receipt used' }])
  },

  'buys nothing when the provider names another payment of ours': async (adapter) => {
    if (isByHand(adapter)) return 'the payment is read in our own database'
    const other = await paid(adapter, {})
    const { payer, ref } = await paid(adapter, {})
    const { provider } = adapter
    const said = (await provider.fetch(ref))!
    const { id } = await paymentOf(other.ref)
    const mixedUp = { ...provider, fetch: async () => ({ ...said, paymentId: id }), listSince: undefined }
    await db.updateTable('payments').set({ askAfter: now }).where('providerRef', '=', ref).execute()
    await sweep({ ...world.till, provider: mixedUp as never }, now, log)
    expect(await requestsOf(payer)).toEqual([])
    expect(await findingsOf(ref)).toEqual([{ kind: 'mismatch' }])
  },

  'buys with the first of two attempts that were paid, and gives the second back': async (adapter) => {
    if (isCard(adapter)) return 'an intent is paid once'
    const { payer, number, ref } = await paid(adapter, {})
    await adapter.pay(ref, {})
    await Promise.all([adapter.comeBack(payer, ref, number), adapter.notice(ref), adapter.notice(ref)])
    minutes(2)
    await refundDueOf(adapter)
    expect(await requestsOf(payer)).toHaveLength(1)
    expect(await paymentOf(ref)).toMatchObject({ status: 'succeeded' })
    expect([adapter.holds(ref), adapter.refunds(ref)]).toEqual([500, 1])
  },

  'moves the money once, however often its payer comes back': async (adapter) => {
    if (!executes(adapter)) return 'the provider moves it by itself'
    const { payer, number, ref } = await paid(adapter)
    const executions = () => gateways.execute.asked.filter((what) => what.endsWith('/execute')).length
    const before = executions()
    gateways.execute.faults['POST /payments/execute'] = 'lost'
    await adapter.comeBack(payer, ref, number)
    gateways.execute.faults['POST /payments/execute'] = undefined
    await Promise.all(Array.from({ length: 6 }, () => adapter.comeBack(payer, ref, number)))
    minutes(2)
    await adapter.comeBack(payer, ref, number)
    const another = await paid(adapter)
    await Promise.all(Array.from({ length: 6 }, () => adapter.comeBack(another.payer, another.ref, another.number)))
    expect([adapter.holds(ref), adapter.holds(another.ref), executions() - before]).toEqual([500, 500, 2])
    expect(await requestsOf(payer)).toHaveLength(1)
  },

  'asks ever more seldom about what is not paid, and lets it end after a day': async (adapter) => {
    if (isCard(adapter)) return 'Stripe lists its news'
    const { payer, number } = await payerAndBiodata()
    const ref = await adapter.begin(payer, number)
    for (let round = 0; round < 100; round++) {
      minutes(round < 30 ? 1 : 30)
      await sweepOf(adapter)
    }
    if (!isByHand(adapter))
      expect(gatewayOf(adapter).asked.filter((what) => what === `GET /payments/${ref}`)).toHaveLength(6)
    expect(await paymentOf(ref)).toMatchObject({ status: 'canceled', askAfter: null })
  },

  'says nothing while the provider is away, and loses nothing': async (adapter) => {
    if (isByHand(adapter)) return 'nobody outside is asked'
    const { payer, number, ref } = await paid(adapter, {})
    adapter.isAway(true)
    expect(await adapter.comeBack(payer, ref, number)).toMatchObject({ status: 503 })
    minutes(60)
    await sweepOf(adapter).catch(() => {})
    expect(await requestsOf(payer)).toEqual([])
    adapter.isAway(false)
    minutes(5)
    await sweepOf(adapter)
    expect(await requestsOf(payer)).toHaveLength(1)
  },

  'believes no notice and no return of what was not paid': async (adapter) => {
    const { payer, number } = await payerAndBiodata()
    const ref = await adapter.begin(payer, number)
    await adapter.comeBack(payer, ref, number)
    if (!isCard(adapter)) await adapter.notice(ref)
    expect(await requestsOf(payer)).toEqual([])
    expect(await paymentOf(ref)).toMatchObject({ status: 'created' })
  },
}

const table: Record<string, Record<string, string>> = {}
const runs = Object.entries(cases).flatMap(([what, prove]) =>
  Object.entries(adapters).map(([name, adapter]) => [what, name, adapter, prove] as const),
)

test.each(runs)('K8 K3e: %s: %s', async (what, name, adapter, prove) => {
  table[what] ??= {}
  const row = table[what]
  row[name] = 'FAILS'
  errors.length = 0
  const reason = await prove(adapter)
  expect(errors).toEqual([])
  row[name] = reason === undefined ? 'holds' : `cannot happen: ${reason}`
})

afterEach(() => {
  for (const adapter of Object.values(adapters)) {
    adapter.isAway(false)
    adapter.losesRefundAnswers(false)
  }
})

afterAll(async () => {
  const names = Object.keys(adapters)
  const lines = Object.entries(table).map(
    ([what, row]) => `| ${what} | ${names.map((name) => row[name]).join(' | ')} |`,
  )
  process.stdout.write(
    `\n| case | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}\n${lines.join('\n')}\n\n`,
  )
  await world.close()
})
