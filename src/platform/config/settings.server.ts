import * as z from 'zod'
import {
  currency,
  email,
  figure,
  inBothLanguages,
  issuer,
  mobile,
  number,
  oneOf,
  origin,
  payTo,
  postgresAddress,
  proxies,
  smtpAddress,
  stripeKey,
  telephone,
  text,
  wholeNumber,
} from './rules.server.ts'

// Every setting, declared once. What reads them, the messages about them, `.env.example` and the tables in
// docs/operating.md follow from here: after a change run `npm run document-settings`.

export type Mode = 'demo' | 'serve'

export interface Setting {
  group: string
  /** Turns the text of the variable into its value. Its messages continue `PORT is "x", but`. */
  rule: z.ZodType
  about: string
  /** What holds when the variable is not set, written as in the environment. */
  default?: string | Partial<Record<Mode, string>>
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

const setting = <Rule extends z.ZodType, const More extends Partial<Setting> = object>(
  rule: Rule,
  about: string,
  more?: More,
) => ({ rule, about, ...(more as More) })

export const settings = {
  ...inGroup('Address and keys', {
    PUBLIC_URL: setting(
      origin,
      '`https://` and the host under which people reach the site; links in mails and sign-in redirects begin with it.',
      { example: 'https://nikhad.example', isRequired: true },
    ),
    AUTH_SECRET: setting(
      z
        .string()
        .min(32, 'must have at least 32 characters (`openssl rand -base64 32` makes one)')
        // Of 32 random characters at least 15 are different ones, but for one time in a billion.
        .refine((secret) => new Set(secret).size >= 15, 'must be random (`openssl rand -base64 32` makes one)'),
      'At least 32 random characters that sign cookies and encrypt second factors; `openssl rand -base64 32` makes them.',
      { isRequired: true, isHidden: true },
    ),
    AUTH_SECRET_BEFORE: setting(z.string(), 'The previous `AUTH_SECRET`, which only `nikhad new-secret` needs.', {
      isHidden: true,
    }),
  }),
  ...inGroup('Server', {
    HOST: setting(text, 'Address to listen at; `0.0.0.0` means all addresses of the machine.', {
      default: '127.0.0.1',
    }),
    PORT: setting(wholeNumber(0, 65535), 'Port to listen at.', { default: '3000' }),
    TRUST_PROXY: setting(
      proxies,
      'Addresses or networks of your reverse proxies, with commas between; without it all visitors have the address of the proxy and share their rate limits.',
      { example: '127.0.0.1' },
    ),
    DRAIN_SECONDS: setting(
      number(0, 60),
      'How long a server that is told to stop still takes requests, while `/readyz` answers 503; longer than your proxy needs to notice.',
      { default: { serve: '1', demo: '0' } },
    ),
    LOG_LEVEL: setting(oneOf(...logLevels), `The least severe messages that are logged: ${logLevels.join(', ')}.`, {
      default: { serve: 'info', demo: 'warn' },
    }),
    METRICS_PORT: setting(
      wholeNumber(0, 65535),
      'Port at which Prometheus reads `/metrics`: from this machine only, or at `HOST` with `METRICS_TOKEN`.',
      { example: '9464' },
    ),
    METRICS_TOKEN: setting(
      z
        .string()
        .regex(
          /^[\w.~+/=-]{20,}$/,
          'must have 20 characters or more, letters and numbers (`openssl rand -hex 32` makes one)',
        ),
      'Token of 20 characters or more that Prometheus has to send; without `METRICS_PORT` the site itself answers `/metrics`.',
      { isHidden: true },
    ),
  }),
  ...inGroup('Files and backups', {
    DATA_DIR: setting(text, 'Folder of the embedded database and what belongs to it.', { default: './data' }),
    ERASURES_FILE: setting(
      text,
      'File with the ids of deleted accounts, so that no backup brings them back; put it on another disk than the database.',
      { otherwise: '`DATA_DIR/erasures`; none with `DATABASE_URL`', example: '/var/lib/nikhad/erasures' },
    ),
    BACKUP_PASSPHRASE: setting(
      z.string().min(12, 'must have at least 12 characters'),
      'Encrypts backups, with 12 characters or more; without it nobody can read them again.',
      { isHidden: true },
    ),
  }),
  ...inGroup('Database', {
    DATABASE_URL: setting(
      postgresAddress,
      'PostgreSQL (15 or newer) to use instead of the embedded one; its user must be allowed to create a schema.',
      { example: 'postgres://user:password@host/name', isHidden: true },
    ),
    DATABASE_OWNER_URL: setting(
      postgresAddress,
      'The same database as the owner of its tables, when the user of `DATABASE_URL` is another role.',
      { example: 'postgres://owner:password@host/name', isHidden: true },
    ),
    DATABASE_REPLICA_URL: setting(
      postgresAddress,
      'Streaming replica of that database, which answers lists of cards and counts.',
      { example: 'postgres://user:password@replica/name', isHidden: true },
    ),
    DATABASE_POOLER: setting(
      z.literal('transaction', 'must be transaction, or not set'),
      'Set it to `transaction` when `DATABASE_URL` leads to a pooler like pgbouncer in transaction mode.',
      { example: 'transaction' },
    ),
  }),
  ...inGroup('Mail', {
    SMTP_URL: setting(smtpAddress, 'Mail server that takes the mails of the site; it needs `MAIL_FROM` too.', {
      example: 'smtps://user:password@mail.example.org',
      isHidden: true,
    }),
    MAIL_FROM: setting(email, 'Address that mails come from; it needs `SMTP_URL` too.', {
      example: 'site@example.org',
    }),
    CONTACT_EMAIL: setting(
      email,
      'Address that gets the messages of the contact form and is shown on that page; without it all administrators get them.',
      { example: 'office@example.org' },
    ),
  }),
  ...inGroup('Sign-in', {
    GOOGLE_CLIENT_ID: setting(
      text,
      'Client at Google with the redirect address `PUBLIC_URL/api/auth/callback/google`.',
      { example: 'your-client-id.apps.googleusercontent.com' },
    ),
    GOOGLE_CLIENT_SECRET: setting(text, 'Secret of that client.', { isHidden: true }),
    AUTH_OIDC_ISSUER: setting(issuer, 'Issuer address of any OpenID Connect provider.', {
      example: 'https://accounts.example.org',
    }),
    AUTH_OIDC_CLIENT_ID: setting(
      text,
      'Client at that provider with the redirect address `PUBLIC_URL/api/auth/callback/oidc`.',
      { example: 'nikhad' },
    ),
    AUTH_OIDC_CLIENT_SECRET: setting(text, 'Secret of that client.', { isHidden: true }),
    ADMIN_SECOND_FACTOR: setting(
      oneOf('required', 'optional'),
      'With `required` an administrator has only the rights of a member until an authenticator app is set up.',
      { default: 'optional' },
    ),
  }),
  ...inGroup('Payments', {
    STRIPE_SECRET_KEY: setting(
      stripeKey('sk_ or rk_', /^(pk|whsec)_/),
      'Secret key of your account at Stripe; begins with sk_ or rk_.',
      { isHidden: true },
    ),
    // It is sent to every browser.
    STRIPE_PUBLISHABLE_KEY: setting(
      stripeKey('pk_', /^(sk|rk|whsec)_/),
      'Publishable key of the same account and mode; begins with pk_.',
      { isHidden: true },
    ),
    STRIPE_WEBHOOK_SECRET: setting(
      stripeKey('whsec_', /^(sk|rk|pk)_/),
      'Signing secret of the webhook `PUBLIC_URL/api/webhooks/stripe`; begins with whsec_.',
      { isHidden: true },
    ),
    CONTACT_FEE: setting(number(0, 100_000), 'What a contact request costs, like 5 or 4.50.', { default: '5' }),
    CURRENCY: setting(currency, 'Currency of the fee as a three-letter code.', { default: 'USD' }),
    FEE_BDT: setting(
      number(0, 100_000),
      'What a contact request costs in taka, by every way to pay but the card; `SEND_MONEY_*` needs it.',
      { default: { demo: '500' }, example: '500' },
    ),
    SEND_MONEY_BKASH: setting(
      payTo,
      'Number and holder of your bKash wallet, with a comma between; payers send the fee to it by hand.',
      { default: { demo: '01000-000141, Nikhad demo' }, example: '01700-000000, Rahman Marriage Bureau' },
    ),
    SEND_MONEY_NAGAD: setting(payTo, 'The same of your Nagad wallet.', {
      default: { demo: '01000-000142, Nikhad demo' },
      example: '01800-000000, Abdur Rahman',
    }),
    SEND_MONEY_ROCKET: setting(payTo, 'The same of your Rocket wallet.', { example: '01900-0000001, Abdur Rahman' }),
    SEND_MONEY_BANK: setting(payTo, 'Number of your bank account, a comma, and its holder, bank and branch.', {
      example: '1234567890, Rahman Marriage Bureau, Sonali Bank, Zindabazar',
    }),
    SECOND_ADMIN_ABOVE: setting(
      number(0, 10_000_000),
      'Taka above which a second administrator has to confirm money sent by hand; nobody has to while there is only one.',
      { example: '5000' },
    ),
    BIODATA_BEFORE_CONTACT: setting(
      oneOf('required', 'optional'),
      'With `required` only members with a published biodata can ask for a contact.',
      { default: 'optional' },
    ),
    CONTACT_DEFAULT: setting(
      oneOf('checked', 'ask'),
      'Who sees the contact in a new biodata, until its owner chooses: with `ask` the family is asked about each request.',
      { default: 'checked' },
    ),
    CONFIRM_EVERY_DAYS: setting(
      z.union([z.literal('off').transform(() => undefined), wholeNumber(14, 365)], {
        error: 'must be off or a whole number from 14 to 365',
      }),
      'Days after which people are asked whether their biodata is still right; without an answer it is paused 7 days later. `off` asks nobody and shows no such day.',
      { default: '60' },
    ),
    PREMIUM_CONTACTS_A_DAY: setting(
      wholeNumber(1, 100_000),
      'Number of people whose contact a premium member can see in any 24 hours.',
      { default: '50' },
    ),
  }),
  ...inGroup('Brand and law', {
    BRAND_NAME: setting(text, 'Name of the site in English.', { default: 'Nikhad' }),
    BRAND_NAME_BN: setting(text, 'Name of the site in Bangla.', { default: 'নিখাদ' }),
    ID_PREFIX: setting(text, 'Stands before the public number of a biodata, like `nik-7`.', { default: 'nik-' }),
    LEGAL_AGE_MALE: setting(wholeNumber(18, 30), 'Age from which a man can publish a biodata.', { default: '21' }),
    LEGAL_AGE_FEMALE: setting(wholeNumber(18, 30), 'Age from which a woman can publish a biodata.', { default: '18' }),
  }),
  ...inGroup('Operator', {
    OPERATOR_NAME: setting(inBothLanguages, 'Who runs the site; a bar stands between English and Bangla words.', {
      example: 'Milan Marriage Bureau | মিলন ম্যারেজ ব্যুরো',
    }),
    OPERATOR_PERSON: setting(inBothLanguages, 'The person in charge.'),
    OPERATOR_ADDRESS: setting(inBothLanguages, 'Postal address.'),
    OPERATOR_PHONE: setting(telephone, 'Phone number for families.', { example: '+880 1700-000000' }),
    OPERATOR_WHATSAPP: setting(mobile, 'WhatsApp number.', { example: '+8801700000000' }),
    OPERATOR_HOURS: setting(inBothLanguages, 'Opening hours.'),
    OPERATOR_REGISTRATION: setting(inBothLanguages, 'Registration or trade licence number.'),
  }),
  ...inGroup('Home page', {
    MARRIAGES_COMPLETED: setting(
      figure,
      '`counted` (couples who found each other here, as told at *We are married*; below 20 hidden), `hidden`, `spec` or a number you answer for.',
      { default: { serve: 'counted', demo: 'spec' } },
    ),
    TOTAL_BIODATA: setting(figure, 'The same for all biodata.', { default: { serve: 'counted', demo: 'spec' } }),
    STORIES_FILE: setting(
      text,
      'JSON file with your success stories: a list of `quote`, `names`, `place`, each a text or `{ "en": …, "bn": … }`.',
      { otherwise: 'no such section', example: '/etc/nikhad-stories.json' },
    ),
  }),
  ...inGroup('Demo', {
    DEMO_BAR: setting(
      oneOf('on', 'off'),
      'With `off` the demo does not show the bar that looks at a page as somebody else.',
      { default: 'on' },
    ),
  }),
} satisfies Record<string, Setting>

export const everySetting = Object.entries<Setting>(settings)

export type SettingName = keyof typeof settings

export type Settings = {
  [N in SettingName]:
    | z.output<(typeof settings)[N]['rule']>
    | ((typeof settings)[N] extends { default: unknown } ? never : undefined)
}

export const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''
