import * as z from 'zod'
import {
  currency,
  email,
  issuer,
  number,
  oneOf,
  origin,
  postgresAddress,
  proxies,
  smtpAddress,
  stripeKey,
  text,
  wholeNumber,
} from './rules.server.ts'

// Every setting, declared once. What reads them, the messages about them, `.env.example` and the tables in
// docs/operating.md follow from here: after a change run `npm run document-settings`.

export type Mode = 'demo' | 'serve'

export interface Setting {
  group: string
  /** Turns the text of the variable into its value. Its messages continue "PORT is "x", but". */
  rule: z.ZodType
  about: string
  /** What holds when the variable is not set, written as in the environment. */
  default?: string | Record<Mode, string>
  /** What the documents say about an unset variable that has no default. */
  otherwise?: string
  example?: string
  /** A real site does not start without it. */
  isRequired?: true
  /** No message repeats the value: it is a secret, or a secret is easily put there by mistake. */
  isHidden?: true
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const inGroup = <const S extends Record<string, Omit<Setting, 'group'>>>(group: string, members: S) =>
  Object.fromEntries(Object.entries(members).map(([name, setting]) => [name, { ...setting, group }])) as {
    [Name in keyof S]: S[Name] & { group: string }
  }

export const settings = {
  ...inGroup('Address and keys', {
    PUBLIC_URL: {
      rule: origin,
      about:
        '`https://` and the host under which people reach the site; links in mails and sign-in redirects begin with it.',
      example: 'https://nikhad.example',
      isRequired: true,
    },
    AUTH_SECRET: {
      rule: z
        .string()
        .min(32, 'must have at least 32 characters (`openssl rand -base64 32` makes one)')
        // Of 32 random characters at least 15 are different ones, but for one time in a billion.
        .refine((secret) => new Set(secret).size >= 15, 'must be random (`openssl rand -base64 32` makes one)'),
      about:
        'At least 32 random characters that sign cookies and encrypt second factors; `openssl rand -base64 32` makes them.',
      isRequired: true,
      isHidden: true,
    },
    AUTH_SECRET_BEFORE: {
      rule: z.string(),
      about: 'The previous `AUTH_SECRET`, which only `nikhad new-secret` needs.',
      isHidden: true,
    },
  }),
  ...inGroup('Server', {
    HOST: {
      rule: text,
      about: 'Address to listen at; `0.0.0.0` means all addresses of the machine.',
      default: '127.0.0.1',
    },
    PORT: { rule: wholeNumber(0, 65535), about: 'Port to listen at.', default: '3000' },
    TRUST_PROXY: {
      rule: proxies,
      about:
        'Addresses or networks of your reverse proxies, with commas between; without it all visitors have the address of the proxy and share their rate limits.',
      example: '127.0.0.1',
    },
    DRAIN_SECONDS: {
      rule: number(0, 60),
      about:
        'How long a server that is told to stop still takes requests, while `/readyz` answers 503; longer than your proxy needs to notice.',
      default: { serve: '1', demo: '0' },
    },
    LOG_LEVEL: {
      rule: oneOf(...logLevels),
      about: `The least severe messages that are logged: ${logLevels.join(', ')}.`,
      default: { serve: 'info', demo: 'warn' },
    },
    METRICS_PORT: {
      rule: wholeNumber(0, 65535),
      about: 'Port at which Prometheus reads `/metrics`: from this machine only, or at `HOST` with `METRICS_TOKEN`.',
      example: '9464',
    },
    METRICS_TOKEN: {
      rule: z
        .string()
        .regex(
          /^[\w.~+/=-]{20,}$/,
          'must have 20 characters or more, letters and numbers (`openssl rand -hex 32` makes one)',
        ),
      about:
        'Token of 20 characters or more that Prometheus has to send; without `METRICS_PORT` the site itself answers `/metrics`.',
      isHidden: true,
    },
  }),
  ...inGroup('Files and backups', {
    DATA_DIR: { rule: text, about: 'Folder of the embedded database and what belongs to it.', default: './data' },
    ERASURES_FILE: {
      rule: text,
      about:
        'File with the ids of deleted accounts, so that no backup brings them back; put it on another disk than the database.',
      otherwise: '`DATA_DIR/erasures`; none with `DATABASE_URL`',
      example: '/var/lib/nikhad/erasures',
    },
    BACKUP_PASSPHRASE: {
      rule: z.string().min(12, 'must have at least 12 characters'),
      about: 'Encrypts backups, with 12 characters or more; without it nobody can read them again.',
      isHidden: true,
    },
  }),
  ...inGroup('Database', {
    DATABASE_URL: {
      rule: postgresAddress,
      about:
        'PostgreSQL (15 or newer) to use instead of the embedded one; its user must be allowed to create a schema.',
      example: 'postgres://user:password@host/name',
      isHidden: true,
    },
    DATABASE_OWNER_URL: {
      rule: postgresAddress,
      about: 'The same database as the owner of its tables, when the user of `DATABASE_URL` is another role.',
      example: 'postgres://owner:password@host/name',
      isHidden: true,
    },
    DATABASE_REPLICA_URL: {
      rule: postgresAddress,
      about: 'Streaming replica of that database, which answers lists of cards and counts.',
      example: 'postgres://user:password@replica/name',
      isHidden: true,
    },
    DATABASE_POOLER: {
      rule: z.literal('transaction', 'must be transaction, or not set'),
      about: 'Set it to `transaction` when `DATABASE_URL` leads to a pooler like pgbouncer in transaction mode.',
      example: 'transaction',
    },
  }),
  ...inGroup('Mail', {
    SMTP_URL: {
      rule: smtpAddress,
      about: 'Mail server that takes the mails of the site; it needs `MAIL_FROM` too.',
      example: 'smtps://user:password@mail.example.org',
      isHidden: true,
    },
    MAIL_FROM: {
      rule: email,
      about: 'Address that mails come from; it needs `SMTP_URL` too.',
      example: 'site@example.org',
    },
    CONTACT_EMAIL: {
      rule: email,
      about:
        'Address that gets the messages of the contact form and is shown on that page; without it all administrators get them.',
      example: 'office@example.org',
    },
  }),
  ...inGroup('Sign-in', {
    GOOGLE_CLIENT_ID: {
      rule: text,
      about: 'Client at Google with the redirect address `PUBLIC_URL/api/auth/callback/google`.',
      example: 'your-client-id.apps.googleusercontent.com',
    },
    GOOGLE_CLIENT_SECRET: { rule: text, about: 'Secret of that client.', isHidden: true },
    AUTH_OIDC_ISSUER: {
      rule: issuer,
      about: 'Issuer address of any OpenID Connect provider.',
      example: 'https://accounts.example.org',
    },
    AUTH_OIDC_CLIENT_ID: {
      rule: text,
      about: 'Client at that provider with the redirect address `PUBLIC_URL/api/auth/callback/oidc`.',
      example: 'nikhad',
    },
    AUTH_OIDC_CLIENT_SECRET: { rule: text, about: 'Secret of that client.', isHidden: true },
    ADMIN_SECOND_FACTOR: {
      rule: oneOf('required', 'optional'),
      about: 'With `required` an administrator has only the rights of a member until an authenticator app is set up.',
      default: 'optional',
    },
  }),
  ...inGroup('Payments', {
    STRIPE_SECRET_KEY: {
      rule: stripeKey('sk_ or rk_', /^(pk|whsec)_/),
      about: 'Secret key of your account at Stripe; begins with sk_ or rk_.',
      isHidden: true,
    },
    STRIPE_PUBLISHABLE_KEY: {
      // It is sent to every browser.
      rule: stripeKey('pk_', /^(sk|rk|whsec)_/),
      about: 'Publishable key of the same account and mode; begins with pk_.',
      isHidden: true,
    },
    STRIPE_WEBHOOK_SECRET: {
      rule: stripeKey('whsec_', /^(sk|rk|pk)_/),
      about: 'Signing secret of the webhook `PUBLIC_URL/api/webhooks/stripe`; begins with whsec_.',
      isHidden: true,
    },
    CONTACT_FEE: { rule: number(0, 100_000), about: 'What a contact request costs, like 5 or 4.50.', default: '5' },
    CURRENCY: { rule: currency, about: 'Currency of the fee as a three-letter code.', default: 'USD' },
    PREMIUM_CONTACTS_A_DAY: {
      rule: wholeNumber(1, 100_000),
      about: 'Number of people whose contact a premium member can see in any 24 hours.',
      default: '50',
    },
  }),
  ...inGroup('Brand and law', {
    BRAND_NAME: { rule: text, about: 'Name of the site in English.', default: 'Nikhad' },
    BRAND_NAME_BN: { rule: text, about: 'Name of the site in Bangla.', default: 'নিখাদ' },
    ID_PREFIX: { rule: text, about: 'Stands before the public number of a biodata, like `nik-7`.', default: 'nik-' },
    LEGAL_AGE_MALE: { rule: wholeNumber(18, 30), about: 'Age from which a man can publish a biodata.', default: '21' },
    LEGAL_AGE_FEMALE: {
      rule: wholeNumber(18, 30),
      about: 'Age from which a woman can publish a biodata.',
      default: '18',
    },
  }),
  ...inGroup('Demo', {
    DEMO_BAR: {
      rule: oneOf('on', 'off'),
      about: 'With `off` the demo does not show the bar that looks at a page as somebody else.',
      default: 'on',
    },
  }),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/** The values of all settings; undefined is one that is not set and has no default. */
export type Settings = {
  [N in SettingName]:
    | z.output<(typeof settings)[N]['rule']>
    | ((typeof settings)[N] extends { default: unknown } ? never : undefined)
}

export const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''
