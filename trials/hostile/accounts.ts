import { consentVersion } from '#src/features/consents/policy.ts'
import type { Figure } from './report.ts'
import type { Account, Target } from './target.ts'

const rounds = 8

/** Somebody who has registered another's email and does not stop to write and to sign in until told. */
function keepAt(target: Target, account: Account) {
  const { ask, signIn, save, cookiesOf } = target
  const consent = { version: consentVersion, to: ['publish', 'contact'] }
  let isOver = false
  const cookies = new Set([account.cookie])
  const loops = [
    () => save(account, { name: 'Not the owner', phoneNumber: '01666000111', consent }),
    () => save(account, { name: 'Not the owner', phoneNumber: '01666000111' }),
    () => ask('/api/me', { method: 'PATCH', cookie: account.cookie, body: { name: `Name ${Math.random()}` } }),
    () =>
      ask('/api/me/searches', {
        method: 'POST',
        cookie: account.cookie,
        body: { name: 'Mine', search: `gender=Male&minAge=${20 + Math.floor(Math.random() * 20)}` },
      }),
    () => ask('/api/me/put-away', { method: 'PATCH', cookie: account.cookie, body: {} }),
    () => ask('/api/me/put-away', { method: 'PATCH', cookie: account.cookie, body: {} }),
    async () => {
      const answer = await signIn(account.email)
      if (answer.status === 200) cookies.add(cookiesOf(answer))
    },
  ]
  const all = [...loops, loops.at(-1)!, loops.at(-1)!, loops.at(-1)!].map(async (loop) => {
    while (!isOver) await loop()
  })
  return async () => {
    isOver = true
    await Promise.all(all)
    return [...cookies]
  }
}

/** What somebody keeps of an account when the owner of its email comes, in the middle of it all (SEC-N5, A6). */
export async function* accounts(target: Target): AsyncGenerator<Figure> {
  const { ask, sql, signUp, save, mailedToken } = target
  let [sessions, published, written, owners, tries] = [0, 0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const account = await signUp(`victim-${round}@attack.example`)
    await save(account, { name: 'Not the owner' })
    const token = await mailedToken(account.email)
    const stop = keepAt(target, account)
    await new Promise((resolve) => setTimeout(resolve, 300 + 40 * round))
    const proved = await ask('/api/verify-email', { method: 'POST', body: { token } })
    const { resetToken } = proved.body
    const body = { token: resetToken, password: 'the password of the owner' }
    if (round % 2) owners += Number((await ask('/api/reset-password', { method: 'POST', body })).status === 200)
    else owners += Number(proved.status === 200)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const cookies = await stop()
    tries += cookies.length
    for (const cookie of cookies) sessions += Number((await ask('/api/session', { cookie })).body.user !== null)
    const [row] = await sql(
      `select b.presence, b.updated_at > p.at as late, u.name from users u join biodata b using (id)
        left join put_away p on p.user_id = u.id where u.id = $1`,
      [account.id],
    )
    published += Number(row!.presence !== 'paused')
    written += Number(row!.late !== false || row!.name !== '-')
  }
  yield { attack: 'owners who got their account', found: owners, of: rounds, promised: { atLeast: rounds } }
  yield { attack: 'sessions that the attacker kept', found: sessions, of: tries, promised: { atMost: 0 } }
  yield { attack: 'biodata still published', found: published, of: rounds, promised: { atMost: 0 } }
  yield { attack: 'accounts written to after the proof', found: written, of: rounds, promised: { atMost: 0 } }
}
