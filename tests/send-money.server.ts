import type { PayTo } from '#src/platform/money.ts'
import { payingWorld } from './paying.server.ts'
import { type Person, testConfig } from './world.server.ts'

const payTo: PayTo[] = [
  { wallet: 'bkash', number: '01700-000000', holder: 'Rahman Bureau' },
  { wallet: 'bank', number: '1234567890', holder: 'Rahman Bureau, Sonali Bank' },
]
export const byHand = { payTo, feeInTaka: { amount: 50_000, currency: 'bdt' } }

/** A world where the fee is also sent by hand: 500 taka. */
export async function sendMoneyWorld({
  secondAdminAbove,
  ...parts
}: Parameters<typeof payingWorld>[0] & { secondAdminAbove?: number } = {}) {
  const world = await payingWorld({ config: testConfig({ ...byHand, secondAdminAbove }), ...parts })
  const { call, db } = world
  let transfers = 0
  const newId = () => `TRX${String(++transfers).padStart(7, '0')}`

  const begin = async (by: Person, bioDataId: number) =>
    (await call('POST', '/api/payment-transfers', by, { bioDataId })).body as {
      reference: string
      page: string
      told: boolean
    }
  const tell = (by: Person, page: string, transactionId = newId(), more: object = {}) =>
    call('POST', '/api/transfer-claims', by, {
      ...{ reference: page, wallet: 'bkash', transactionId, lastDigits: '4821' },
      ...more,
    })
  const listed = async (admin: Person) =>
    (await call('GET', '/api/transfers', admin)).body as { _id: string; transactionId: string }[]
  const claimOf = async (transactionId: string) =>
    (
      await db
        .selectFrom('transferClaims')
        .select('id')
        .where((of) => of.and({ transactionId, state: 'waiting' }))
        .execute()
    ).map(({ id }) => id)

  return {
    ...world,
    newId,
    begin,
    tell,
    listed,
    claimOf,
    /** What an administrator reads in the statement, the fee unless said otherwise. */
    confirm: (admin: Person, id: string, amount = '500', at?: string) =>
      call('PATCH', `/api/transfers/${id}`, admin, {
        amount,
        at: at ?? new Date((parts.clock ?? (() => new Date()))()).toISOString(),
      }),
    check: async (by: Person | undefined, reference: string) =>
      (await call('POST', '/api/payment-checks', by, { reference })).body,
    /** The payer sends money and tells of it. */
    async send(by: Person, number: number, transactionId = newId()) {
      const begun = await begin(by, number)
      const { status, text } = await tell(by, begun.page, transactionId)
      if (status !== 200) throw new Error(text)
      const [id] = await claimOf(transactionId)
      return { ...begun, transactionId, id: id! }
    },
    payment: (reference: string) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where((of) => of.and({ provider: 'send-money', providerRef: reference }))
        .executeTakeFirstOrThrow(),
  }
}
