import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withDatabase } from '#tests/journeys/seeded.ts'
import { freePort } from '#tests/program.ts'
import { mailServer } from '#tests/smtp.server.ts'

export const password = 'a password of the attack'

export interface Asked {
  method?: string
  /** From where; a new IPv4 network each time when nothing is said. */
  from?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}
export type Target = Awaited<ReturnType<typeof startTarget>>
export interface Account {
  email: string
  /** Its network address. */
  from: string
  id: string
  cookie: string
}

let networks = 0
const newNetwork = () => `198.18.${(++networks >> 8) & 255}.${networks & 255}`

/** A real site with mail, as `npm run serve` runs it, behind a proxy that tells it the addresses of its visitors. */
export async function startTarget() {
  const mails = await mailServer()
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-hostile-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = join(folder, 'data')
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: origin,
    AUTH_SECRET: 'c29tZSBzZWNyZXQgb2YgYSBob3N0aWxlIHRyaWFs',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mails.url,
    MAIL_FROM: 'site@mail.example',
  }
  const env = { PATH: process.env.PATH!, ...settings }
  const child = spawn(process.execPath, ['dist/server/serve.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  /** What the log says of faults of the server. */
  const faults: string[] = []
  let rest = ''
  child.stdout.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    faults.push(...lines.filter((line) => /"level":(50|60)/.test(line)))
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await mails.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const deadline = performance.now() + 60_000
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error('The site did not start.')
    }
    await delay(100)
  }

  async function ask(path: string, { method = 'GET', from = newNetwork(), cookie, body, headers }: Asked = {}) {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const answer = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': from,
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { origin }),
        ...(sent && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent && { body: sent }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') && text
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  /** Asks again while the site is too busy. */
  async function askPatiently(path: string, asked: Asked) {
    let answer = await ask(path, asked)
    while (answer.status === 503) {
      await delay(50)
      answer = await ask(path, asked)
    }
    return answer
  }
  const cookiesOf = ({ headers }: { headers: Headers }) =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
  const sql = (text: string, values: unknown[] = []) =>
    withDatabase(dataDir, async (client) => (await client.query(text, values)).rows)

  async function signUp(email: string, from = newNetwork()): Promise<Account> {
    const body = { name: 'Somebody', email, password, image: 'https://photos.example/a.jpg' }
    const answer = await ask('/api/auth/sign-up/email', { method: 'POST', from, body })
    if (answer.status !== 200) throw new Error(`sign-up of ${email}: ${answer.status} ${answer.text}`)
    return { email, from, id: answer.body.user.id as string, cookie: cookiesOf(answer) }
  }
  return {
    ...{ ask, askPatiently, cookiesOf, sql, signUp, origin, port, faults, stop, newNetwork },
    signIn: (email: string, from = newNetwork()) =>
      ask('/api/auth/sign-in/email', { method: 'POST', from, body: { email, password } }),

    /** The token in the first mail that confirms an email. */
    async mailedToken(email: string) {
      for (let tries = 0; tries < 300; tries++) {
        const mail = mails.received.find(({ recipients }) => recipients.includes(email))?.mail
        const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
        if (token) return token
        await delay(100)
      }
      throw new Error(`no mail to ${email}`)
    },

    async makeAdmin({ id }: { id: string }) {
      await sql(`update users set role = 'admin' where id = $1`, [id])
    },

    async confirm({ id }: { id: string }) {
      await sql('update users set email_verified = true where id = $1', [id])
    },

    save: (by: Account, more: object = {}) =>
      ask('/api/bioData', { method: 'PATCH', from: by.from, cookie: by.cookie, body: biodata(by.email, more) }),

    /** So many people with a biodata, none of whom ever signs in. @returns their ids */
    people: (many: number) =>
      sql(
        `with made as (
          insert into users (name, email, email_verified)
          select 'Person ' || n, 'person-' || n || '@many.example', true from generate_series(1, $1::int) n returning id
        ) insert into biodata (id, name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name,
          division, present_division, partner_age, partner_height, partner_weight, phone)
        select id, 'Somebody', 'Female', '2000-01-01', 'Medium', 64, 55, 'Doctor', 'F', 'M', 'Dhaka', 'Dhaka', 29, 68, 70,
          '+8801712345678' from made returning id`,
        [many],
      ).then((rows) => rows.map(({ id }) => id as string)),
  }
}

const biodata = (email: string, more: object) => ({
  email,
  name: 'Sadia Rahman',
  gander: 'Female',
  birth: '2000-03-14',
  skinColor: 'Medium',
  feet: 5,
  inch: 4,
  weight: '55kg',
  occupation: 'Doctor',
  fatherName: 'Mizanur Rahman',
  matherName: 'Shirin Akter',
  perDivision: 'Dhaka',
  presentDivision: 'Dhaka',
  partnerAge: 29,
  PartnerFeet: 5,
  PartnerInch: 8,
  partnerWeight: '70kg',
  phoneNumber: '01712345678',
  ...more,
})
