import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.server.ts'

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
  for (const PORT of ['-1', '65536', 'x', '80.5']) expect(() => read({ PORT })).toThrow(/^PORT: must be/)
})

test.each([
  ['PUBLIC_URL', 'http://x.example', /^PUBLIC_URL: must begin with https:/],
  ['AUTH_OIDC_ISSUER', 'http://issuer.example', /^AUTH_OIDC_ISSUER: must begin with https:/],
  ['AUTH_SECRET', 'a'.repeat(36), /^AUTH_SECRET: must be random/],
  ['AUTH_SECRET', 'abcdefg'.repeat(6), /^AUTH_SECRET: must be random/],
  ['PUBLIC_URL', 'https://x.example/site', /^PUBLIC_URL: must be scheme and host alone/],
  ['PUBLIC_URL', 'x.example', /^PUBLIC_URL: must look like https:/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL: must be one of fatal, error/],
  ['DATABASE_POOLER', 'session', /^DATABASE_POOLER: must be transaction/],
  ['DATABASE_REPLICA_URL', 'replica.example', /^DATABASE_REPLICA_URL: must look like postgres:/],
  ['DATABASE_REPLICA_URL', elsewhere.DATABASE_URL, /^DATABASE_REPLICA_URL is DATABASE_URL: set the address/],
  ['CURRENCY', 'XYZ', /^CURRENCY: must be the three-letter code/],
  ['CONTACT_FEE', '0.001', /^CONTACT_FEE: 0.001 USD is less/],
  ['CONTACT_FEE', 'five', /^CONTACT_FEE: must be a number/],
  ['SMTP_URL', 'mail.example', /^SMTP_URL: must look like smtps:/],
  ['CONTACT_EMAIL', 'nobody', /^CONTACT_EMAIL: must be an address/],
  ['LEGAL_AGE_MALE', '12', /^LEGAL_AGE_MALE: /],
  ['BACKUP_PASSPHRASE', 'short', /^BACKUP_PASSPHRASE: must have at least 12/],
  ['METRICS_TOKEN', 'short', /^METRICS_TOKEN: must have 20/],
  ['METRICS_PORT', '3000', /^METRICS_PORT is PORT/],
  ['DRAIN_SECONDS', 'long', /^DRAIN_SECONDS: must be a number/],
  ['ERASURES_FILE', '/dev/null/here/erasures', /^ERASURES_FILE is \/dev\/null\/here, which cannot be used/],
  ['STRIPE_SECRET_KEY', 'pk_live_1', /^STRIPE_SECRET_KEY: is another of the three/],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1', /^STRIPE_PUBLISHABLE_KEY: is a secret/],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_1', /^STRIPE_WEBHOOK_SECRET: is another of the three/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY: must be addresses/],
  ['TRUST_PROXY', '1', /^TRUST_PROXY: must be addresses/],
  ['TRUST_PROXY', '127.0.0.1, the proxy', /^TRUST_PROXY: must be addresses/],
])('X5 Y1: production refuses %s=%s and says what to set', (name, value, says) => {
  expect(() => read({ [name]: value })).toThrow(says)
})

test('X5: on this machine an address needs no https; proxies are addresses, networks or names of such', () => {
  for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:4000', 'https://x.example'])
    expect(read({ PUBLIC_URL }).origin).toBe(PUBLIC_URL)
  for (const TRUST_PROXY of ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback, uniquelocal'])
    expect(read({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY)
})

test('X1: DATABASE_URL names the database', () => {
  expect(read().databaseUrl).toBe(elsewhere.DATABASE_URL)
  expect(() => read({ DATABASE_URL: 'mysql://x' })).toThrow(/^DATABASE_URL: must look like postgres:/)
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
