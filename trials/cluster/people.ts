import { setTimeout as delay } from 'node:timers/promises'
import { biodataOnTheWire } from '#tests/world.server.ts'
import { type Person, refOf, type Site } from '../faults/site.ts'

/** What people saw while something was in trouble. */
export interface Seen {
  answered: number
  /** 503: try again. */
  refused: number
  /** Any other answer that says it is our fault, from a server or from the proxy. */
  failed: number
  /** No answer. */
  cut: number
  /** Own changes that were not seen at once. */
  stale: number
  /** Milliseconds of the answer that took longest. */
  slowest: number
  /** Milliseconds for which nobody at all was answered, the longest. */
  silence: number
  /** In words, everything that was wrong. */
  wrong: string[]
  /** Requests that were acknowledged. */
  acknowledged: string[]
}

const divisions = ['Dhaka', 'Sylhet', 'Khulna', 'Rangpur'] as const

/** Visitors who look around, members who publish and look, and others who pay, until told to stop. */
export async function crowdOn(site: Site) {
  const seen: Seen = {
    answered: 0,
    refused: 0,
    failed: 0,
    cut: 0,
    stale: 0,
    slowest: 0,
    silence: 0,
    wrong: [],
    acknowledged: [],
  }
  let isOver = false
  let lastAnswer = Number.POSITIVE_INFINITY
  let networks = 0

  async function ask(method: string, path: string, by: Partial<Person> = {}, body?: unknown) {
    const began = performance.now()
    // Another network each time: what one may read is limited.
    const network = by.network ?? `10.200.${(networks >> 8) & 255}.${networks++ & 255}`
    const answer = await site.call(method, path, { ...by, network }, body).catch(() => undefined)
    const now = performance.now()
    seen.slowest = Math.max(seen.slowest, now - began)
    if (!answer) seen.cut++
    else if (answer.status === 503) seen.refused++
    else if (answer.status >= 500) seen.failed++
    else {
      seen.answered++
      seen.silence = Math.max(seen.silence, now - lastAnswer)
      lastAnswer = now
      if (answer.status >= 400) seen.wrong.push(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    }
    if (answer?.status !== 200) await delay(20)
    return answer?.status === 200 ? answer : undefined
  }

  async function visit(path: string) {
    while (!isOver) await ask('GET', path)
  }

  /** Publishes from another division each time, and looks at once whether they stand in its list. */
  async function publish(writer: Person, done: { said: number; tried: number }) {
    while (!isOver) {
      const tried = ++done.tried
      const perDivision = divisions[tried % divisions.length]!
      const form = biodataOnTheWire({ email: writer.email, name: `Name ${tried}`, perDivision })
      const answer = await ask('PATCH', '/api/bioData', writer, form)
      if (!answer) continue
      done.said = tried
      const [written] = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
      const cookie = written?.startsWith('nikhad.written=') ? `${written}; ${writer.cookie}` : writer.cookie
      const list = await ask('GET', `/api/bioData-filter?perDivision=${perDivision}&limit=100`, { ...writer, cookie })
      if (list && !list.text.includes(writer.id)) seen.stale++
    }
  }

  /** Registers, pays for one contact, and leaves; a browser that gets no answer is closed. */
  async function pay(bioDataId: number) {
    while (!isOver) {
      const payer = await site.signUp('payer').catch(() => undefined)
      if (!payer) continue
      const begun = await ask('POST', '/api/create-payment-intent', payer, { price: 5, bioDataId })
      if (!begun) continue
      await site.confirm(begun.body.clientSecret)
      const transactionId = refOf(begun.body.clientSecret)
      const recorded = await ask('POST', '/api/payments', payer, { transactionId, bioDataId })
      if (recorded) seen.acknowledged.push(recorded.body.insertedId)
    }
  }

  const owner = await site.owner()
  const writers = await Promise.all(['one', 'two'].map((name) => site.signUp(name)))
  const written = writers.map((writer) => ({ writer, said: 0, tried: 0 }))
  lastAnswer = performance.now()
  const going = [
    ...['/', '/baiDataPage', '/api/bioData-filter?limit=20', '/api/BioDataCount'].map(visit),
    ...written.map((one) => publish(one.writer, one)),
    pay(owner.number),
  ]
  return {
    seen,
    owner,
    /** How far each writer was told to have come. */
    written,
    async stop() {
      isOver = true
      await Promise.all(going)
    },
  }
}
