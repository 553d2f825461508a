import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { missingFor } from '#src/platform/operator.ts'
import { readConfig } from './config.server.ts'
import { type Setting, settings } from './settings.server.ts'

// With a database elsewhere, reading makes no folder.
const elsewhere = {
  PUBLIC_URL: 'https://x.example',
  AUTH_SECRET: 'a secret only for tests, long enough',
  DATABASE_URL: 'postgres://somebody@db.example/site',
}
const read = (env: Record<string, string> = {}) => readConfig('serve', { ...elsewhere, ...env })

test('X7: port, host and folder are configuration, with their defaults', () => {
  expect(read()).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir: resolve('./data') })
  const given = { PORT: '4000', HOST: '0.0.0.0', DATA_DIR: '/srv/site' }
  expect(read(given)).toMatchObject({ port: 4000, host: '0.0.0.0', dataDir: resolve('/srv/site') })
  for (const PORT of ['-1', '65536', 'x', '80.5'])
    expect(() => read({ PORT })).toThrow(/^PORT is .+, but must be a whole number from 0 to 65535\.$/)
})

test.each([
  ['PUBLIC_URL', 'http://x.example', /^PUBLIC_URL is .+, but must begin with https:/],
  ['AUTH_OIDC_ISSUER', 'http://issuer.example', /^AUTH_OIDC_ISSUER is .+, but must begin with https:/],
  ['AUTH_SECRET', 'a'.repeat(36), /^AUTH_SECRET is .+, but must be random/],
  ['AUTH_SECRET', 'abcdefg'.repeat(6), /^AUTH_SECRET is .+, but must be random/],
  ['PUBLIC_URL', 'https://x.example/site', /^PUBLIC_URL is .+, but must be scheme and host alone/],
  ['PUBLIC_URL', 'x.example', /^PUBLIC_URL is .+, but must look like https:/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL is .+, but must be fatal, error, warn/],
  ['DATABASE_POOLER', 'session', /^DATABASE_POOLER is .+, but must be transaction/],
  ['DATABASE_REPLICA_URL', 'replica.example', /^DATABASE_REPLICA_URL is .+, but must look like postgres:/],
  ['DATABASE_REPLICA_URL', elsewhere.DATABASE_URL, /^DATABASE_REPLICA_URL is DATABASE_URL: set the address/],
  ['CURRENCY', 'XYZ', /^CURRENCY is .+, but must be the three-letter code/],
  ['CONTACT_FEE', '0.001', /^CONTACT_FEE is 0\.001 USD, which is less/],
  ['CONTACT_FEE', 'five', /^CONTACT_FEE is .+, but must be a number/],
  ['SMTP_URL', 'mail.example', /^SMTP_URL is .+, but must look like smtps:/],
  ['CONTACT_EMAIL', 'nobody', /^CONTACT_EMAIL is .+, but must be an address/],
  ['LEGAL_AGE_MALE', '12', /^LEGAL_AGE_MALE is "12", but must be a whole number from 18 to 30/],
  ['BACKUP_PASSPHRASE', 'short', /^BACKUP_PASSPHRASE is .+, but must have at least 12/],
  ['METRICS_TOKEN', 'short', /^METRICS_TOKEN is .+, but must have 20/],
  ['METRICS_PORT', '3000', /^METRICS_PORT is PORT/],
  ['DRAIN_SECONDS', 'long', /^DRAIN_SECONDS is .+, but must be a number/],
  ['ERASURES_FILE', '/dev/null/here/erasures', /^ERASURES_FILE is \/dev\/null\/here, which cannot be used/],
  [
    'STRIPE_SECRET_KEY',
    'pk_live_1',
    /^STRIPE_SECRET_KEY is .+, but must be the one of the three keys that begins with sk_/,
  ],
  [
    'STRIPE_PUBLISHABLE_KEY',
    'sk_live_1',
    /^STRIPE_PUBLISHABLE_KEY is .+, but must be the one of the three keys that begins with pk_/,
  ],
  [
    'STRIPE_WEBHOOK_SECRET',
    'sk_live_1',
    /^STRIPE_WEBHOOK_SECRET is .+, but must be the one of the three keys that begins with whsec_/,
  ],
  ['PORT', '0x10', /^PORT is "0x10", but must be a whole number/],
  ['DEMO_BAR', 'no', /^DEMO_BAR is "no", but must be on or off\.$/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY is .+, but must be addresses/],
  ['TRUST_PROXY', '1', /^TRUST_PROXY is .+, but must be addresses/],
  ['TRUST_PROXY', '127.0.0.1, the proxy', /^TRUST_PROXY is .+, but must be addresses/],
])('X5 Y1: production refuses %s=%s and says what to set', (name, value, says) => {
  expect(() => read({ [name]: value })).toThrow(says)
})

const refusalOf = (env: Record<string, string>) => {
  try {
    read(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('Y1: all wrong values are told at once with what is missing, a line each', () => {
  const wrong = { PORT: 'x', LOG_LEVEL: 'loud', AUTH_SECRET: 'short', GOOGLE_CLIENT_ID: 'a', PUBLIC_URL: '' }
  expect(refusalOf(wrong).split('\n')).toEqual([
    'AUTH_SECRET is a value of 5 characters, but must have at least 32 characters (`openssl rand -base64 32` makes one).',
    'PORT is "x", but must be a whole number from 0 to 65535.',
    'LOG_LEVEL is "loud", but must be fatal, error, warn, info, debug, trace or silent.',
    'PUBLIC_URL must be set to serve a real site. See docs/operating.md.',
    'GOOGLE_CLIENT_SECRET must be set too, or none of GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET.',
  ])
  const contradicting = { PORT: '4000', METRICS_PORT: '4000', DATABASE_URL: '', DATABASE_POOLER: 'transaction' }
  expect(refusalOf(contradicting).split('\n')).toEqual([
    'DATABASE_URL must be set too: DATABASE_POOLER stands before that database.',
    'METRICS_PORT is PORT, 4000: set another, or METRICS_TOKEN alone.',
  ])
})

test('Y1: a refusal never repeats a secret', () => {
  const declared = Object.entries<Setting>(settings)
  // Wrong for every rule that there is: too short, no address, and of Stripe's keys none that begins so.
  const wrong = ['s3cr3t', 'sk_s3cr3t', 'pk_s3cr3t']
  const refused = declared.flatMap(([name, { isHidden }]) =>
    wrong.map((value) => ({ name, isHidden, message: refusalOf({ [name]: value }) })),
  )
  const of = (isHidden: true | undefined) =>
    refused.filter((one) => one.isHidden === isHidden && one.message.startsWith(`${one.name} is `))
  expect(new Set(of(true).map(({ name }) => name)).size).toBeGreaterThan(8)
  for (const { message } of of(true)) expect(message).toMatch(/ is a value of \d characters, but must /)
  expect(refused.filter(({ isHidden, message }) => isHidden && message.includes('s3cr3t'))).toEqual([])
  for (const { message } of of(undefined)) expect(message).toContain('s3cr3t')
})

test('X7: every default is what its own rule allows', () => {
  for (const [name, { rule, default: byDefault }] of Object.entries<Setting>(settings))
    for (const value of byDefault === undefined
      ? []
      : Object.values(typeof byDefault === 'object' ? byDefault : [byDefault]))
      expect(rule.safeParse(value).success, name).toBe(true)
  expect(read()).toMatchObject({ drainMs: 1000, logLevel: 'info', premiumContactsADay: 50, hasDemoBar: true })
  expect(read({ PORT: '', HOST: '  ' })).toEqual(read())
})

test('X5: on this machine an address needs no https; proxies are addresses, networks or names of such', () => {
  for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:4000', 'https://x.example'])
    expect(read({ PUBLIC_URL }).origin).toBe(PUBLIC_URL)
  for (const TRUST_PROXY of ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback, uniquelocal'])
    expect(read({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY)
})

test('X1: DATABASE_URL names the database', () => {
  expect(read().databaseUrl).toBe(elsewhere.DATABASE_URL)
  expect(() => read({ DATABASE_URL: 'mysql://x' })).toThrow(
    /^DATABASE_URL is a value of 9 characters, but must look like postgres:/,
  )
})

test('X2 X3: what is not configured is off; half a configuration is refused by the name of what is missing', () => {
  const off = read()
  expect([off.google, off.oidc, off.stripe]).toEqual([undefined, undefined, undefined])
  const all = {
    google: { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' },
    oidc: { AUTH_OIDC_ISSUER: 'https://i.example', AUTH_OIDC_CLIENT_ID: 'a', AUTH_OIDC_CLIENT_SECRET: 'b' },
    stripe: { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' },
  }
  for (const [part, env] of Object.entries(all)) {
    expect(read(env)[part as keyof typeof all]).toBeTruthy()
    for (const missing of Object.keys(env)) {
      const rest = Object.fromEntries(Object.entries(env).filter(([name]) => name !== missing))
      expect(() => read(rest), missing).toThrow(`${missing} must be set`)
    }
  }
})

test('Y1: keys of Stripe of two modes are told apart', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(() => read(keys)).toThrow('STRIPE_SECRET_KEY is of live mode, STRIPE_PUBLISHABLE_KEY of test mode.')
  expect(read({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }).stripe).toBeTruthy()
})

test('F7 S1-8: the operator is named in both languages, and what is missing is told by its setting', () => {
  const { operator } = read({
    OPERATOR_NAME: 'Milan Bureau | মিলন ব্যুরো',
    OPERATOR_HOURS: '10 am to 6 pm',
    OPERATOR_WHATSAPP: '+880 1700-000000',
  })
  expect(operator).toEqual({
    name: { en: 'Milan Bureau', bn: 'মিলন ব্যুরো' },
    hours: { en: '10 am to 6 pm', bn: '10 am to 6 pm' },
    whatsApp: '+880 1700-000000',
  })
  expect(missingFor(operator)).toEqual([
    'OPERATOR_PERSON',
    'OPERATOR_ADDRESS',
    'OPERATOR_PHONE',
    'OPERATOR_REGISTRATION',
  ])
  expect(missingFor(read().operator)).toHaveLength(7)
  expect(missingFor(readConfig('demo', {}).operator)).toEqual(['OPERATOR_WHATSAPP'])
  expect(() => read({ OPERATOR_NAME: 'a | b | c' })).toThrow(/^OPERATOR_NAME is .+, but must be English words/)
  expect(() => read({ OPERATOR_WHATSAPP: '01700000000' })).toThrow(
    /^OPERATOR_WHATSAPP is .+, but must be a number that/,
  )
})

test('H4 H5 S1-1: a real site counts its figures and has no stories but its own; the demo has the specification’s', () => {
  expect(read()).toMatchObject({ figures: { marriages: 'counted', biodata: 'counted' }, stories: undefined })
  expect(readConfig('demo', {}).figures).toEqual({ marriages: 'spec', biodata: 'spec' })
  expect(read({ MARRIAGES_COMPLETED: '31', TOTAL_BIODATA: 'hidden' }).figures).toEqual({
    marriages: 31,
    biodata: 'hidden',
  })
  expect(() => read({ TOTAL_BIODATA: 'many' })).toThrow(/^TOTAL_BIODATA is "many", but must be counted, hidden, spec/)
  const file = join(mkdtempSync(join(tmpdir(), 'stories-')), 'stories.json')
  expect(() => read({ STORIES_FILE: file })).toThrow(/^STORIES_FILE is .+, which cannot be used: ENOENT/)
  writeFileSync(file, '[{ "quote": "Calm.", "names": "A & B" }]')
  expect(() => read({ STORIES_FILE: file })).toThrow(/which cannot be used: .*place/)
  writeFileSync(file, '[{ "quote": "Calm.", "names": { "en": "A & B", "bn": "অ ও ব" }, "place": "Dhaka" }]')
  expect(read({ STORIES_FILE: file }).stories).toEqual([
    { quote: { en: 'Calm.', bn: 'Calm.' }, names: { en: 'A & B', bn: 'অ ও ব' }, place: { en: 'Dhaka', bn: 'Dhaka' } },
  ])
})
