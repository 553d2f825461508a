import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type Line, median, ratios } from './report.ts'
import type { Peopled } from './stage.ts'

/** Requests of each kind in a round, after as many that warm up. */
const requestsPerRound = 20
/** The one profile is read again and again: that counts once, as people go back and forth too (REQUIREMENTS R2). */
const network = '192.0.2.77'

interface Sent {
  cookie?: string
  from?: string
  method?: string
  body?: object
}

interface Asked {
  ms: number
  text: string
  cookies: string[]
}

/** Signs up somebody with a biodata, whom no limit of new accounts holds back. @returns how they ask for a path */
export async function openMember(
  port: number,
  database: Peopled,
): Promise<(path: string, from?: string) => Promise<Asked>> {
  const ask = async (
    path: string,
    { cookie = '', from = network, method = 'GET', body }: Sent = {},
  ): Promise<Asked> => {
    const sent = body && JSON.stringify(body)
    const headers = {
      cookie,
      'x-forwarded-for': from,
      'accept-language': 'en',
      ...(sent && {
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
      }),
    }
    const began = performance.now()
    const asking = request({ port, host: '127.0.0.1', path, method, headers }).end(sent)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += part
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
    return { ms: performance.now() - began, text, cookies: answer.headers['set-cookie'] ?? [] }
  }

  const email = `bench-${Date.now()}@mail.example`
  const account = { name: 'Bench', email, password: 'rain on a tin roof' }
  const { cookies } = await ask('/api/auth/sign-up/email', { method: 'POST', body: account })
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  const biodata = {
    ...{ name: 'Sadia Rahman', gander: 'Female', birth: '2000-03-14', age: 24, skinColor: 'Medium', feet: 5, inch: 4 },
    ...{ weight: '55kg', occupation: 'Doctor', fatherName: 'Mizanur Rahman', matherName: 'Shirin Akter', email },
    ...{ perDivision: 'Dhaka', presentDivision: 'Dhaka', partnerAge: 29, PartnerFeet: 5, PartnerInch: 8 },
    ...{ partnerWeight: '70kg', phoneNumber: '01712345678', photoUrl: 'https://photos.example/sadia.jpg' },
  }
  await ask('/api/bioData', { cookie, method: 'PATCH', body: biodata })
  const { db, pool } = openDatabase(database.connection)
  try {
    await pool.query(
      `update users set created_at = now() - interval '30 days', email_verified = true where email = $1`,
      [email],
    )
  } finally {
    await db.destroy()
  }
  return (path, from) => ask(path, { cookie, from })
}

/** What a member's own pages take the server, one request at a time, and how a profile compares with the list. */
export async function* measureSignedIn(port: number, database: Peopled, rounds: number): AsyncGenerator<Line> {
  const ask = await openMember(port, database)
  const { text } = await ask('/api/bioData-filter?gander=Male&limit=1')
  const { _id: id } = JSON.parse(text)[0]
  const paths = { list: to.browse, profile: to.details(id), api: `/api/bioData/${id}` }
  const times: Record<string, number[]> = { list: [], profile: [], api: [] }
  for (let round = 0; round <= rounds; round++) {
    const inRound: Record<string, number[]> = { list: [], profile: [], api: [] }
    for (let i = 0; i < requestsPerRound; i++)
      for (const [name, path] of Object.entries(paths)) inRound[name]!.push((await ask(path)).ms)
    // The first round warms up.
    if (round > 0) for (const name of Object.keys(paths)) times[name]!.push(median(inRound[name]!))
  }
  yield { what: 'a member’s list as HTML, one at a time', unit: 'ms', rounds: times.list! }
  yield { what: 'a profile as HTML, one at a time', unit: 'ms', rounds: times.profile! }
  yield { what: 'the same profile as JSON', unit: 'ms', rounds: times.api! }
  yield {
    what: 'a profile’s HTML ÷ the signed-in list’s',
    unit: '',
    rounds: ratios(times.profile!, times.list!),
    target: { atMost: 1.5 },
  }
}
