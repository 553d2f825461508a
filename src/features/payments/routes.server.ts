import * as z from 'zod/mini'
import { mountAction, mountList } from '#src/features/admin-list/index.server.ts'
import { recordFile } from '#src/features/contact-ledger/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/paging.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { priceOf } from '#src/platform/money.ts'
import * as contract from './contract.ts'
import type { PaymentProvider } from './provider.ts'
import { findPayments, listFindings, settleFinding, sumByMonth } from './queries.server.ts'
import { acceptRisky, providerOfRisky, refundRisky } from './risky.server.ts'
import type { Fulfilment } from './settle.server.ts'

const Place = z.tuple([z.int()])

interface Given extends Deps {
  goods: Fulfilment
  providers: readonly PaymentProvider[]
  /** Sends what is due to go back, soon. */
  payBack: (() => void) | undefined
}

export function mountPayments(mount: Mount, { db, clock, goods, providers, payBack }: Given) {
  const inFile = recordFile('payments', ({ payerId }: contract.PaymentRow) => payerId)
  mountList(mount, db, contract.allPayments, 'exported payments', findPayments, inFile)
  mount(contract.monthlySums, () => sumByMonth(db, dayOf(clock())))

  mount(contract.listFindings, async ({ input: { limit = mostPerAnswer, after } }) => {
    const rows = await listFindings(db, limit + 1, cursor.unpack(after, Place)?.[0])
    const listed = rows.map((row) => ({ ...row, ...priceOf(row), date: row.foundAt.toISOString() }))
    return pageOf(listed, limit, (last) => cursor.pack(last.place))
  })

  mountAction(mount, db, settleFinding, contract.settleFinding)

  mount(contract.acceptRisky, async ({ viewer, input: { id } }) => {
    const wanted = await providerOfRisky(db, id)
    const provider = providers.find((one) => one.id === wanted)
    // That way to pay was switched off.
    if (!provider) throw new Problem('unavailable')
    const modifiedCount = await acceptRisky({ db, goods, provider }, viewer.userId, id, clock())
    payBack?.()
    return { modifiedCount }
  })
  mountAction(mount, db, refundRisky, contract.refundRisky, { afterwards: payBack })
}
