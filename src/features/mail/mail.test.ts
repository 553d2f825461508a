import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#src/platform/config/config.server.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import { openExplained } from '#tests/explained.server.ts'
import { mailServer } from '#tests/smtp.server.ts'
import { noon, testConfig, testWorld } from '#tests/world.server.ts'
import { compose } from './compose.server.ts'
import type { Mail } from './mail.ts'
import { deliverDue, forgetMails, outboxTrouble, queueMail } from './outbox.server.ts'
import { createDelivery } from './transport.server.ts'

const server = await mailServer()
const from = 'site@nikhad.example'
const config = testConfig({ mail: { from, smtpUrl: server.url } })
const world = await testWorld({ config })
const { db } = world
afterAll(async () => {
  await world.close()
  await server.stop()
})

const minute = 60_000
const logged: object[] = []
/** One round of a worker, so many minutes from now. */
const round = (minutes = 0, deliver = createDelivery({ ...config, mail: config.mail! })) =>
  deliverDue({
    db,
    deliver,
    clock: () => new Date(Date.now() + minutes * minute),
    log: { error: (what) => void logged.push(what) },
  })
const rows = () => db.selectFrom('outbox').selectAll().orderBy('createdAt').execute()
const resetMail = { kind: 'reset', link: 'https://nikhad.example/reset?token=canary' } as const

/** A worker that is killed: it does `before`, and then nothing more until `wake` is called. */
function hanging(before: ReturnType<typeof createDelivery> = async () => {}) {
  const reached = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const running = round(0, async (mail) => {
    await before(mail)
    reached.resolve()
    await woken.promise
  })
  const wake = () => {
    woken.reject(new Error('the connection is gone'))
    return running
  }
  return { reached: reached.promise, wake }
}

beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
  server.received.length = 0
  server.connections = 0
  server.refuse = () => undefined
  logged.length = 0
})

describe('delivery', () => {
  it('X4: a mail exists if and only if the transaction that caused it is committed', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await queueMail(trx, 'lost@mail.example', 'en', resetMail)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await db.transaction().execute((trx) => queueMail(trx, 'kept@mail.example', 'en', resetMail))
    await round()
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['kept@mail.example']])
  })

  it('X4: with the mail server away people can act; the mail waits and arrives exactly once', async () => {
    await server.stop()
    const admin = await world.makeAdmin(await world.signUp('admin.away@mail.example'))
    const person = await world.signUp('person.away@mail.example')
    await world.publish(person)
    // The mails that ask to confirm these two addresses are another matter.
    await db.deleteFrom('outbox').execute()
    const asked = await world.call('PATCH', '/api/user/request_premium/me', person)
    expect(asked.body).toEqual({ modifiedCount: 1 })
    await round()
    await server.start()
    await round()
    expect(server.received).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1, recipient: admin.email }])
    await round(2)
    await round(3)
    expect(server.received.map(({ recipients }) => recipients)).toEqual([[admin.email]])
  })

  it('X4: 451 is tried again after 1, 2, 4 … minutes, then arrives', async () => {
    await queueMail(db, 'grey@mail.example', 'en', resetMail)
    server.refuse = () => ({ code: 451, message: 'greylisted' })
    await round()
    await round(0.9)
    await round(1.1)
    await round(3)
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 2 }])
    server.refuse = () => undefined
    await round(3.2)
    expect(server.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 3, lastError: null }])
  })

  it('X4: 550 gives up, says why without an address, and holds nobody up', async () => {
    await queueMail(db, 'gone@mail.example', 'en', resetMail)
    await queueMail(db, 'here@mail.example', 'en', resetMail)
    server.refuse = (to) => (to.startsWith('gone') ? { code: 550, message: `no mailbox <${to}> here` } : undefined)
    await round()
    await round(60)
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['here@mail.example']])
    const [gone] = await rows()
    expect(gone).toMatchObject({ status: 'failed', attempts: 1, content: null })
    expect(gone!.lastError).toContain('550')
    expect(gone!.lastError).not.toContain('gone@')
    expect(logged).toMatchObject([{ kind: 'reset', attempts: 1 }])
  })

  it('X4: a wrong password for the mail server loses no mail and is tried once a round, not once a mail', async () => {
    for (const name of ['a', 'b', 'c']) await queueMail(db, `${name}@mail.example`, 'en', resetMail)
    const wrong = server.url.replace('://', '://user:wrong@')
    await round(0, createDelivery({ ...config, mail: { from, smtpUrl: wrong } }))
    expect(server.connections).toBe(1)
    expect((await rows()).map(({ status }) => status)).toEqual(['waiting', 'waiting', 'waiting'])
    await round(2)
    expect(server.received).toHaveLength(3)
  })

  it('X4: a sender that the mail server does not accept is a mistake in the configuration and loses no mail', async () => {
    for (const name of ['a', 'b']) await queueMail(db, `${name}@mail.example`, 'en', resetMail)
    server.isSenderRefused = true
    await round()
    expect(server.connections).toBe(1)
    server.isSenderRefused = false
    await round(2)
    expect(server.received).toHaveLength(2)
  })

  it('X4: a new mail is sent at once, also when the database’s clock is ahead', async () => {
    await queueMail(db, 'ahead@mail.example', 'en', resetMail)
    await round(-5)
    expect(server.received).toHaveLength(1)
  })

  it('X4: what could not be sent for a day is given up', async () => {
    await queueMail(db, 'never@mail.example', 'en', resetMail)
    server.refuse = () => ({ code: 451, message: 'later' })
    let tries = 0
    for (let hours = 0; hours <= 30; hours += 0.25) {
      const before = server.connections
      await round(hours * 60)
      tries += server.connections - before
    }
    expect(await rows()).toMatchObject([{ status: 'failed', content: null }])
    expect(tries).toBeGreaterThan(8)
    expect(tries).toBeLessThan(20)
  })

  it('X4: four workers racing send each of thirty mails once', async () => {
    for (let n = 0; n < 30; n++) await queueMail(db, `n${n}@mail.example`, 'en', resetMail)
    await Promise.all([round(), round(), round(), round()])
    const recipients = server.received.flatMap(({ recipients }) => recipients)
    expect(recipients).toHaveLength(30)
    expect(new Set(recipients).size).toBe(30)
  })

  it('X4: a round sends its mails over one connection, made anew after twenty', async () => {
    for (let n = 0; n < 30; n++) await queueMail(db, `n${n}@mail.example`, 'en', resetMail)
    server.refuse = (to) => (to.startsWith('n3@') ? { code: 550, message: 'no mailbox here' } : undefined)
    await round()
    expect(server.received).toHaveLength(29)
    expect(server.connections).toBe(2)
  })

  it('X4: a mail server that closes its connection between two mails costs none of them', async () => {
    for (let n = 0; n < 3; n++) await queueMail(db, `n${n}@mail.example`, 'en', resetMail)
    server.mailsPerConnection = 1
    await round()
    server.mailsPerConnection = Number.POSITIVE_INFINITY
    expect(server.received).toHaveLength(3)
    expect(logged).toEqual([])
  })

  it('X4: a round of many ends after ten minutes, so that it is known to go well, and the next one goes on', async () => {
    for (let n = 0; n < 3; n++) await queueMail(db, `n${n}@mail.example`, 'en', resetMail)
    let minutes = 0
    let sent = 0
    const slowRound = () =>
      deliverDue({
        db,
        deliver: async () => {
          sent++
          minutes += 6
        },
        clock: () => new Date(Date.now() + minutes * minute),
        log: { error() {} },
      })
    await slowRound()
    expect(sent).toBe(2)
    await slowRound()
    expect(sent).toBe(3)
  })

  it('X4: a worker killed before it sent: another one sends once the lease is over, and the dead one changes nothing', async () => {
    await queueMail(db, 'claimed@mail.example', 'en', resetMail)
    const dead = hanging()
    await dead.reached
    await round(9)
    expect(server.received).toHaveLength(0)
    await round(11)
    expect(server.received).toHaveLength(1)
    await dead.wake()
    await round(60)
    expect(server.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent' }])
  })

  it('X4: a worker killed after the mail server’s yes: the double has the same Message-ID', async () => {
    await queueMail(db, 'double@mail.example', 'en', resetMail)
    const dead = hanging(createDelivery({ ...config, mail: config.mail! }))
    await dead.reached
    await round(11)
    const ids = server.received.map(({ mail }) => mail.messageId)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    await dead.wake()
  })

  it('A6: a link that opens an account is not kept once its mail is sent', async () => {
    await queueMail(db, 'link@mail.example', 'en', resetMail)
    expect(JSON.stringify(await rows())).toContain('token=canary')
    await round()
    expect(server.received[0]!.mail.text).toContain('token=canary')
    expect(JSON.stringify(await rows())).not.toContain('canary')
  })

  it('X4: a message of the contact form that nobody accepts is kept', async () => {
    const message = { kind: 'contact-form', name: 'N', email: 'n@mail.example', message: 'kept words' } as const
    await queueMail(db, 'operator@mail.example', 'en', message)
    server.refuse = () => ({ code: 550, message: 'no' })
    await round()
    expect(await rows()).toMatchObject([{ status: 'failed', content: message }])
  })

  it('X4: mails are forgotten after a month; where mail is off none pile up', async () => {
    await queueMail(db, 'old@mail.example', 'en', resetMail)
    await round()
    await queueMail(db, 'waiting@mail.example', 'en', resetMail)
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * minute)
    await forgetMails(db, inDays(29), true)
    expect(await rows()).toHaveLength(2)
    await forgetMails(db, inDays(31), true)
    expect(await rows()).toMatchObject([{ recipient: 'waiting@mail.example' }])
    await forgetMails(db, new Date(), false)
    expect(await rows()).toEqual([])
  })

  it('Z2: what is due, what is old and what failed are found among many that were sent, without reading these', async () => {
    await sql`insert into outbox (recipient, language, kind, status, created_at, sent_at)
      select n || '@mail.example', 'en', 'reset', 'sent', now() - n * interval '1 minute', now()
      from generate_series(1, 20000) n`.execute(db)
    const { id } = await world.signUp('reader.of.many@mail.example')
    await sql`insert into outbox (recipient, language, kind, content, user_id, notice)
      select 'reader.of.many@mail.example', 'en', 'search', '{}', ${id}::uuid, 'search'
      from generate_series(1, 5000) n`.execute(db)
    await sql`delete from outbox where kind = 'verify'`.execute(db)
    await sql`analyze outbox`.execute(db)
    const { db: explained, costs } = openExplained(world.connection, 'force_generic_plan')
    let sent = 0
    const deliver = async () => void sent++
    await deliverDue({ db: explained, deliver, clock: () => noon, log: { error() {} }, isStopping: () => sent > 0 })
    expect(sent).toBe(1)
    await forgetMails(explained, new Date(), true)
    await outboxTrouble(explained, new Date())
    await explained.destroy()
    expect(costs).toHaveLength(5)
    for (const { sql: text, buffers } of costs) expect(buffers, text).toBeLessThan(50)
  })
})

describe('content', () => {
  const every: Mail[] = [
    { kind: 'verify', link: 'https://nikhad.example/verify?token=a&b=c' },
    resetMail,
    { kind: 'contact-approved', number: 7 },
    { kind: 'premium-approved' },
    { kind: 'new-request', request: 'contact', number: 7 },
    { kind: 'new-request', request: 'premium', number: 7 },
    { kind: 'fee-goes-back', number: 7 },
    { kind: 'fee-goes-back', number: 7, because: 'suspended' },
    { kind: 'contact-refused', why: 'refused', number: 7, reason: 'The biodata is not complete.', hasFee: true },
    {
      kind: 'asked',
      what: 'asked',
      request: '00000000-0000-4000-8000-000000000000',
      until: '2026-11-28T12:00:00.000Z',
    },
    { kind: 'family-answer', answer: 'forwarded', number: 7, until: '2026-11-28T12:00:00.000Z' },
    { kind: 'family-answer', answer: 'not now', number: 7, hasFee: true },
    { kind: 'family-answer', answer: 'over', number: 7, hasFee: false },
    { kind: 'contact-seen' },
    { kind: 'search', found: 3 },
    { kind: 'guardian-invitation', link: 'https://nikhad.example/guardian?token=a', from: 'Farzana' },
    { kind: 'guardian', event: 'ended' },
    { kind: 'new-report', days: 2 },
    { kind: 'report-answered' },
    { kind: 'attestation' },
    { kind: 'feedback', number: 7 },
    { kind: 'still-right', state: 'unanswered', link: 'https://nikhad.example/still-right?token=a' },
    { kind: 'number-unanswered', of: 'ward' },
    { kind: 'number-checked', outcome: 'unanswered', number: 7, hasFee: false },
    { kind: 'new-request', request: 'unanswered', number: 7 },
    { kind: 'payment-finding', finding: 'mismatch' },
    { kind: 'account-changed', change: 'password' },
    { kind: 'second-factor', change: 'app on' },
    { kind: 'contact-form', name: 'Sadia', email: 'sadia@mail.example', message: 'One\n\n<b>Two</b>' },
  ]

  it('G8: a mail in Bangla arrives intact', async () => {
    await queueMail(db, 'bn@mail.example', 'bn', resetMail)
    await round()
    const { mail } = server.received[0]!
    expect(mail.subject).toBe('নিখাদ: নতুন পাসওয়ার্ড দিন')
    expect(mail.from).toEqual({ name: 'নিখাদ', address: from })
    expect(mail.html).toContain('<html lang="bn">')
    expect(mail.text).toContain('নিচের বোতামটি ব্যবহার করুন')
    expect(mail.text).toContain(resetMail.link)
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  it.each(['en', 'bn'] as const)(
    'X4: every mail in %s has words, its link as text, and a subject that tells a bystander nothing',
    (language) => {
      for (const content of every) {
        const { subject, text, html } = compose({ content, language }, config)
        expect(subject).toMatch(language === 'bn' ? /^নিখাদ: / : /^Nikhad: /)
        expect(subject).not.toMatch(/biodata|premium|request|marri|match|nik-|বায়োডাটা|প্রিমিয়াম|অনুরোধ|বিয়ে|@/i)
        expect(text + html).not.toMatch(/undefined|null|\[object|NaN/)
        const hasNoPage = content.kind === 'contact-form' || 'because' in content
        if (!hasNoPage) expect(text).toMatch(/https?:\/\/\S+\/\S+/)
      }
    },
  )

  it.each(['en', 'bn'] as const)(
    'W7 S3-26 greets by name in %s, names what the button does, and previews nothing',
    (language) => {
      const labels = every.map((content) => {
        const { text, html } = compose({ content, language, recipientName: 'Ruma Akter' }, config)
        const greeting = language === 'bn' ? 'প্রিয় Ruma Akter,' : 'Dear Ruma Akter,'
        expect(text.split('\n')[0]).toBe(greeting)
        expect(html.indexOf(languageFile(language).serverTexts.mail.preview)).toBeLessThan(html.indexOf(greeting))
        return html.match(/border-radius:12px">([^<]*)</)?.[1]
      })
      const named = labels.filter((label) => label !== undefined)
      expect(named).toHaveLength(every.length - 2)
      expect(new Set(named).size).toBeGreaterThan(9)
    },
  )

  it('W7 A6 greets by name only where the owner has confirmed the address', async () => {
    const written = 'Call the bank now'
    const { email } = await world.signUp('unproved@mail.example', written)
    const first = async () => {
      await db.deleteFrom('outbox').execute()
      await queueMail(db, email, 'en', resetMail)
      await round()
      return server.received.at(-1)!.mail.text!.split('\n')[0]
    }
    expect(await first()).toBe('Hello,')
    await db.updateTable('users').set({ emailVerified: true }).where('email', '=', email).execute()
    expect(await first()).toBe(`Dear ${written},`)
  })

  it.each([
    ['en', 'Nikhad, Milan Bureau\nQuestions? Call +880 91 000141 (10 am to 6 pm).\nWhatsApp: +880 1700-000000'],
    ['bn', 'নিখাদ, মিলন ব্যুরো\nকিছু জানতে চাইলে ফোন করুন +880 91 000141 নম্বরে (১০টা থেকে ৬টা)।\nহোয়াটসঅ্যাপ: +880 1700-000000'],
  ] as const)(
    'W7 F7 S3-26 names the operator and the phone in %s, and nothing that is not set',
    (language, signature) => {
      const operator = {
        name: { en: 'Milan Bureau', bn: 'মিলন ব্যুরো' },
        hours: { en: '10 am to 6 pm', bn: '১০টা থেকে ৬টা' },
        phone: '+880 91 000141',
        whatsApp: '+880 1700-000000',
      }
      for (const content of every.filter(({ kind }) => kind !== 'contact-form')) {
        const { text, html } = compose({ content, language }, { ...config, operator })
        expect(text).toContain(`${signature}\nhttp`)
        expect(html).toContain('+880 91 000141')
        const { text: unnamed } = compose({ content, language }, { ...config, operator: {} })
        expect(unnamed).not.toMatch(/Questions|WhatsApp|ফোন করুন|হোয়াটসঅ্যাপ|^(Nikhad|নিখাদ),/m)
      }
    },
  )

  it('W7 says where to write, if the operator gave an address', () => {
    const footer = (contactEmail?: string) =>
      compose({ content: resetMail, language: 'en' }, { ...config, contactEmail }).text
    expect(footer('office@nikhad.example')).toContain('Replies aren’t read; write to office@nikhad.example.')
    expect(footer()).toContain('Replies aren’t read.')
  })

  it('X4: nothing that somebody wrote becomes HTML', () => {
    const { html, text } = compose({ content: every.at(-1)!, language: 'en' }, config)
    expect(html).not.toContain('<b>Two')
    expect(html).toContain('&#60;b&#62;Two')
    expect(text).toContain('One\n\n<b>Two</b>')
    expect(compose({ content: every[0]!, language: 'en' }, config).html).toContain('token=a&#38;b=c"')
  })

  it('X4: neither a recipient nor a name adds a recipient or a header', async () => {
    const evil = 'evil@evil.example'
    await queueMail(db, `a@mail.example, ${evil}`, 'en', resetMail)
    await queueMail(db, `a@mail.example>\r\nRCPT TO:<${evil}`, 'en', resetMail)
    await queueMail(db, 'operator@mail.example', 'en', {
      kind: 'contact-form',
      name: `N\r\nBcc: ${evil}\r\n\r\nbody`,
      email: `n@mail.example,${evil}`,
      message: '\r\n.\r\nMAIL FROM:<x@y.example>',
    })
    await round()
    expect(server.received.flatMap(({ recipients }) => recipients)).not.toContain(evil)
    const last = server.received.find(({ recipients }) => recipients[0] === 'operator@mail.example')!
    expect(last.mail.bcc ?? []).toEqual([])
    expect(last.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(last.mail.replyTo).toHaveLength(1)
  })
})

describe('configuration', () => {
  const serve = {
    PUBLIC_URL: 'https://nikhad.example',
    AUTH_SECRET: 'a secret only for tests, long enough',
    DATA_DIR: tmpdir(),
  }

  it('X4: without a mail server a real site has no mail, and half a configuration does not start', () => {
    expect(readConfig('serve', serve).mail).toBeUndefined()
    expect(() => readConfig('serve', { ...serve, SMTP_URL: 'smtp://mail.example' })).toThrow(
      'MAIL_FROM must be set too',
    )
    expect(() => readConfig('serve', { ...serve, SMTP_URL: 'http://mail.example', MAIL_FROM: from })).toThrow(
      'SMTP_URL',
    )
    expect(readConfig('serve', { ...serve, SMTP_URL: 'smtp://mail.example', MAIL_FROM: from }).mail).toEqual({
      from,
      smtpUrl: 'smtp://mail.example',
    })
  })

  it('X5: a real site has no page that shows mails', async () => {
    expect((await world.call('GET', '/demo/outbox')).status).toBe(404)
  })

  it('X5: the demo refuses a real mail server', () => {
    expect(() => readConfig('demo', { DATA_DIR: tmpdir(), SMTP_URL: 'smtp://mail.example', MAIL_FROM: from })).toThrow(
      'never real accounts, money or mail',
    )
  })

  it('X4: the demo writes each mail to one file, also when it is sent again', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'nikhad-outbox-'))
    const dataDir = folder.path
    const deliver = createDelivery({ ...config, dataDir, mail: { from } })
    await queueMail(db, 'file@mail.example', 'en', resetMail)
    const [mail] = await rows()
    await deliver({ ...mail!, content: resetMail })
    await round(0, deliver)
    const files = await readdir(join(dataDir, 'outbox'))
    expect(files).toHaveLength(1)
    const parsed = await PostalMime.parse(await readFile(join(dataDir, 'outbox', files[0]!)))
    expect(parsed.to?.[0]?.address).toBe('file@mail.example')
    expect(parsed.text).toContain(resetMail.link)
  })
})
