import { expect } from 'vitest'
import { payingWorld } from './paying.server.ts'
import { noon, type Person, testConfig } from './world.server.ts'

export const password = 'a good password'
export const newPassword = 'another good password'

/** A world with mail whose clock stands until `later` moves it, and what its people do about their accounts. */
export async function accountsWorld() {
  let now = noon
  const parts = { clock: () => now, config: testConfig({ mail: { from: 'site@mail.example' } }) }
  const world = await payingWorld(parts)
  const { call, db } = world
  let people = 0
  const signUp = () => world.signUp(`somebody-${++people}@mail.example`)

  const homes: string[] = []
  /** Everybody has a network of their own. */
  function homeOf(email: string) {
    if (!homes.includes(email)) homes.push(email)
    return `192.0.2.${homes.indexOf(email)}`
  }

  function signIn(
    email: string,
    typed: string,
    {
      from = homeOf(email),
      cookie = '',
      app = world.app,
      rememberMe = true,
    }: { from?: string; cookie?: string | undefined; app?: typeof world.app; rememberMe?: boolean } = {},
  ) {
    const payload = { email, password: typed, rememberMe }
    return app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: from,
      headers: { cookie },
      payload,
    })
  }
  const cookiesOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
    answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')

  /** The link of the newest mail to somebody, and the token in it. */
  async function mailTo(email: string) {
    const mail = await db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', email)
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    const link = mail?.content && 'link' in mail.content ? mail.content.link : ''
    return { kind: mail?.kind, language: mail?.language, link, token: new URL(link).searchParams.get('token')! }
  }
  const mails = async (email: string) =>
    (await db.selectFrom('outbox').select('kind').where('recipient', '=', email).execute()).map(({ kind }) => kind)

  async function forgot(email: string) {
    expect((await call('POST', '/api/forgot-password', undefined, { email })).status).toBe(200)
    return (await mailTo(email)).token
  }
  const reset = (token: string, to = newPassword) =>
    call('POST', '/api/reset-password', undefined, { token, password: to })
  const session = async (by: Person) => (await call('GET', '/api/session', by)).body.user
  return {
    ...{ world, parts, signUp, homeOf, signIn, cookiesOf, mailTo, mails, forgot, reset, session },
    now: () => now,
    later(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}
