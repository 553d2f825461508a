import type { Figure } from './report.ts'
import type { Target } from './target.ts'

const rows = 100
const email = /[\w.+-]+@many\.example/g

/** Each tries to read more of people's emails than the limit allows, or without being noted. */
const ways: [way: string, path: (n: number) => string][] = [
  ['pages of /users', (n) => `/api/users?sort=${n % 2 ? 'email' : '-email'}`],
  ['searches in /users', (n) => `/api/users?search=person-${n}&limit=100`],
  ['/allBioData', () => '/api/allBioData'],
  ['the page Manage Users', (n) => `/dashboard/manage?search=person-${n}`],
  ['contact requests that are called one’s own', () => '/api/payments?mine=true'],
]

/** What a stolen administrator's session copies (SEC-N6, G5, M4, M8). */
export async function* lists(target: Target): AsyncGenerator<Figure> {
  const { ask, sql, signUp, makeAdmin } = target
  await target.people(400)
  const thief = async (name: string) => {
    const admin = await signUp(`${name}@attack.example`)
    await makeAdmin(admin)
    // The password was given an hour ago.
    await sql(`update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`, [admin.id])
    return admin
  }
  const one = await thief('admin-most')
  const { body, headers } = await ask('/api/users?limit=1000', { cookie: one.cookie })
  yield {
    attack: 'rows of one answer that was asked for 1,000',
    found: Array.isArray(body) ? body.length : 0,
    promised: { atMost: rows },
  }
  yield {
    attack: 'rows of one answer that names no limit',
    found: (await ask('/api/users', { cookie: one.cookie })).body.length,
    promised: { atMost: rows },
  }
  void headers

  for (const [n, [way, path]] of ways.entries()) {
    const { id, cookie } = await thief(`admin-${n}`)
    let answered = 0
    let emails = 0
    for (let burst = 0; burst < 5; burst++) {
      const asked = Array.from({ length: 40 }, (_, i) => {
        const method = i % 8 === 7 ? 'HEAD' : 'GET'
        const accept = i % 2 ? 'application/problem+json' : '*/*'
        return ask(path(burst * 40 + i), { method, cookie, headers: { accept } })
      })
      for (const { status, text } of await Promise.all(asked)) {
        answered += Number(status === 200)
        emails += text.match(email)?.length ?? 0
      }
    }
    const noted = await sql(`select action from audit_log where actor_id = $1 and action like 'read %'`, [id])
    yield { attack: `emails read through ${way}, 200 requests, 40 at once`, found: emails, promised: { atMost: 3_000 } }
    if (emails > 0)
      yield {
        attack: `lines about it in the audit log (${answered} answers)`,
        found: noted.length,
        promised: { atLeast: 1 },
      }
  }
  const { cookie } = await thief('admin-files')
  let files = 0
  for (const path of [
    'users.csv',
    'contact-requests.csv',
    'all-payments.csv',
    'premium-requests.csv',
    'Users.csv',
    'users.csv/',
  ])
    files += Number((await ask(`/api/${path}`, { cookie })).status === 200)
  yield { attack: 'files without the password', found: files, promised: { atMost: 0 } }
}
