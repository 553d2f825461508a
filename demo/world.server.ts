import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { PastPayment } from '#sandbox/stripe/api.ts'
import { consentKinds, consentVersion } from '#src/features/consents/policy.ts'
import { hashPassword } from '#src/features/identity/password.server.ts'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { inventPeople } from './people.ts'

export const demoPassword = 'nikhad-demo-2026'
export const demoAccounts = [
  { email: 'admin@demo.example', what: 'administrator' },
  { email: 'premium@demo.example', what: 'premium member with a biodata' },
  { email: 'user@demo.example', what: 'member with a biodata' },
  { email: 'new@demo.example', what: 'member without a biodata' },
]

/** Places in the order of the biodata numbers; number 1 is at 0. The two accounts are among the newest. */
const premiumMember = 229
const ordinaryMember = 232
/** Six of the first eight, and of the others about one in eight. */
const isPremium = (place: number) =>
  place === premiumMember || (place < 8 ? place !== 2 && place !== 5 : place % 8 === 4)
const wantsPremium = [50, 97, 149, 201, 223]

const day = 24 * 3_600_000

/**
 * Fills an empty database with 240 invented biodata and the demo's accounts, all in one
 * transaction, and claims it for the demo.
 * @returns whether it did: false when the database has a mode or people already
 */
export async function seedDemoWorld({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    // Imported people are not invented ones: an operator who imported first wants to see those.
    if (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
    const claimed = await trx
      .insertInto('site')
      .values({ mode: 'demo' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 0n) return false
    const people = populate(now)
    const admin = await addAccounts(trx, people, now)
    const done = [...(await addBiodata(trx, people, admin, now)), ...(await addRequests(trx, people, admin, now))]
    done.sort((one, other) => one.at.getTime() - other.at.getTime())
    await trx.insertInto('auditLog').values(done).execute()
    return true
  })
}

type Inhabitant = ReturnType<typeof populate>[number]

/** The site seems to be a year old: people came at an even pace, the last one yesterday. */
function populate(now: Date) {
  return inventPeople(240, dayOf(now)).map(({ latinName, ...biodata }, place, all) => ({
    id: randomUUID(),
    email: emailOf(latinName, place),
    createdAt: new Date(now.getTime() - day - ((all.length - 1 - place) / all.length) * 364 * day),
    biodata,
  }))
}

function emailOf(name: string, place: number) {
  if (place === premiumMember) return 'premium@demo.example'
  if (place === ordinaryMember) return 'user@demo.example'
  return `${name.toLowerCase().replaceAll(' ', '.')}${place + 1}@demo.example`
}

/** @returns the administrator's id */
async function addAccounts(trx: Transaction<Schema>, people: Inhabitant[], now: Date) {
  const admin = {
    id: randomUUID(),
    email: 'admin@demo.example',
    name: 'ডেমো অ্যাডমিন',
    createdAt: hoursBefore(now, 366 * 24),
  }
  const newcomer = {
    id: randomUUID(),
    email: 'new@demo.example',
    name: 'ডেমো নতুন সদস্য',
    createdAt: hoursBefore(now, 1),
  }
  const inhabitants = people.map(({ id, email, createdAt, biodata }) => ({ id, email, name: biodata.name, createdAt }))
  const users = [admin, ...inhabitants, newcomer]
  await trx
    .insertInto('users')
    .values(
      users.map((user) => ({
        ...user,
        updatedAt: user.createdAt,
        emailVerified: true,
        role: user === admin ? 'admin' : 'user',
      })),
    )
    .execute()

  const password = await hashPassword(demoPassword)
  const canSignIn = users.filter(({ email }) => demoAccounts.some((account) => account.email === email))
  await trx
    .insertInto('accounts')
    .values(canSignIn.map(({ id }) => ({ userId: id, providerId: 'credential', accountId: id, password })))
    .execute()
  return admin.id
}

/** @returns what the administrator did */
async function addBiodata(trx: Transaction<Schema>, people: Inhabitant[], admin: string, now: Date) {
  const members = people.filter((_, place) => isPremium(place))
  const waiting = wantsPremium.map((place, i) => ({
    userId: people[place]!.id,
    status: 'pending' as const,
    requestedAt: hoursBefore(now, 9 * (5 - i)),
  }))
  const approved = members.map(({ id, createdAt }) => ({
    userId: id,
    status: 'approve' as const,
    requestedAt: createdAt,
    approvedAt: new Date(createdAt.getTime() + day / 2),
    approvedBy: admin,
  }))
  await trx.insertInto('premium').values(waiting).execute()
  // Before the biodata: their insert reads who is premium, and so nobody is written twice.
  await trx.insertInto('premium').values(approved).execute()
  await trx
    .insertInto('biodata')
    .values(
      people.map(({ id, createdAt, biodata }, place) => ({
        id,
        createdAt,
        updatedAt: createdAt,
        presenceSince: createdAt,
        // Two months of answers; the two accounts gave theirs lately.
        confirmedAt: new Date(Math.max(createdAt.getTime(), now.getTime() - ((place * 7 + 3) % 55) * day)),
        ...biodata,
      })),
    )
    .execute()
  const agreed = people.flatMap(({ id, createdAt }) =>
    consentKinds.map((what) => ({ userId: id, what, version: consentVersion, givenAt: createdAt })),
  )
  await trx.insertInto('consents').values(agreed).execute()
  return approved.map(({ userId, approvedAt }) => ({
    at: approvedAt,
    actorId: admin,
    action: 'made premium',
    subjectId: userId,
  }))
}

/** Seven paid contact requests, four of them waiting, and some favourites. The accounts themselves begin without requests. @returns what the administrator did */
async function addRequests(trx: Transaction<Schema>, people: Inhabitant[], admin: string, now: Date) {
  const free = people.filter((_, place) => place !== premiumMember && place !== ordinaryMember && place > 20)
  const opposite = (person: Inhabitant, skip: number) =>
    free.filter(({ biodata }) => biodata.gender !== person.biodata.gender && biodata.division !== 'Dhaka')[skip]!

  const requests = Array.from({ length: 7 }, (_, i) => {
    const asking = free[i * 23]!
    const requestedAt = hoursBefore(now, 160 - 21 * i)
    return {
      id: randomUUID(),
      asking,
      asked: opposite(asking, i * 5 + 3),
      requestedAt,
      paymentId: randomUUID(),
      isApproved: i < 3,
    }
  })
  // Money that two people say they have sent by hand, for the administrator to confirm.
  const told = [11, 34].map((place, i) => ({
    ...{ paymentId: randomUUID(), asking: free[place]!, asked: opposite(free[place]!, i * 5 + 2) },
    ...{ at: hoursBefore(now, 3 + 19 * i), wallet: (['bkash', 'nagad'] as const)[i]! },
  }))
  const claims = told.map(({ paymentId, at, wallet }, i) => ({
    ...{ paymentId, wallet, transactionId: `DED22${i + 1}MHU4`, lastDigits: `482${i + 1}`, claimedAt: at },
  }))
  await trx
    .with('paid', (one) =>
      one
        .insertInto('payments')
        .values([
          ...requests.map(({ paymentId, asking, asked, requestedAt }, i) => ({
            ...{ id: paymentId, provider: 'stripe', providerRef: `pi_demo_${i + 1}`, userId: asking.id },
            ...{ biodataId: asked.id, amount: 500, currency: 'usd', status: 'succeeded' as const },
            ...{ createdAt: requestedAt, updatedAt: requestedAt },
          })),
          ...told.map(({ paymentId, asking, asked, at }, i) => ({
            ...{ id: paymentId, provider: 'send-money', providerRef: `DEMA${i + 2}Z`, userId: asking.id },
            ...{ biodataId: asked.id, amount: 50_000, currency: 'bdt', status: 'claimed' as const },
            ...{ createdAt: at, updatedAt: at },
          })),
        ])
        .returning(['provider', 'providerRef', 'id', 'amount', 'currency', 'createdAt']),
    )
    .with('claimed', (one) => one.insertInto('transferClaims').values(claims))
    .insertInto('paymentReceipts')
    .columns(['provider', 'id', 'paymentId', 'amount', 'currency', 'receivedAt'])
    .expression((one) =>
      one
        .selectFrom('paid')
        .select(['provider', 'providerRef', 'id', 'amount', 'currency', 'createdAt'])
        .$narrowType<{ providerRef: string }>()
        .where('provider', '=', 'stripe'),
    )
    .execute()
  await trx
    .insertInto('contactRequests')
    .values(
      requests.map(({ id, asking, asked, requestedAt, paymentId, isApproved }) => ({
        id,
        userId: asking.id,
        biodataId: asked.id,
        paymentId,
        requestedAt,
        ...(isApproved
          ? { status: 'approve' as const, approvedAt: hoursAfter(requestedAt, 5), approvedBy: admin }
          : {}),
      })),
    )
    .execute()
  const admirers = [people[ordinaryMember]!, ...requests.map(({ asking }) => asking)]
  const favourites = admirers.flatMap((owner) =>
    [1, 11].map((skip) => ({
      ownerId: owner.id,
      biodataId: opposite(owner, skip).id,
      note: skip === 1 ? 'Aunt Selina knows the family.' : null,
    })),
  )
  await trx.insertInto('favourites').values(favourites).execute()
  return requests
    .filter(({ isApproved }) => isApproved)
    .map(({ id, requestedAt }) => ({
      at: hoursAfter(requestedAt, 5),
      actorId: admin,
      action: 'approved contact request',
      subjectId: id,
    }))
}

/** What was paid and can be given back, as the payment sandbox knows it. */
export async function paymentsMade(db: Db): Promise<PastPayment[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'providerRef', 'userId', 'biodataId', 'amount', 'currency', 'createdAt'])
    .where('provider', '=', 'stripe')
    .where('providerRef', 'is not', null)
    .where('status', 'in', ['succeeded', 'refund_due'])
    .orderBy('createdAt')
    .execute()
  return payments.map(({ id, providerRef, userId, biodataId, amount, currency, createdAt }) => ({
    id: providerRef!,
    amount,
    currency,
    metadata: { paymentId: id, ...(userId && { userId }), ...(biodataId && { biodataId }) },
    at: createdAt,
  }))
}

const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000)
const hoursBefore = (moment: Date, hours: number) => hoursAfter(moment, -hours)
