import { afterAll, expect, test } from 'vitest'
import { signatureOf } from '#sandbox/stripe/webhook.ts'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { accountsWorld, newPassword, password } from '#tests/accounts.server.ts'
import { refOf, webhookSecret } from '#tests/paying.server.ts'
import { type Person, worldForThisTest } from '#tests/world.server.ts'
import { deviceOf } from './device.ts'
import { everythingAbout } from './queries.server.ts'

const { world, parts, signUp, signIn, cookiesOf, forgot, reset, session, now, homeOf } = await accountsWorld()
afterAll(() => world.close())
const { call, db } = world

test('A6: changing the password needs the current one and ends the other sessions only', async () => {
  const person = await signUp()
  const other = { ...person, cookie: cookiesOf(await signIn(person.email, password)) }
  const change = (current: string, to: string) =>
    call('POST', '/api/me/password', person, { current, password: to, email: person.email })
  expect(await change('not it', newPassword)).toMatchObject({ status: 422, body: { code: 'wrong-password' } })
  expect(await change(password, 'qwertyuiop')).toMatchObject({ status: 422, body: { code: 'PASSWORD_TOO_COMMON' } })
  expect(await session(other)).not.toBeNull()
  const token = await forgot(person.email)
  expect((await change(password, newPassword)).status).toBe(200)
  expect(await session(person)).not.toBeNull()
  expect(await session(other)).toBeNull()
  // A person who could read the mailbox before cannot undo it.
  expect((await reset(token)).status).toBe(409)
  expect((await signIn(person.email, password)).statusCode).toBe(401)
  expect((await signIn(person.email, newPassword)).statusCode).toBe(200)
  for (let i = 0; i < 10; i++) await change('a guess', password)
  expect((await change(newPassword, password)).status).toBe(429)
})

test('A5 A6: sessions are listed by device; one or all others can be ended, and are over at once', async () => {
  const person = await signUp()
  const [phone, tablet] = [await signIn(person.email, password), await signIn(person.email, password)]
  const on = (answer: typeof phone): Person => ({ ...person, cookie: cookiesOf(answer) })
  const list = async () => (await call('GET', '/api/me', person)).body.sessions as { id: string; isCurrent: boolean }[]
  const [phoneSession] = (await list()).filter(({ isCurrent }) => !isCurrent)
  expect(await list()).toHaveLength(3)
  expect((await list()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1)

  const stranger = await signUp()
  expect((await call('DELETE', `/api/me/sessions/${phoneSession!.id}`, stranger)).status).toBe(404)
  expect((await call('DELETE', `/api/me/sessions/${phoneSession!.id}`, person)).body).toEqual({ deletedCount: 1 })
  const alive = async () => [await session(on(phone)), await session(on(tablet))].filter(Boolean)
  expect(await alive()).toHaveLength(1)
  expect((await call('DELETE', '/api/me/other-sessions', person)).body).toEqual({ deletedCount: 1 })
  expect(await alive()).toHaveLength(0)
  expect(await session(person)).not.toBeNull()
  expect(await session(stranger)).not.toBeNull()
})

test('A6: browsers and systems in words', () => {
  const agents = {
    'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36':
      ['Samsung Internet', 'Android'],
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0':
      ['Edge', 'Windows'],
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1':
      ['Safari', 'iPhone'],
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0': ['Firefox', 'Linux'],
    curl: [null, null],
  }
  for (const [agent, [browser, system]] of Object.entries(agents)) expect(deviceOf(agent)).toEqual({ browser, system })
})

test('A6: the name of an account changes, not that of the biodata', async () => {
  const person = await signUp()
  await world.publish(person, { name: 'On Paper' })
  expect((await call('PATCH', '/api/me', person, { name: '  New Name ' })).body).toEqual({ modifiedCount: 1 })
  expect(await session(person)).toMatchObject({ name: 'New Name' })
  expect((await call('GET', '/api/viewBioData?email=me', person)).body.name).toBe('On Paper')
})

const dump = async () => {
  const { rows } = await world.pool.query("select tablename from pg_tables where schemaname = 'public'")
  const texts = await Promise.all(
    rows.map(({ tablename }) =>
      world.pool.query(`select coalesce(string_agg(t::text, ' '), '') as text from ${tablename} t`),
    ),
  )
  return texts
    .map(({ rows }) => rows[0].text)
    .join('\n')
    .toLowerCase()
}

test('A9: the export holds everything about oneself as a file, no secret, and nothing of anybody else’s contact', async () => {
  const [person, asked] = [await signUp(), await signUp()]
  const number = await world.publish(person, { name: 'Export Me', phoneNumber: '01711111111' })
  const other = await world.publish(asked, { name: 'Somebody Else', phoneNumber: '01722222222' })
  await call('POST', '/api/favorite-bioData', person, { bioDataId: other })
  await world.record(person, await world.pay(person, other), other)
  await call('PATCH', '/api/user/request_premium/me', person)
  const { status, body, text, headers } = await call('GET', '/api/me/export', person)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
  expect(body).toMatchObject({
    account: { email: person.email, language: 'en', emailVerified: false },
    signIns: [{ providerId: 'credential' }],
    sessions: [{ ipAddress: expect.stringMatching(/^10\.0\./) }],
    biodata: { number, name: 'Export Me', phone: '+8801711111111', motherName: 'Shirin Akter' },
    premium: { status: 'pending' },
    favourites: [{ number: other }],
    contactRequests: [{ number: other, status: 'pending' }],
    payments: [{ amount: 500, status: 'succeeded' }],
    mails: [{ kind: 'verify' }],
  })
  const row = await db.selectFrom('sessions').select('token').where('userId', '=', person.id).executeTakeFirstOrThrow()
  for (const secret of ['argon2', row.token, asked.email, '1722222222', 'Somebody Else'])
    expect(text).not.toContain(secret)
})

test('A9: a download of everything takes one connection to the database, not all of them', async () => {
  const { db, pool } = openDatabase(world.connection)
  const person = await signUp()
  await everythingAbout(db, { userId: person.id, email: person.email, blocked: [] }, new Date())
  expect(pool.totalCount).toBe(1)
  await db.destroy()
})

test('A9: deleting the account leaves nothing of the person, and what others paid for stays as a number', async () => {
  const [leaver, approved, waiting] = [await signUp(), await signUp(), await signUp()]
  const admin = await world.makeAdmin(await signUp())
  const secrets = ['canary-leaver', '1733333333', 'canary-father']
  const number = await world.publish(leaver, {
    ...{ name: 'canary-leaver', phoneNumber: '01733333333', fatherName: 'canary-father' },
    photoUrl: 'https://photos.example/canary-leaver.jpg',
  })
  const ofOther = await world.publish(approved)
  await call('POST', '/api/favorite-bioData', waiting, { bioDataId: number })
  await call('PATCH', '/api/user/request_premium/me', leaver)
  const { body } = await world.record(approved, await world.pay(approved, number), number)
  await call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admin)
  const waitingRef = await world.pay(waiting, number)
  const waitingRequest = await world.record(waiting, waitingRef, number)
  await world.record(leaver, await world.pay(leaver, ofOther), ofOther)
  const open = await call('POST', '/api/create-payment-intent', leaver, { price: 5 })
  const stillOpen = await call('POST', '/api/create-payment-intent', await signUp(), { price: 5, bioDataId: number })
  await forgot(leaver.email)

  const leave = (confirmation: string) =>
    call('POST', '/api/me/deletion', leaver, { confirmation, email: leaver.email })
  for (const wrong of ['', 'a guess', leaver.email]) expect((await leave(wrong)).status).toBe(422)
  expect(await dump()).toContain(leaver.email)
  expect(await leave(password)).toMatchObject({ status: 200, body: { deletedCount: 1 } })

  const left = await dump()
  for (const secret of [leaver.email, ...secrets]) expect(left).not.toContain(secret)
  expect(await session(leaver)).toBeNull()
  expect((await signIn(leaver.email, password)).statusCode).toBe(401)
  // Nobody had looked at the contact yet.
  expect((await call('GET', '/api/payments?mine=true', approved)).body).toMatchObject([
    { bioDataId: number, bioDataName: '', status: 'withdrawn', refund: {} },
  ])
  for (const key of ['bioData_id', 'contactPhone', 'contactEmail'])
    expect((await call('GET', '/api/payments?mine=true', approved)).body[0]).not.toHaveProperty(key)
  // Who had paid and was not approved yet has the money back, and nothing to approve is left.
  await expect
    .poll(() => db.selectFrom('payments').select('id').where('status', '=', 'refund_due').execute())
    .toEqual([])
  const refund = await db
    .selectFrom('payments')
    .select('status')
    .where('providerRef', '=', waitingRef)
    .executeTakeFirst()
  expect(refund).toEqual({ status: 'refunded' })
  const payments = await db.selectFrom('payments').select('status').where('userId', 'is', null).execute()
  expect(payments.map(({ status }) => status).sort()).toEqual(['canceled', 'refunded'])
  const approve = await call('PATCH', `/api/contact-request-approver/${waitingRequest.body.insertedId}`, admin)
  expect(approve.body).toEqual({ modifiedCount: 0 })
  // Saying again that one has paid gives no second money back, nor a request.
  expect((await world.record(waiting, waitingRef)).status).toBe(409)

  // What was still being paid goes back as soon as it is paid.
  const lateRefs = [refOf(open.body.clientSecret), refOf(stillOpen.body.clientSecret)]
  for (const { body } of [open, stillOpen]) await world.confirm(body.clientSecret)
  for (const id of lateRefs) {
    const event = JSON.stringify({
      id: `evt_${id}`,
      type: 'payment_intent.succeeded',
      data: { object: { id, object: 'payment_intent' } },
    })
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(event, webhookSecret, now()),
    }
    expect((await call('POST', '/api/webhooks/stripe', undefined, event, headers)).status).toBe(200)
  }
  const late = await db.selectFrom('payments').select('status').where('providerRef', 'in', lateRefs).execute()
  expect(late).toEqual([{ status: 'refunded' }, { status: 'refunded' }])
  expect(await world.publish(await signUp())).toBeGreaterThan(number)
})

test('A9: an account without a password is deleted by typing its email', async () => {
  const person = await signUp()
  await db.updateTable('accounts').set({ providerId: 'google' }).where('userId', '=', person.id).execute()
  const leave = (confirmation: string) => call('POST', '/api/me/deletion', person, { confirmation })
  expect(await leave(password)).toMatchObject({ status: 422, body: { code: 'wrong-email' } })
  // Somebody who found the session open knows the email.
  const since = (minutes: number) =>
    db
      .updateTable('sessions')
      .set({ createdAt: new Date(now().getTime() - minutes * 60_000) })
      .where('userId', '=', person.id)
      .execute()
  await since(16)
  expect(await leave(person.email)).toMatchObject({ status: 409, body: { code: 'sign-in-again' } })
  await since(14)
  expect((await leave(` ${person.email.toUpperCase()}`)).status).toBe(200)
})

test('A8 A9: the last administrator cannot leave, not even when the last two leave at once', async () => {
  const bureau = await worldForThisTest(parts)
  let last = await bureau.makeAdmin(await bureau.signUp('admin@mail.example'))
  const leave = await bureau.call('POST', '/api/me/deletion', last, { confirmation: password })
  expect(leave).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  for (let round = 0; round < 8; round++) {
    const other = await bureau.makeAdmin(await bureau.signUp(`admin-${round}@mail.example`))
    const left = await Promise.all([last, other].map(({ id }) => deleteUser(bureau.db, id)))
    expect(left.toSorted()).toEqual([false, true])
    last = left[0] ? other : last
  }
})

test('A2: the photo of an account is the link given, or the site’s own drawing, and can be changed like the name', async () => {
  const own = `${parts.config.origin}/portrait.svg`
  const email = 'with-a-photo@mail.example'
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    remoteAddress: homeOf(email),
    payload: { name: 'Somebody', email, password, image: own },
  })
  expect(answer.statusCode).toBe(200)
  const person = { ...(await signUp()), email, cookie: cookiesOf(answer) }
  const photo = async () => (await call('GET', '/api/me', person)).body.photoUrl
  const change = (body: object) => call('PATCH', '/api/me', person, body)
  expect(await photo()).toBe(own)
  expect((await change({ photoUrl: ' https://photos.example/me.jpg ' })).body).toEqual({ modifiedCount: 1 })
  expect(await photo()).toBe('https://photos.example/me.jpg')
  for (const photoUrl of ['http://photos.example/me.jpg', 'https://other.example/x y', '', 7]) {
    const refused = await change({ photoUrl })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ field: 'photoUrl' }])
  }
  expect((await change({ name: 'Somebody Else' })).body).toEqual({ modifiedCount: 1 })
  expect((await change({ name: 'Somebody Else', photoUrl: 'https://photos.example/me.jpg' })).body).toEqual({
    modifiedCount: 0,
  })
  expect((await change({})).body).toEqual({ modifiedCount: 0 })
  expect((await change({ photoUrl: own })).body).toEqual({ modifiedCount: 1 })
  expect([await photo(), (await session(person)).name]).toEqual([own, 'Somebody Else'])
})
