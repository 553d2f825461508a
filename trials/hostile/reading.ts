import type { Figure } from './report.ts'
import type { Account, Target } from './target.ts'

const people = 130

/** Ways to spell one address, as gateways and somebody who plays with headers do. */
const spellings = [
  '2001:db8:7:700::9',
  '2001:DB8:7:700::A',
  '2001:0db8:0007:0700:0000:0000:0000:000b',
  '[2001:db8:7:700::c]:4711',
  '1.2.3.4, 2001:db8:7:700::d',
  'unknown, 2001:db8:7:700::e',
]
const ofIpv4 = ['203.0.113.50', '::ffff:203.0.113.50', '203.0.113.50:9999', '8.8.8.8, 203.0.113.50', ', 203.0.113.50']
/** What a proxy does not write, and the site must not believe. */
const madeUp = {
  'x-real-ip': '9.9.9.9',
  forwarded: 'for=9.9.9.9',
  'x-client-ip': '9.9.9.9',
  'cf-connecting-ip': '9.9.9.9',
}

/** Each of them reads all people, several at once, until it is refused. @returns how many all of them have read */
async function readAll(
  { askPatiently: ask }: Target,
  ids: string[],
  readers: Account[],
  fromOf: (n: number) => string,
) {
  let read = 0
  await Promise.all(
    readers.map(async ({ cookie }, reader) => {
      for (let first = 0; first < ids.length; first += 10) {
        const asked = ids
          .slice(first, first + 10)
          .map((id, n) => ask(`/api/bioData/${id}`, { cookie, from: fromOf(reader + n), headers: madeUp }))
        const answers = await Promise.all(asked)
        read += answers.filter(({ status }) => status === 200).length
        if (answers.every(({ status }) => status === 429)) return
      }
    }),
  )
  return read
}

/** How much one network reads with throw-away accounts (SEC-N3, R2). */
export async function* reading(target: Target): AsyncGenerator<Figure> {
  const ids = await target.people(people)
  let made = 0
  const accounts = (many: number) =>
    Promise.all(Array.from({ length: many }, () => target.signUp(`reader-${++made}@attack.example`)))
  const [of64, of56, confirmed, one] = [await accounts(5), await accounts(14), await accounts(4), await accounts(1)]
  yield {
    attack: 'full profiles for 5 unconfirmed accounts of a /64, its address spelled in six ways',
    found: await readAll(target, ids, of64, (n) => spellings[n % spellings.length]!),
    promised: { atMost: 120 },
  }
  yield {
    attack: 'full profiles for 14 unconfirmed accounts of a /56',
    found: await readAll(target, ids, of56, (n) => `2001:db8:9:9${(n % 256).toString(16).padStart(2, '0')}::1`),
    promised: { atMost: 400 },
  }
  yield {
    attack: 'full profiles for one unconfirmed account that changes its network for each, ten at once',
    found: await readAll(target, ids, one, () => target.newNetwork()),
    promised: { atMost: 40 },
  }
  await Promise.all(confirmed.map(target.confirm))
  yield {
    attack: 'full profiles for 4 confirmed accounts of a /64, each of which costs a mailbox',
    found: await readAll(target, ids, confirmed, () => '2001:db8:a:a00::1'),
  }
  let signUps = 0
  for (let n = 0; n < 16; n++)
    await target.signUp(`mapped-${n}@attack.example`, ofIpv4[n % ofIpv4.length]!).then(
      () => signUps++,
      () => {},
    )
  yield {
    attack: 'accounts at once behind one IPv4 address that is spelled in five ways',
    found: signUps,
    of: 16,
    promised: { atMost: 10 },
  }
  let lists = 0
  for (let burst = 0; burst < 30; burst++) {
    const asked = Array.from({ length: 10 }, (_, n) =>
      target.askPatiently(`/api/bioData-filter?minAge=18&maxAge=${40 + n}`, { from: ofIpv4[n % ofIpv4.length]! }),
    )
    lists += (await Promise.all(asked)).filter(({ status }) => status === 200).length
  }
  // Some become free while the others are read.
  yield {
    attack: 'lists of cards in a burst of 300 from that address',
    found: lists,
    of: 300,
    promised: { atMost: 260 },
  }
}
