import { hash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { type Dice, dice } from '#demo/dice.ts'
import { inventor } from '#demo/people.ts'
import type { Right } from '#src/features/contact-ledger/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Schema } from '#src/platform/db/schema.ts'

/** Rows with what triggers would copy into them. */
export type Rows = { [T in keyof Schema]?: (Insertable<Schema[T]> & Partial<Selectable<Schema[T]>>)[] }

const day = 24 * 3_600_000
/** People who only look around, for each who has a biodata. */
const onlookers = 0.05
const administrators = 3

/**
 * Most are young; the old are rare, as on a real site: a filter has to find the one 64-year-old among a hundred thousand.
 * In years.
 */
function ageOf({ around, chance, roll }: Dice, isMan: boolean) {
  const least = isMan ? 21 : 18
  return chance(0.92) ? around(least, least + 20) : Math.min(80, Math.floor(least + 18 - 9 * Math.log(1 - roll())))
}

/** How many, where most have none and few have many. */
const several = ({ roll }: Dice, average: number) =>
  Math.floor(Math.log(1 - roll()) / Math.log(average / (1 + average)))

export interface Population {
  count: number
  seed: number
  now: Date
  /** The number of the first biodata. */
  firstNumber: number
}

/**
 * A site with `count` biodata and what their people did in two years, a batch of rows at a time. The same seed, day and
 * first number make the same site. Who is read, marked and asked for is somebody of an earlier batch or the same.
 */
export function population({ count, seed, now, firstNumber }: Population) {
  const own = dice(seed ^ 0x5eed)
  const { chance, pick, weighted } = own
  const invent = inventor({ today: dayOf(now), seed: seed + firstNumber, ageOf })
  let made = 0
  /** Like gen_random_uuid, but the same ones again. Made of the running number too, so that more people can be added. */
  const newId = () => {
    const hex = hash('md5', `${seed} ${firstNumber} ${made++}`)
    const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  const ago = (days: number) => new Date(now.getTime() - days * day)
  /** The site grows: as many came in the last eight months as in the sixteen before. */
  const arrival = (i: number) => ago(1 + 730 * (1 - (i + 1) / count) ** 1.5)
  /** Some time between a moment and now. */
  const since = (moment: Date) => new Date(moment.getTime() + own.roll() * (now.getTime() - moment.getTime()))

  const ids: string[] = []
  const isMan: boolean[] = []
  const isOpen: boolean[] = []
  const admins = Array.from({ length: administrators }, newId)

  const account = (id: string, name: string, email: string, createdAt: Date) => ({
    id,
    name,
    email,
    emailVerified: chance(0.9),
    createdAt,
    updatedAt: createdAt,
    role: 'user' as 'user' | 'admin',
    language: chance(0.7) ? ('bn' as const) : ('en' as const),
    suspendedAt: null as Date | null,
    suspendedBecause: null as string | null,
  })

  function person(i: number) {
    const { latinName, ...biodata } = invent(firstNumber + i)
    const createdAt = arrival(i)
    const email = `${latinName.toLowerCase().replaceAll(' ', '.')}${firstNumber + i}@people.example`
    const user = account(newId(), biodata.name, email, createdAt)
    if (chance(0.002))
      Object.assign(user, { suspendedAt: since(createdAt), suspendedBecause: 'Somebody else’s photos.' })
    const status = weighted([
      [undefined, 916],
      ['approve', 80],
      ['pending', 4],
    ] as const)
    const presence = weighted([
      ['published', 955],
      ['paused', 20],
      ['married', 20],
      ['taken back', 5],
    ] as const)
    const row = {
      id: user.id,
      number: firstNumber + i,
      ...biodata,
      premium: status === 'approve',
      presence,
      presenceSince: presence === 'published' ? createdAt : since(createdAt),
      unpublished: chance(0.003),
      suspended: user.suspendedAt !== null,
      // People who state a belief have agreed to show it.
      showsFaith: biodata.religion !== null || biodata.practice !== null,
      contactFor: chance(0.05) ? ('nobody' as const) : ('checked' as const),
      createdAt,
      updatedAt: createdAt,
      // Of the newest, too: a fifth were not heard of for more than 45 days.
      confirmedAt: new Date(now.getTime() - ((i * 7) % 58) * 24 * 3_600_000),
    }
    ids.push(user.id)
    isMan.push(biodata.gender === 'Male')
    isOpen.push(presence === 'published' && !row.unpublished && !row.suspended && row.contactFor === 'checked')
    const premium = status && {
      userId: user.id,
      askerName: user.name,
      askerEmail: user.email,
      number: row.number,
      status,
      requestedAt: createdAt,
      approvedAt: status === 'approve' ? since(createdAt) : null,
      approvedBy: status === 'approve' ? pick(admins) : null,
    }
    return { user, row, premium }
  }

  /**
   * Somebody of the other gender whose contact can be asked for; those who came early are known to more people. Nobody,
   * if chance finds none, as among very few.
   */
  function* others(i: number, many: number) {
    const seen = new Set<number>()
    for (let tries = 0; seen.size < many && tries < 20 * many; tries++) {
      const place = Math.floor(ids.length * own.roll() ** 1.3)
      if (isMan[place] === isMan[i] || !isOpen[place] || seen.has(place)) continue
      seen.add(place)
      yield place
    }
  }

  /** Asks and pays for the contact of the person at `place`, and what became of it. */
  function request({ id: userId, name, email }: { id: string; name: string; email: string }, place: number) {
    const biodataId = ids[place]!
    const status = weighted([
      ['approve', 89],
      ['pending', 3],
      ['refused', 5],
      ['withdrawn', 3],
    ] as const)
    const requestedAt = status === 'pending' ? ago(own.roll() * 3) : ago(3 + own.roll() * 700)
    const decidedAt = new Date(requestedAt.getTime() + own.roll() * 2 * day)
    const hasEnded = status === 'refused' || status === 'withdrawn'
    const payment = {
      id: newId(),
      provider: 'stripe',
      providerRef: `pi_${newId()}`,
      userId,
      biodataId,
      amount: 500,
      currency: 'usd',
      status: hasEnded ? ('refunded' as const) : ('succeeded' as const),
      refundBecause: hasEnded ? (status === 'refused' ? ('refused' as const) : ('hidden' as const)) : null,
      createdAt: requestedAt,
      updatedAt: hasEnded ? decidedAt : requestedAt,
    }
    const asked = {
      id: newId(),
      userId,
      askerName: name,
      askerEmail: email,
      biodataId,
      number: firstNumber + place,
      paymentId: payment.id,
      status,
      deleted: chance(0.05),
      requestedAt,
      approvedAt: status === 'approve' ? decidedAt : null,
      approvedBy: status === 'approve' ? pick(admins) : null,
      endedAt: hasEnded ? decidedAt : null,
      endedBy: status === 'refused' ? pick(admins) : null,
      endedBecause: status === 'refused' ? 'The photo is somebody else’s.' : null,
    }
    const { provider, providerRef, amount, currency } = payment
    const received = { amount, currency, paymentId: payment.id, provider }
    const receipt = { ...received, id: providerRef, receivedAt: requestedAt, notedAt: requestedAt }
    const gone = { state: 'refunded' as const, madeAt: decidedAt, doneAt: decidedAt }
    const refund = hasEnded ? { ...received, id: newId(), receiptId: providerRef, ...gone } : undefined
    return { payment, asked, receipt, refund }
  }

  const look = (ownerId: string, viewer: number, byRight: Right, from: Date) => ({
    ownerId,
    viewerId: ids[viewer]!,
    viewerNumber: firstNumber + viewer,
    byRight,
    at: since(from),
  })

  /** What the people from `start` on did. */
  function deeds(start: number, people: ReturnType<typeof person>[]) {
    const rows = {
      favourites: [],
      payments: [],
      paymentReceipts: [],
      refunds: [],
      contactRequests: [],
      contactViews: [],
      auditLog: [],
    } as Rows
    for (const [after, { user, row }] of people.entries()) {
      const i = start + after
      const ownerId = user.id
      for (const place of others(i, several(own, 1)))
        rows.favourites!.push({ id: newId(), ownerId, biodataId: ids[place]!, createdAt: since(arrival(i)) })
      for (const place of others(i, several(own, 0.15))) {
        const { payment, asked, receipt, refund } = request(user, place)
        rows.payments!.push(payment)
        rows.paymentReceipts!.push(receipt)
        if (refund) rows.refunds!.push(refund)
        rows.contactRequests!.push(asked)
        if (!asked.approvedAt) continue
        rows.contactViews!.push(look(ids[place]!, i, 'request', asked.approvedAt))
        rows.auditLog!.push({
          at: asked.approvedAt,
          actorId: asked.approvedBy,
          action: 'approved contact request',
          subjectId: asked.id,
        })
      }
      if (!row.premium) continue
      for (const place of others(i, several(own, 4)))
        rows.contactViews!.push(look(ids[place]!, i, 'premium', arrival(i)))
    }
    return rows
  }

  function report(reporterId: string, reported: number) {
    const at = ago(own.roll() * 300)
    const isOpen = chance(0.05)
    return {
      id: newId(),
      reporterId,
      reportedId: ids[reported]!,
      number: firstNumber + reported,
      reason: pick(['taken', 'untrue', 'rude', 'money', 'other'] as const),
      words: 'This is not the person of the photo.',
      at,
      outcome: isOpen ? null : ('dismissed' as const),
      answer: isOpen ? null : 'We have looked at it.',
      answeredAt: isOpen ? null : new Date(at.getTime() + day),
      answeredBy: isOpen ? null : pick(admins),
    }
  }

  return {
    /** The people from `start` to before `end`, and those who only look around. */
    people(start: number, end: number): Rows {
      const all = Array.from({ length: end - start }, (_, i) => person(start + i))
      const watching = Array.from({ length: Math.floor(end * onlookers) - Math.floor(start * onlookers) }, () => {
        const { name, latinName } = invent(0)
        const id = newId()
        return account(
          id,
          name,
          `${latinName.toLowerCase().replaceAll(' ', '.')}.${id}@people.example`,
          since(ago(700)),
        )
      })
      const premium = all.flatMap((one) => one.premium ?? [])
      const staff = start > 0 ? [] : admins.map((id, i) => administrator(id, i))
      const rows: Rows = {
        users: [...staff, ...all.map(({ user }) => user), ...watching],
        biodata: all.map(({ row }) => row),
        premium,
        ...deeds(start, all),
      }
      const approved = premium.filter(({ status }) => status === 'approve')
      rows.auditLog!.push(
        ...approved.map(({ userId, approvedAt, approvedBy }) => ({
          at: approvedAt!,
          actorId: approvedBy,
          action: 'made premium',
          subjectId: userId,
        })),
      )
      return rows
    },
    /** Who has blocked or reported whom: rare, and in everybody's way. */
    quarrels(): Rows {
      const rows = { blocks: [], reports: [] } as Rows
      for (let i = 0; i < count; i++) {
        if (chance(0.001))
          for (const place of others(i, 1))
            rows.blocks!.push({ blockerId: ids[i]!, blockedId: ids[place]!, at: since(arrival(i)) })
        if (chance(0.002)) for (const place of others(i, 1)) rows.reports!.push(report(ids[i]!, place))
      }
      return rows
    },
  }

  function administrator(id: string, i: number) {
    const email = `admin${firstNumber + i}@people.example`
    return { ...account(id, `Administrator ${i + 1}`, email, ago(740)), role: 'admin' as const }
  }
}
