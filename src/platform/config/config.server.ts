import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { minorUnits, type PayTo, type Wallet, wallets } from '#src/platform/money.ts'
import { type Operator, operatorSettings } from '#src/platform/operator.ts'
import { commandLine } from '#src/platform/root.server.ts'
import { isLoopback } from './rules.server.ts'
import { everySetting, isSet, type Mode, type SettingName, type Settings } from './settings.server.ts'

export type Config = ReturnType<typeof readConfig>

/** For the operator to mend: its message is all that the console shows. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

function parse(mode: Mode, environment: Environment) {
  const problems: string[] = []
  const values = everySetting.map(([name, { rule, isHidden, default: byDefault }]) => {
    const given = environment[name]
    const otherwise = typeof byDefault === 'object' ? byDefault[mode] : byDefault
    const parsed = rule.safeParse(isSet(given) ? given : otherwise)
    if (parsed.success) return [name, parsed.data]
    if (isSet(given)) {
      const shown = isHidden
        ? `a value of ${given.length} ${given.length === 1 ? 'character' : 'characters'}`
        : JSON.stringify(given)
      problems.push(`${name} is ${shown}, but ${parsed.error.issues[0]!.message}.`)
    }
    return [name, undefined]
  })
  return { values: Object.fromEntries(values) as Settings, problems }
}

const inseparable = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['AUTH_OIDC_ISSUER', 'AUTH_OIDC_CLIENT_ID', 'AUTH_OIDC_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const satisfies SettingName[][]

function* missing(mode: Mode, environment: Environment) {
  const without = (names: readonly string[]) => names.filter((name) => !isSet(environment[name]))
  if (mode === 'serve') {
    const required = everySetting.flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
    const absent = without(required)
    if (absent.length > 0) yield `${absent.join(' and ')} must be set to serve a real site. See docs/operating.md.`
  }
  for (const names of inseparable) {
    const absent = without(names)
    if (absent.length > 0 && absent.length < names.length)
      yield `${absent.join(' and ')} must be set too, or none of ${names.join(', ')}.`
  }
}

function* contradictions(mode: Mode, env: Settings, environment: Environment) {
  if (mode === 'demo') {
    if (!isLoopback(env.HOST))
      yield `HOST is ${env.HOST}: the demo lets anybody sign in, so it only listens on this machine. Use \`${commandLine('serve')}\` for a real site.`
    if (env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname))
      yield `PUBLIC_URL is ${env.PUBLIC_URL}: the demo has no public address. Use \`${commandLine('serve')}\` for a real site.`
    const accounts = wallets
      .map((wallet) => `SEND_MONEY_${wallet.toUpperCase()}`)
      .filter((name) => isSet(environment[name]))
    const real = [...inseparable.flatMap((names) => (env[names[0]] ? [names.join(', ')] : [])), ...accounts]
    if (real.length > 0)
      yield `${real.join(', ')}: the demo uses sandboxes only and never real accounts, money or mail. Use \`${commandLine('serve')}\`, or unset them.`
  }
  if (!env.DATABASE_URL) {
    const alone = 'DATABASE_URL must be set too:'
    if (env.DATABASE_OWNER_URL) yield `${alone} DATABASE_OWNER_URL is the owner of that database.`
    if (env.DATABASE_POOLER) yield `${alone} DATABASE_POOLER stands before that database.`
    if (env.DATABASE_REPLICA_URL) yield `${alone} DATABASE_REPLICA_URL is a replica of that database.`
  } else if (env.DATABASE_REPLICA_URL === env.DATABASE_URL)
    yield 'DATABASE_REPLICA_URL is DATABASE_URL: set the address of a replica, or leave it out.'
  const [secretMode, publicMode] = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY].map(
    (key) => /^[a-z]+_(live|test)_/.exec(key ?? '')?.[1],
  )
  if (secretMode && publicMode && secretMode !== publicMode)
    yield `STRIPE_SECRET_KEY is of ${secretMode} mode, STRIPE_PUBLISHABLE_KEY of ${publicMode} mode.`
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT && env.PORT !== 0)
    yield `METRICS_PORT is PORT, ${env.PORT}: set another, or METRICS_TOKEN alone.`
  const byHand = accountsOf(env)
  if (byHand.length > 0 && !env.FEE_BDT) yield 'FEE_BDT must be set too, to what payers send by hand.'
  if (feeOf(env) < 1) yield `CONTACT_FEE is ${env.CONTACT_FEE} ${env.CURRENCY}, which is less than can be paid.`
}

const accountOf = (env: Settings, wallet: Wallet) => env[`SEND_MONEY_${wallet.toUpperCase() as Uppercase<Wallet>}`]
const accountsOf = (env: Settings): PayTo[] =>
  wallets.flatMap((wallet) => {
    const account = accountOf(env, wallet)
    return account ? [{ wallet, ...account }] : []
  })

const feeOf = ({ CONTACT_FEE, CURRENCY }: Settings) => Math.round(CONTACT_FEE * minorUnits(CURRENCY))

function refuse(problems: Iterable<string>) {
  const message = [...problems].join('\n')
  if (message) throw new ConfigError(message)
}

/** Settings that only make sense together; undefined where they are not set. */
function together<Name extends string>(values: Record<Name, string | undefined>) {
  const isComplete = Object.values(values).every((value) => value !== undefined)
  return isComplete ? (values as Record<Name, string>) : undefined
}

/** @throws ConfigError that names every variable to set or mend, a line each */
export function readConfig(mode: Mode, environment: Environment) {
  const { values: env, problems } = parse(mode, environment)
  refuse([...problems, ...missing(mode, environment)])
  refuse(contradictions(mode, env, environment))
  const dataDir = resolve(env.DATA_DIR)
  // With a database elsewhere a real site keeps nothing here.
  const ownFolder = mode === 'demo' || !env.DATABASE_URL ? unusable('DATA_DIR', dataDir) : []
  const erasuresFolder = env.ERASURES_FILE ? unusable('ERASURES_FILE', dirname(resolve(env.ERASURES_FILE))) : []
  refuse([...ownFolder, ...erasuresFolder])
  const host = isIP(env.HOST) === 6 ? `[${env.HOST}]` : env.HOST

  return {
    mode,
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseIsPooled: env.DATABASE_POOLER !== undefined,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    erasuresFile: env.ERASURES_FILE ?? (env.DATABASE_URL ? undefined : join(dataDir, 'erasures')),
    backupPassphrase: env.BACKUP_PASSPHRASE,
    drainMs: env.DRAIN_SECONDS * 1000,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    trustProxy: env.TRUST_PROXY,
    origin: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://${host}:${env.PORT}`,
    secret: env.AUTH_SECRET ?? keptSecret(dataDir),
    brand: { name: env.BRAND_NAME, nameBn: env.BRAND_NAME_BN, idPrefix: env.ID_PREFIX },
    /** In minor units (cents, poisha) of the currency. */
    fee: { amount: feeOf(env), currency: env.CURRENCY.toLowerCase() },
    /** By every way to pay but the card. */
    feeInTaka: env.FEE_BDT === undefined ? undefined : { amount: Math.round(env.FEE_BDT * 100), currency: 'bdt' },
    payTo: accountsOf(env),
    secondAdminAbove: env.SECOND_ADMIN_ABOVE === undefined ? undefined : Math.round(env.SECOND_ADMIN_ABOVE * 100),
    legalAge: { Male: env.LEGAL_AGE_MALE, Female: env.LEGAL_AGE_FEMALE },
    adminSecondFactor: env.ADMIN_SECOND_FACTOR,
    requiresBiodata: env.BIODATA_BEFORE_CONTACT === 'required',
    contactDefault: env.CONTACT_DEFAULT,
    premiumContactsADay: env.PREMIUM_CONTACTS_A_DAY,
    /** Undefined: nobody is asked whether the biodata is still right. */
    confirmEveryDays: env.CONFIRM_EVERY_DAYS,
    google: together({ clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }),
    oidc: together({
      issuer: env.AUTH_OIDC_ISSUER,
      clientId: env.AUTH_OIDC_CLIENT_ID,
      clientSecret: env.AUTH_OIDC_CLIENT_SECRET,
    }),
    stripe: together({
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    }),
    metrics: metricsOf(env),
    mail: mailOf(mode, env),
    contactEmail: env.CONTACT_EMAIL,
    operator: mode === 'demo' ? { ...demoOperator, ...operatorOf(env) } : operatorOf(env),
    figures: { marriages: env.MARRIAGES_COMPLETED, biodata: env.TOTAL_BIODATA },
    stories: env.STORIES_FILE ? storiesIn(env.STORIES_FILE) : undefined,
    hasDemoBar: env.DEMO_BAR === 'on',
  }
}

function metricsOf({
  METRICS_PORT: port,
  METRICS_TOKEN: token,
}: Settings): { port?: number | undefined; token?: string | undefined } | undefined {
  return port === undefined && !token ? undefined : { port, token }
}

/** Invented, like everything in the demo. */
const demoOperator: Operator = {
  name: { en: 'Milan Marriage Bureau', bn: 'মিলন ম্যারেজ ব্যুরো' },
  person: { en: 'Shirin Akter', bn: 'শিরিন আক্তার' },
  address: { en: '14 Station Road, 2nd floor, Mymensingh 2200', bn: '১৪ স্টেশন রোড, ৩য় তলা, ময়মনসিংহ ২২০০' },
  phone: '+880 91 000141',
  hours: { en: 'Saturday to Thursday, 10 am to 6 pm', bn: 'শনি থেকে বৃহস্পতিবার, সকাল ১০টা থেকে সন্ধ্যা ৬টা' },
  registration: { en: '041872/2019', bn: '০৪১৮৭২/২০১৯' },
}

function operatorOf(env: Settings): Operator {
  const told = Object.entries(operatorSettings).map(([name, setting]) => [name, env[setting as keyof Settings]])
  return Object.fromEntries(told.filter(([, value]) => value !== undefined))
}

const Words = z.union([
  z.object({ en: z.string(), bn: z.string() }),
  z.string().transform((both) => ({ en: both, bn: both })),
])
const Stories = z
  .array(z.object({ quote: Words, names: Words, place: Words }))
  .min(1)
  .max(12)

/** @throws ConfigError when the file cannot be read or is no list of stories */
function storiesIn(file: string) {
  try {
    return Stories.parse(JSON.parse(readFileSync(resolve(file), 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error).replace(/\s+/g, ' ') : (error as Error).message
    throw new ConfigError(`STORIES_FILE is ${file}, which cannot be used: ${reason}.`)
  }
}

/** Without an SMTP server (the demo) mails become files in DATA_DIR/outbox. A real site without one sends none. */
function mailOf(mode: Mode, { SMTP_URL: smtpUrl, MAIL_FROM: from }: Settings) {
  if (smtpUrl) return { from: from!, smtpUrl }
  return mode === 'demo' ? { from: 'site@demo.example' } : undefined
}

/** A folder that cannot be used is told before anything is begun in it. */
function unusable(name: SettingName, folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return []
  } catch (error) {
    return [`${name} is ${folder}, which cannot be used: ${(error as Error).message}. Set another.`]
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
