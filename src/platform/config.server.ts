import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { minorUnits } from './money.ts'
import { commandLine } from './root.server.ts'

type Mode = 'demo' | 'serve'

export interface Config {
  mode: Mode
  logLevel: string
  host: string
  port: number
  dataDir: string
  databaseUrl?: string | undefined
  /** Between it and the server stands a pooler that gives each transaction another connection. */
  databaseIsPooled?: boolean
  /** A replica of that database, which answers what may be a few seconds old. */
  databaseReplicaUrl?: string | undefined
  /** Where it is kept, outside the database, who has left: an older backup must not bring them back. */
  erasuresFile?: string | undefined
  /** What backups are encrypted with. */
  backupPassphrase?: string | undefined
  /** Milliseconds for which a server that is told to stop still takes requests, saying that it is no longer ready. */
  drain: number
  /** By whom the tables are made and changed, where the server's own role may not. */
  databaseOwnerUrl?: string | undefined
  /** Addresses of reverse proxies whose word about the visitor's address is believed; none by default. */
  trustProxy?: string | undefined
  /** Scheme, host and port under which people reach the site; links in mails and sign-in redirects start with it. */
  origin: string
  /** Signs session cookies. */
  secret: string
  brand: { name: string; nameBn: string; idPrefix: string }
  /** The contact request fee in minor units (cents, poisha) of `currency`. */
  fee: { amount: number; currency: string }
  legalAge: { Male: number; Female: number }
  /** `required`: an administrator without a second factor has no more rights than a member. */
  adminSecondFactor: 'required' | 'optional'
  /** So many people's contacts a premium member sees in any 24 hours (REQUIREMENTS R2). */
  premiumContactsADay: number
  google?: { clientId: string; clientSecret: string } | undefined
  oidc?: { issuer: string; clientId: string; clientSecret: string } | undefined
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined
  /** Absent: nobody is told how the server does. */
  metrics?: { port?: number | undefined; token?: string | undefined } | undefined
  /** Absent: mail is off. Without an SMTP server (the demo) mails become files in DATA_DIR/outbox. */
  mail?: { from: string; smtpUrl?: string | undefined } | undefined
  /** Where the contact form's messages go; without it to the administrators. */
  contactEmail?: string | undefined
}

/** What is wrong with the configuration, in words for the person who starts the server. */
export class ConfigError extends Error {}

const text = z.string().trim().min(1).optional()
/** The networks that Fastify's proxy-addr knows by name, and addresses with or without a mask. */
const isProxy = (entry: string) =>
  /^(loopback|linklocal|uniquelocal)$/.test(entry) ||
  (/^[^/]+(\/\d{1,3})?$/.test(entry) && isIP(entry.split('/')[0]!) > 0)

/** On this machine nobody listens in between. */
function isSecure(url: string) {
  return URL.canParse(url) && (new URL(url).protocol === 'https:' || isLoopback(new URL(url).hostname))
}

function isOrigin(url: string) {
  if (!URL.canParse(url)) return false
  const { pathname, search, hash, username } = new URL(url)
  return pathname === '/' && !search && !hash && !username
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host/name',
})
const portRule = 'must be a number from 0 to 65535'
const port = z.coerce.number(portRule).int(portRule).min(0, portRule).max(65535, portRule)
const Environment = z.object({
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w.~+/=-]{20,}$/,
      'must have 20 characters or more, letters and numbers; `openssl rand -hex 32` makes one',
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_POOLER: z.enum(['transaction'], 'must be transaction, or not set').optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://example.org' })
    .refine(isSecure, 'must begin with https://: passwords and sessions would be read on the way')
    .refine(isOrigin, 'must be scheme and host alone, like https://example.org: the site cannot live below a path')
    .optional(),
  ERASURES_FILE: text,
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  DRAIN_SECONDS: z.coerce.number('must be a number').min(0).max(60).optional(),
  TRUST_PROXY: text.refine(
    (list) => list === undefined || list.split(',').every((entry) => isProxy(entry.trim())),
    'must be addresses or networks of your proxies, like 127.0.0.1 or 10.0.0.0/8, with commas between',
  ),
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters; `openssl rand -base64 32` makes one')
    // Of 32 random characters at least 15 are different ones, but for one time in a billion.
    .refine((secret) => new Set(secret).size >= 15, 'must be random; `openssl rand -base64 32` makes one')
    .optional(),
  BRAND_NAME: z.string().min(1).default('Nikhad'),
  BRAND_NAME_BN: z.string().min(1).default('নিখাদ'),
  ID_PREFIX: z.string().min(1).default('nik-'),
  CONTACT_FEE: z.coerce.number('must be a number, like 5 or 4.50').positive().max(100_000).default(5),
  CURRENCY: z
    .string()
    .refine(
      (code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()),
      'must be the three-letter code of a currency, like USD or BDT',
    )
    .default('USD'),
  LEGAL_AGE_MALE: z.coerce.number('must be a number').int().min(18).max(30).default(21),
  LEGAL_AGE_FEMALE: z.coerce.number('must be a number').int().min(18).max(30).default(18),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], 'must be required or optional').default('optional'),
  PREMIUM_CONTACTS_A_DAY: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100_000, 'must be 100000 or less')
    .default(30),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  AUTH_OIDC_ISSUER: z
    .url('must be the issuer address of the OpenID Connect provider')
    .refine(isSecure, 'must begin with https://: passwords and names would be read on the way')
    .optional(),
  AUTH_OIDC_CLIENT_ID: text,
  AUTH_OIDC_CLIENT_SECRET: text,
  STRIPE_SECRET_KEY: text.refine(
    (key) => !key?.match(/^(pk|whsec)_/),
    'is another of the three; the secret key begins with sk_ or rk_',
  ),
  STRIPE_PUBLISHABLE_KEY: text.refine(
    // It is sent to every browser.
    (key) => !key?.match(/^(sk|rk|whsec)_/),
    'is a secret; the publishable key begins with pk_',
  ),
  STRIPE_WEBHOOK_SECRET: text.refine(
    (key) => !key?.match(/^(sk|rk|pk)_/),
    'is another of the three; the secret of the webhook begins with whsec_',
  ),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@mail.example.org' }).optional(),
  MAIL_FROM: z.email('must be an address, like site@example.org').optional(),
  CONTACT_EMAIL: z.email('must be an address, like site@example.org').optional(),
})

/** `demo` never listens to, or links to, anything but this machine (REQUIREMENTS X5): its doors are open on purpose. */
export function isLoopback(host: string) {
  const name = host.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** Settings that only make sense together: all of them, or none. */
function group<K extends string>(env: Partial<Record<K, string | undefined>>, names: K[]) {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(' and ')} must be set too, or none of ${names.join(', ')}.`)
  return names.map((name) => env[name] as string)
}

/**
 * Reads the configuration of one mode from environment variables.
 * @throws ConfigError that names every variable to set or mend
 */
export function readConfig(mode: Mode, environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  const origin = env.PUBLIC_URL
    ? new URL(env.PUBLIC_URL).origin
    : `http://${isIP(env.HOST) === 6 ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
  const google = group(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const oidc = group(env, ['AUTH_OIDC_ISSUER', 'AUTH_OIDC_CLIENT_ID', 'AUTH_OIDC_CLIENT_SECRET'])
  const stripe = group(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  const smtp = group(env, ['SMTP_URL', 'MAIL_FROM'])

  if (mode === 'demo') {
    if (!isLoopback(env.HOST)) {
      throw new ConfigError(
        `HOST is ${env.HOST}: the demo lets anybody sign in, so it only listens on this machine. Use \`${commandLine('serve')}\` for a real site.`,
      )
    }
    if (env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname)) {
      throw new ConfigError(
        `PUBLIC_URL is ${env.PUBLIC_URL}: the demo has no public address. Use \`${commandLine('serve')}\` for a real site.`,
      )
    }
    const real = [google && 'GOOGLE_*', oidc && 'AUTH_OIDC_*', stripe && 'STRIPE_*', smtp && 'SMTP_URL'].filter(Boolean)
    if (real.length > 0) {
      throw new ConfigError(
        `${real.join(', ')}: the demo uses sandboxes only and never real accounts, money or mail. Use \`${commandLine('serve')}\`, or unset them.`,
      )
    }
  } else {
    const missing = (['PUBLIC_URL', 'AUTH_SECRET'] as const).filter((name) => !env[name])
    if (missing.length > 0)
      throw new ConfigError(`${missing.join(' and ')} must be set to serve a real site. See docs/operating.md.`)
  }

  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_URL must be set too: DATABASE_OWNER_URL is the owner of that database.')
  if (env.DATABASE_POOLER && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_URL must be set too: DATABASE_POOLER stands before that database.')
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_URL must be set too: DATABASE_REPLICA_URL is a replica of that database.')
  if (env.DATABASE_REPLICA_URL && env.DATABASE_REPLICA_URL === env.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL is DATABASE_URL: set the address of a replica, or leave it out.')
  // With a database elsewhere a real site keeps nothing here.
  if (mode === 'demo' || !env.DATABASE_URL) usableFolder('DATA_DIR', dataDir)
  if (env.ERASURES_FILE) usableFolder('ERASURES_FILE', dirname(resolve(env.ERASURES_FILE)))
  const [secretMode, publicMode] = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY].map(
    (key) => /^[a-z]+_(live|test)_/.exec(key ?? '')?.[1],
  )
  if (secretMode && publicMode && secretMode !== publicMode)
    throw new ConfigError(`STRIPE_SECRET_KEY is of ${secretMode} mode, STRIPE_PUBLISHABLE_KEY of ${publicMode} mode.`)
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT && env.PORT !== 0)
    throw new ConfigError(`METRICS_PORT is PORT, ${env.PORT}: set another, or METRICS_TOKEN alone.`)
  const fee = Math.round(env.CONTACT_FEE * minorUnits(env.CURRENCY))
  if (fee < 1) throw new ConfigError(`CONTACT_FEE: ${env.CONTACT_FEE} ${env.CURRENCY} is less than can be paid.`)

  return {
    mode,
    logLevel: env.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    host: env.HOST,
    port: env.PORT,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseIsPooled: env.DATABASE_POOLER !== undefined,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    erasuresFile: env.ERASURES_FILE ?? (env.DATABASE_URL ? undefined : join(dataDir, 'erasures')),
    backupPassphrase: env.BACKUP_PASSPHRASE,
    drain: (env.DRAIN_SECONDS ?? (mode === 'demo' ? 0 : 1)) * 1000,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    trustProxy: env.TRUST_PROXY,
    origin,
    secret: env.AUTH_SECRET ?? keptSecret(dataDir),
    brand: { name: env.BRAND_NAME, nameBn: env.BRAND_NAME_BN, idPrefix: env.ID_PREFIX },
    fee: { amount: fee, currency: env.CURRENCY.toLowerCase() },
    legalAge: { Male: env.LEGAL_AGE_MALE, Female: env.LEGAL_AGE_FEMALE },
    adminSecondFactor: env.ADMIN_SECOND_FACTOR,
    premiumContactsADay: env.PREMIUM_CONTACTS_A_DAY,
    google: google && { clientId: google[0]!, clientSecret: google[1]! },
    oidc: oidc && { issuer: oidc[0]!, clientId: oidc[1]!, clientSecret: oidc[2]! },
    stripe: stripe && { secretKey: stripe[0]!, publishableKey: stripe[1]!, webhookSecret: stripe[2]! },
    metrics:
      env.METRICS_PORT !== undefined || env.METRICS_TOKEN
        ? { port: env.METRICS_PORT, token: env.METRICS_TOKEN }
        : undefined,
    mail: smtp ? { smtpUrl: smtp[0]!, from: smtp[1]! } : mode === 'demo' ? { from: 'site@demo.example' } : undefined,
    contactEmail: env.CONTACT_EMAIL,
  }
}

/** A folder that cannot be used is told before anything is begun in it. */
function usableFolder(variable: string, folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`${variable} is ${folder}, which cannot be used: ${(error as Error).message}. Set another.`)
  }
}

/** The demo makes its own secret once, so that a restart does not sign everybody out. */
function keptSecret(dataDir: string) {
  const file = join(dataDir, 'secret')
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
