import { setTimeout as delay } from 'node:timers/promises'
import { expectBooksRight, expectNoContact } from '../books.ts'
import { patiently } from '../patiently.ts'
import { declined, openSite, refOf, type Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial } from '../trial.ts'

async function providerInTrouble({ site }: Stage, tally: Tally, rounds: number) {
  const { fail } = site.sandbox
  const owner = await site.owner()
  /** Each begins a trouble, and answers what ends it. */
  const troubles: Record<string, () => Promise<() => unknown>> = {
    'is down': site.providerDown,
    'takes half a minute': async () => {
      fail.delay = 30_000
      return () => delete fail.delay
    },
    'answers 500': async () => {
      fail.always = 500
      return () => delete fail.always
    },
    'answers 429': async () => {
      fail.always = 429
      return () => delete fail.always
    },
  }
  for (let round = 0; round < rounds; round++)
    for (const [what, begin] of Object.entries(troubles)) {
      const [payer, paid] = [await site.signUp('payer'), await site.signUp('paid')]
      const { clientSecret } = (await patiently(() => site.begin(paid, owner.number))).body
      await site.confirm(clientSecret)
      const end = await begin()
      const refused = [
        await site.begin(payer, owner.number),
        await site.record(paid, refOf(clientSecret), owner.number),
      ]
      for (const { status, body } of refused) {
        // The notice may have been faster, and what is recorded needs no provider.
        if (status === 200) continue
        if (status !== 503) tally.wrong.push(`while it ${what}: ${status} ${JSON.stringify(body)}`)
      }
      await end()
      const began = performance.now()
      const again = await site.begin(payer, owner.number)
      if (again.status !== 200) tally.wrong.push(`after it ${what}: ${again.status} ${again.text}`)
      await site.confirm(again.body.clientSecret)
      await site.record(payer, refOf(again.body.clientSecret), owner.number)
      recovered(tally, performance.now() - began + (await expectBooksRight(site, tally)))
      const begun = site.sandbox.intents().filter(({ metadata }) => metadata.userId === payer.id)
      count(tally, 'doubled', `payments begun for one press while it ${what}`, begun.length - 1)
      tally.rounds++
    }
}

/** Everything that was noticed about a payment. */
const eventsAbout = ({ sandbox }: Site, ref: string) =>
  sandbox.events().filter(({ data }) => {
    const object = data.object as { id: string; payment_intent?: string }
    return (object.payment_intent ?? object.id) === ref
  })

async function noticesInDisorder({ site, random }: Stage, tally: Tally, rounds: number) {
  const owner = await site.owner()
  for (let round = 0; round < rounds; round++) {
    const payer = await site.signUp('payer')
    site.sandbox.fail.webhooks = 'lost'
    const { clientSecret } = (await patiently(() => site.begin(payer, owner.number))).body
    const ref = refOf(clientSecret)
    await site.confirm(clientSecret, declined)
    await site.confirm(clientSecret)
    const began = performance.now()
    const told = eventsAbout(site, ref)
    // What the provider could not deliver for three days, it delivers with the date it happened.
    const late = told.map((event) => ({ ...event, id: `${event.id}_late`, created: event.created - 3 * 86_400 }))
    const events = [...late, ...told].reverse()
    const many = Array.from({ length: 100 }, (_, n) => events[n % events.length]!)
    // Some come before the browser says that it has paid, some at the same moment, some afterwards.
    const telling = many.map(async (event) => {
      await delay(random() * 200)
      return site.sandbox.deliver(event)
    })
    await delay(random() * 200)
    const recorded = await patiently(() => site.record(payer, ref, owner.number))
    if (recorded.status !== 200) tally.wrong.push(`recording answered ${recorded.status} ${recorded.text}`)
    const arrived = await Promise.all(telling)
    count(tally, 'lost', 'notices', arrived.filter((hasArrived) => !hasArrived).length)
    recovered(tally, performance.now() - began)
    await expectBooksRight(site, tally, { isSwept: false, timeoutMs: 0 })
    await expectNoContact(site, tally, payer, owner)
    tally.rounds++
  }
  delete site.sandbox.fail.webhooks
}

/** Paid, the browser closed, the notice lost: on a site of its own, which has nothing but its own job. */
async function sweepHeals({ postgres }: Stage, tally: Tally, rounds: number) {
  await using site = await openSite({ postgres })
  site.judge(tally)
  const owner = await site.owner()
  site.sandbox.fail.webhooks = 'lost'
  for (let round = 0; round < rounds; round++) {
    const payer = await site.signUp('payer')
    const { clientSecret } = (await patiently(() => site.begin(payer, owner.number))).body
    await site.confirm(clientSecret)
    tally.rounds++
  }
  recovered(tally, await expectBooksRight(site, tally, { isSwept: false, timeoutMs: 10 * 60_000 }))
}

export const provider: Trial[] = [
  {
    id: 'F10',
    title: 'K3e K2: while the payment provider is down, slow or broken nothing hangs, and one press is one payment',
    rounds: { few: 0, many: 3 },
    within: 15_000,
    isBeside: true,
    run: providerInTrouble,
  },
  {
    id: 'F11',
    title:
      'K3c K3e: a hundred notices of one payment, of which a card was declined first, in reverse, early and days late, record it once',
    rounds: { few: 1, many: 20 },
    within: 15_000,
    run: noticesInDisorder,
  },
  {
    id: 'R1',
    title: 'K3d: what browser and notice both lost the server finds by itself within ten minutes',
    rounds: { few: 0, many: 3 },
    within: 10 * 60_000,
    isBeside: true,
    run: sweepHeals,
  },
]
