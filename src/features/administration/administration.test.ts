import { afterAll, describe, expect, it } from 'vitest'
import type { Operator } from '#src/platform/operator.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { noon, type Person, testConfig, worldForThisTest } from '#tests/world.server.ts'

const world = await payingWorld({ clock: () => noon })
afterAll(() => world.close())

const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Zara Admin'))
const other = await world.makeAdmin(await world.signUp('other.admin@example.org', 'Yusuf Admin'))
const people: Person[] = []
for (const [i, name] of ['সাদিয়া রহমান', 'Karim Hossain', 'karim rahman', "Nusrat O'Brien", 'Karim Hossain'].entries()) {
  const person = await world.signUp(`person${i}.mail@example.org`, name)
  await world.publish(person, { name })
  await world.call('PATCH', '/api/user/request_premium/me', person)
  people.push(person)
}
const [sadia, karim] = people as [Person, Person]
/** Contact requests of three for biodata 1, and of the first for biodata 2 and 3. */
const requests: string[] = []
for (const [i, number] of [
  [1, 1],
  [2, 1],
  [3, 1],
  [0, 2],
  [0, 3],
] as const) {
  const answer = await world.record(people[i]!, await world.pay(people[i]!, number), number)
  requests.push(answer.body.insertedId)
}

const get = (url: string) => world.call('GET', `/api${url}`, admin)
const names = async (url: string) => (await get(url)).body.map(({ name }: { name: string }) => name)

/** Every page of a list, two rows at a time. */
async function walk(url: string) {
  const rows: { _id: string; name: string }[] = []
  let next: string | undefined = `${url}${url.includes('?') ? '&' : '?'}limit=2`
  while (next) {
    const { body, headers }: Awaited<ReturnType<typeof get>> = await get(next)
    rows.push(...body)
    next = String(headers.link ?? '').match(/<\/api([^>]*)>/)?.[1]
  }
  return rows
}

describe('lists', () => {
  const lists = [
    ['/users', ['name', 'email', 'date'], 7],
    ['/premium-requests', ['name', 'email', 'number', 'date'], 5],
    ['/contact-requests', ['name', 'email', 'number', 'date'], 5],
  ] as const
  const orders = lists.flatMap(([url, keys, n]) =>
    keys.flatMap((key) => [[url, key, n] as const, [url, `-${key}`, n] as const]),
  )

  it.each(orders)('M5: %s by %s comes page by page in that order, each row once', async (url, sort, n) => {
    const rows = await walk(`${url}?sort=${sort}`)
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(n)
    const field = { name: 'name', email: 'email', number: 'bioDataId', date: url === '/users' ? 'since' : 'date' }
    const values = rows.map((row) => (row as Record<string, unknown>)[field[sort.replace('-', '') as 'name']])
    const keys = values.map((v) => (typeof v === 'string' ? v.toLowerCase() : (v as number)))
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    expect(keys).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted)
  })

  it.each([
    ['rah', ['karim rahman']],
    ['RAHMAN karim', ['karim rahman']],
    ['রহমান', ['karim rahman', 'সাদিয়া রহমান']],
    ['person3', ["Nusrat O'Brien"]],
    ['person3.mail@example.org', ["Nusrat O'Brien"]],
    ["o'bri", ["Nusrat O'Brien"]],
    ['ahman', []],
    ["'", []],
    ['\\', []],
    [':* & !', []],
    ['nik-4', ["Nusrat O'Brien"]],
    ['৪', ["Nusrat O'Brien"]],
    ['BioDataId-4', ["Nusrat O'Brien"]],
    ['999', []],
  ])('M5: searching users for %s finds %j', async (search, found) => {
    expect(await names(`/users?search=${encodeURIComponent(search)}`)).toEqual(found)
  })

  it('M5: searching requests finds who asked by name, and the biodata by number', async () => {
    expect(await names('/premium-requests?search=nusrat')).toEqual(["Nusrat O'Brien"])
    expect(await names('/premium-requests?search=4')).toEqual(["Nusrat O'Brien"])
    expect(await names('/contact-requests?search=nusrat')).toEqual(["Nusrat O'Brien"])
    expect(await names('/contact-requests?search=1&sort=email')).toEqual([
      'Karim Hossain',
      'karim rahman',
      "Nusrat O'Brien",
    ])
  })

  it('M5 S3-20 filters users by what they are, together with a search and page by page', async () => {
    const guest = await world.signUp('guest.mail@example.org', 'Karim Guest')
    await world.db.updateTable('users').set({ emailVerified: true }).where('email', 'like', 'person%').execute()
    await world.call('PATCH', `/api/users/suspension/${guest.id}`, admin, { reason: 'Complaints.' })
    await world.makePremium(guest)
    const of = (status: string) => names(`/users?sort=email&status=${status}`)
    expect(await of('suspended')).toEqual(['Karim Guest'])
    expect(await of('admin')).toEqual(['Zara Admin', 'Yusuf Admin'])
    expect(await of('premium')).toEqual(['Karim Guest'])
    expect(await of('without-biodata')).toEqual(['Zara Admin', 'Karim Guest', 'Yusuf Admin'])
    expect(await of('unconfirmed')).toEqual(['Zara Admin', 'Karim Guest', 'Yusuf Admin'])
    expect(await names('/users?search=karim&status=without-biodata')).toEqual(['Karim Guest'])
    expect((await walk('/users?sort=name&status=without-biodata')).map(({ name }) => name)).toEqual([
      'Karim Guest',
      'Yusuf Admin',
      'Zara Admin',
    ])
    const [row] = (await get('/users?search=guest')).body
    expect(row).toMatchObject({ isSuspended: true, isVerified: false, isPublished: null })
    expect((await get('/users?search=nusrat')).body[0]).toMatchObject({ isVerified: true, isPublished: true })
    await world.db.deleteFrom('users').where('id', '=', guest.id).execute()
  })

  it('M5: a person who changes name and email is found by the new ones in the lists of requests', async () => {
    const asks = async (search: string) =>
      Promise.all(['premium-requests', 'contact-requests'].map((list) => names(`/${list}?search=${search}`)))
    const change = (name: string, email: string) =>
      world.db.updateTable('users').set({ name, email }).where('id', '=', karim.id).execute()
    await change('Zubair Alam', 'zubair@example.org')
    expect(await asks('zubair')).toEqual([['Zubair Alam'], ['Zubair Alam']])
    expect(await asks('person1')).toEqual([[], []])
    expect((await names('/premium-requests?sort=-name'))[1]).toBe('Zubair Alam')
    await change('Karim Hossain', karim.email)
  })

  it('M5: many finds are in order and paged as well', async () => {
    await world.pool.query(`insert into users (name, email, created_at) select 'Crowd ' || i, 'crowd' || i || '@example.org',
      '2020-01-01'::timestamptz + i * interval '1 minute' from generate_series(1, 2500) i`)
    expect(await names('/users?search=crowd&sort=-date&limit=3')).toEqual(['Crowd 2500', 'Crowd 2499', 'Crowd 2498'])
    const few = [77, ...Array.from({ length: 10 }, (_, i) => 770 + i)].map((n) => `Crowd ${n}`)
    expect(await names('/users?search=crowd%2077&sort=name')).toEqual(few)
    expect(await names('/users?search=crowd%2077&sort=-date&limit=2')).toEqual(['Crowd 779', 'Crowd 778'])
    const { headers } = await get('/users?search=crowd&sort=date&limit=100')
    expect((await get(String(headers.link).match(/<\/api([^>]*)>/)![1]!)).body[0]).toMatchObject({ name: 'Crowd 101' })
    expect(await names('/contact-requests?search=example')).toHaveLength(5)
    expect(await names('/contact-requests?search=crowd')).toEqual([])
    await world.pool.query(`delete from users where email like 'crowd%'`)
  })
})

describe('files', () => {
  it('M5: a list as a file: headings, Bangla that Excel reads, the same search, no formulas', async () => {
    const evil = await Promise.all(
      ['=1+1', '+1', '-1', '@SUM(A1)', 'quote " and, comma', 'a;=1+1; +2;b'].map((name, i) =>
        world.signUp(`evil${i}@example.org`, name),
      ),
    )
    // A control character gets in by no form; a file must not trust that.
    await world.pool.query(`update users set name = e'\\t=2' where id = $1`, [evil[1]!.id])
    const { headers, text } = await get('/users.csv?sort=email')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="users.csv"')
    expect(text.startsWith('\ufeff"Name","Email","Role","BioDataId","Premium","Since"\r\n')).toBe(true)
    expect(text).toContain('"সাদিয়া রহমান","person0.mail@example.org","user","1","false","20')
    for (const cell of [`"'=1+1"`, `"'\t=2"`, `"'-1"`, `"'@SUM(A1)"`, '"quote "" and, comma"', `"a;'=1+1; '+2;b"`])
      expect(text).toContain(cell)
    expect(text.split('\r\n')).toHaveLength(7 + 6 + 2)
    expect((await get('/users.csv?search=evil0')).text.split('\r\n')).toHaveLength(3)
    await world.db.deleteFrom('users').where('email', 'like', 'evil%').execute()
  })

  it('M5: nothing of a contact is in the file of contact requests', async () => {
    const { text } = await get('/contact-requests.csv?sort=name&status=pending')
    expect(text.split('\r\n')[0]).toBe('\ufeff"Name","Email","BioDataId","Status","Requested"')
    expect(text).not.toContain('+880')
    expect(text.split('\r\n')).toHaveLength(7)
  })

  it('M4 M5: a list longer than one batch comes whole, and that it was taken is written down', async () => {
    await world.pool.query(
      `insert into users (name, email) select 'Same Name', 'bulk' || i || '@example.org' from generate_series(1, 2100) i`,
    )
    const { text } = await get('/users.csv?search=same&sort=name')
    expect(new Set(text.split('\r\n').slice(1, -1)).size).toBe(2100)
    await world.pool.query(`delete from users where email like 'bulk%'`)
    const [last] = (await get('/admin-actions?limit=1')).body
    expect(last).toMatchObject({ action: 'exported users', actor: { email: admin.email }, subject: null })
  })
})

describe('many at once', () => {
  const approve = (ids: string[], by = admin) => world.call('PATCH', '/api/contact-request-approver', by, { ids })
  const approvals = async () =>
    (
      await world.db
        .selectFrom('auditLog')
        .select('subjectId')
        .where('action', '=', 'approved contact request')
        .execute()
    )
      .map(({ subjectId }) => subjectId)
      .sort()

  it('M3: two administrators approve overlapping choices at once; each request is approved once and written down once', async () => {
    const [one, two] = await Promise.all([
      approve(requests.slice(0, 3)),
      approve(requests.slice(0, 3).reverse(), other),
    ])
    const outcomes = [...one.body.results, ...two.body.results].map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['before', 'before', 'before', 'done', 'done', 'done'])
    expect(await approvals()).toEqual(requests.slice(0, 3).sort())
  })

  it('M3: a request that cannot be approved now says so; the others are approved, and trying again works', async () => {
    await world.pool.query(`create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'deadlock' using errcode = '40P01'; end $$;
      create trigger refuse_one before update on contact_requests for each row when (old.id = '${requests[3]}') execute function refuse_one()`)
    const nobody = '00000000-0000-4000-8000-000000000000'
    const { body } = await approve([requests[3]!, nobody, requests[4]!, requests[4]!])
    expect(body.results).toEqual([
      { _id: requests[3], outcome: 'failed' },
      { _id: nobody, outcome: 'missing' },
      { _id: requests[4], outcome: 'done' },
    ])
    await world.pool.query('drop trigger refuse_one on contact_requests')
    expect((await approve([requests[3]!])).body.results).toEqual([{ _id: requests[3], outcome: 'done' }])
  })

  it('M2: many become premium at once, on user and biodata; a single and a bulk approval in a race count once', async () => {
    const ids = people.map(({ id }) => id)
    const [bulk, single] = await Promise.all([
      world.call('PATCH', '/api/users/premium', admin, { ids }),
      world.call('PATCH', `/api/users/premium/${karim.id}`, other),
    ])
    const ofKarim = bulk.body.results.find(({ _id }: { _id: string }) => _id === karim.id).outcome
    expect([ofKarim, single.body.modifiedCount]).toEqual(ofKarim === 'done' ? ['done', 0] : ['before', 1])
    expect((await world.call('GET', '/api/viewBioData', sadia)).body).toMatchObject({
      type: 'premium',
      reqPremium: 'approve',
    })
    expect(await names('/premium-requests')).toEqual([])
  })

  it.each([
    ['no ids', []],
    ['what is no id', ['x']],
    ['a hundred and one ids', Array(101).fill(requests[0])],
    ['a text in place of ids', 'x'],
    ['nothing in place of ids', undefined],
  ])('M3: %s is refused with the field named', async (_, ids) => {
    const { status, body } = await world.call('PATCH', '/api/contact-request-approver', admin, { ids })
    expect(status).toBe(422)
    expect(body.errors[0].field).toMatch(/^ids/)
  })
})

describe('the log', () => {
  it('M4: shows who did what on whom and when, the latest first, page by page', async () => {
    const rows = await walk('/admin-actions')
    expect(rows.map(({ _id }) => Number(_id))).toEqual(rows.map(({ _id }) => Number(_id)).sort((a, b) => b - a))
    expect(rows).toContainEqual({
      _id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      action: 'approved contact request',
      actor: { name: 'Zara Admin', email: admin.email },
      isCommandLine: false,
      subject: { name: 'সাদিয়া রহমান', email: sadia.email },
      subjectId: requests[4],
      personId: sadia.id,
      bioDataId: 3,
    })
  })

  it.each(['update audit_log set at = now()', 'delete from audit_log', 'truncate audit_log'])(
    'M4: the database refuses: %s',
    async (statement) => {
      await expect(world.pool.query(statement)).rejects.toThrow('only be added to')
    },
  )
})

describe('the queues', () => {
  it('M3: a request names the biodata asked for and that of who asks, so that both can be looked at', async () => {
    const guest = await world.signUp('guest@example.org', 'Without Biodata')
    await world.record(guest, await world.pay(guest, 2), 2)
    const rows = (await get('/contact-requests?search=2&sort=date')).body as Record<string, unknown>[]
    const row = (name: string) => rows.find((one) => one.name === name)!
    expect(row('সাদিয়া রহমান')).toMatchObject({ bioDataId: 2, bioData_id: karim.id, ownBioData_id: sadia.id })
    expect(row('Without Biodata')).toMatchObject({ bioDataId: 2, bioData_id: karim.id })
    expect(row('Without Biodata')).not.toHaveProperty('ownBioData_id')
    await world.db.deleteFrom('users').where('id', '=', guest.id).execute()
  })

  it('M2 M3: when the last one was approved is known, once there was one', async () => {
    const approvedLast = async (queue: string) => (await get(`/${queue}/last-approval`)).body.at
    for (const [queue, table] of [
      ['contact-requests', 'contact_requests'],
      ['premium-requests', 'premium'],
    ] as const) {
      const { rows } = await world.pool.query(`select max(approved_at) as at from ${table}`)
      expect(await approvedLast(queue)).toBe(rows[0].at.toISOString())
    }
    const empty = await payingWorld()
    const boss = await empty.makeAdmin(await empty.signUp('boss@example.org'))
    for (const queue of ['contact-requests', 'premium-requests'])
      expect((await empty.call('GET', `/api/${queue}/last-approval`, boss)).body).toEqual({ at: null })
    await empty.close()
  })
})

describe('the overview', () => {
  it('S2: counts what waits, what there is, and what came in each of twelve weeks', async () => {
    const late = await world.signUp('late@example.org')
    await world.publish(late)
    await world.call('PATCH', '/api/user/request_premium/me', late)
    const waiting = await world.record(late, await world.pay(late, 1), 1)
    await world.pool.query(`update contact_requests set requested_at = '2026-11-01T00:00:00+06:00' where id = $1`, [
      waiting.body.insertedId,
    ])
    // The first moment of the twelve weeks, and the one before.
    await world.pool.query(`update users set created_at = '2026-08-29T00:00:00+06:00' where id = $1`, [late.id])
    await world.pool.query(`update users set created_at = '2026-08-28T23:59:59+06:00' where id = $1`, [sadia.id])
    const { body } = await get('/overview')
    expect(body).toMatchObject({
      waiting: {
        contactRequests: 1,
        premiumRequests: 1,
        familiesToCall: 0,
        paymentFindings: 0,
        reported: 0,
        suspiciousTexts: 0,
      },
      oldest: { contactRequests: '2026-10-31T18:00:00.000Z', premiumRequests: expect.any(String), reported: null },
      failedRefunds: 0,
      today: '2026-11-20',
      users: 8,
      biodata: 6,
      payments: [{ currency: 'USD', number: 6, sum: 30 }],
    })
    expect((await get('/waiting')).body).toEqual(body.waiting)
    expect([body.weeks[0], body.weeks[11], body.weeks.length]).toEqual(['2026-08-29', '2026-11-14', 12])
    expect(body.growth.users[0]).toBe(1)
    expect(body.growth.contactRequests[9]).toBe(1)
    // Five contact requests and five premium ones were approved before, by the clock of the database: put into a week.
    await world.pool.query(`update contact_requests set approved_at = '2026-11-13T23:59:59+06:00' where approved_at is not null;
      update premium set approved_at = '2026-11-14T00:00:00+06:00' where approved_at is not null`)
    expect((await get('/overview')).body.growth.approvals).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5])
  })

  it('S2: a paid request whose biodata is gone waits for nobody: it is in no queue and not counted', async () => {
    const [asking, gone] = [await world.signUp('asking@example.org'), await world.signUp('gone@example.org')]
    const number = await world.publish(gone)
    await world.record(asking, await world.pay(asking, number), number)
    const waiting = async () => (await get('/overview')).body.waiting.contactRequests
    const before = await waiting()
    await world.db.deleteFrom('users').where('id', '=', gone.id).execute()
    expect(await waiting()).toBe(before - 1)
    expect((await get('/contact-requests?status=pending')).body).toHaveLength(before - 1)
  })

  it('S2 S3-19 tells the fees and refunds of this month, the new biodata since yesterday, and a refund that failed', async () => {
    const midnight = new Date(`${(await get('/overview')).body.today}T00:00:00+06:00`).getTime()
    const [before] = (await get('/overview')).body.payments
    const hours = (n: number) => new Date(midnight + n * 3_600_000)
    // One second before the month begins in Bangladesh, and its first.
    const { rows } = await world.pool.query(
      `select id, provider, provider_ref from payments where status = 'succeeded' order by id limit 3`,
    )
    const [earlier, here, back] = rows
    const move = (row: typeof earlier, at: string, status: string) =>
      world.pool.query('update payments set created_at = $2, status = $3 where id = $1', [row.id, at, status])
    await world.pool.query(`update payments set created_at = '2026-09-15T12:00:00+06:00'`)
    await move(earlier, '2026-10-31T23:59:59+06:00', 'succeeded')
    await move(here, '2026-11-01T00:00:00+06:00', 'succeeded')
    await move(back, '2026-11-20T12:00:00+06:00', 'refunded')
    await world.pool.query(`update biodata set created_at = '2026-11-01T12:00:00+06:00'`)
    await world.pool.query('update biodata set created_at = $2 where id = $1', [sadia.id, hours(-24)])
    await world.pool.query('update biodata set created_at = $2 where id = $1', [karim.id, hours(-24.1)])
    await world.pool.query(
      `insert into payment_findings (provider, provider_ref, kind, amount, currency) values ($1, $2, 'refund refused', 500, 'usd')`,
      [here.provider, here.provider_ref],
    )
    const { body } = await get('/overview')
    expect(body).toMatchObject({
      month: [{ currency: 'USD', received: 10, refunded: 5 }],
      newBiodata: 1,
      failedRefunds: 1,
      waiting: { paymentFindings: 1 },
      payments: [{ currency: 'USD', number: before.number - 1 }],
    })
  })
})

describe('the first steps of a new site', () => {
  it('M10 names what is done, and a note of an administrator is written into the log', async () => {
    const boss = await world.makeAdmin(await world.signUp('boss@example.org', 'Nadia Boss'))
    const setup = async (by = boss) => (await world.call('GET', '/api/setup', by)).body
    const note = (words: string) => world.call('PATCH', '/api/setup', boss, { note: words })
    const first = await setup()
    expect(first).toMatchObject({ admins: 3, adminsWithoutFactor: 3, isHidden: false })
    expect(first.done).toContain('payment')
    expect(first.done).toContain('biodata')
    for (const step of ['operator', 'secondFactor', 'backup', 'privacy']) expect(first.done).not.toContain(step)

    await note('hid setup')
    expect([(await setup()).isHidden, (await setup(admin)).isHidden]).toEqual([true, false])
    await note('showed setup')
    await note('read privacy text')
    expect((await setup(admin)).done).toContain('privacy')
    const [last] = (await get('/admin-actions?limit=1')).body
    expect(last).toMatchObject({ action: 'read privacy text', actor: { email: boss.email } })

    await world.db.insertInto('auditLog').values({ action: 'made backup' }).execute()
    await world.db.updateTable('users').set({ twoFactorEnabled: true }).where('role', '=', 'admin').execute()
    expect((await setup()).done).toEqual(expect.arrayContaining(['backup', 'secondFactor']))
    expect((await note('made backup')).status).toBe(422)
  })

  it('M10 F7 counts the operator as named once no setting is missing', async () => {
    const words = { en: 'Milan Bureau', bn: 'মিলন ব্যুরো' }
    const named = { name: words, person: words, address: words, hours: words, registration: words }
    const stepsOf = async (operator: Operator) => {
      const site = await worldForThisTest({ config: testConfig({ operator, contactEmail: 'bureau@example.org' }) })
      const boss = await site.makeAdmin(await site.signUp('boss@example.org', 'Nadia Boss'))
      return (await site.call('GET', '/api/setup', boss)).body.done
    }
    expect(await stepsOf({ ...named, phone: '+880 1700-000000' })).not.toContain('operator')
    expect(await stepsOf({ ...named, phone: '+880 1700-000000', whatsApp: '+880 1700-000000' })).toContain('operator')
  })
})
