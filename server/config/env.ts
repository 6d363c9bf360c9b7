import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import addressparser from 'nodemailer/lib/addressparser'
import Type from 'typebox'
import { Environment, REMOVED } from './environment.ts'
import { completeLanguages, languageFolders } from './locales.ts'
import { isTimeZone } from './time.ts'

export type Settings = Readonly<ReturnType<typeof settingsOf>>
export type S3Settings = NonNullable<Settings['s3']>

const isEnvironment = new Ajv({
  allErrors: true,
  useDefaults: true,
  strict: false,
}).compile<Environment>(Environment)

/** Names the wrong settings; the process must not start. */
export class SettingsError extends Error {}

/**
 * Reads and checks every setting of the server.
 * @param env usually `process.env`; empty strings count as absent
 * @throws SettingsError naming each wrong setting
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const found: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const value = env[name]?.trim()
    if (value)
      found[name] = Type.IsInteger(schema) && /^\d{1,9}$/.test(value) ? Number(value) : value
  }
  if (!isEnvironment(found)) {
    const wrong = new Set(isEnvironment.errors?.map((error) => error.instancePath.slice(1)))
    refuse([...wrong].map(sentence))
  }
  return settingsOf(found)
}

/** A sentence for each setting of an earlier version that is still set. */
export const removedSettings = (env: Record<string, string | undefined>): string[] =>
  Object.entries(REMOVED).flatMap(([name, instead]) =>
    env[name]?.trim() ? [`${name} has no effect any more. ${instead} Remove the setting.`] : [],
  )

const DEFAULT_ZONE = 'Europe/Vienna'
const ACCESS_TOKEN_SECONDS = 600
const PROPERTIES: Readonly<Record<string, object>> = Environment.properties

function sentence(name: string): string {
  const schema = PROPERTIES[name] ?? {}
  return `${name} must be ${'description' in schema ? String(schema.description) : 'valid'}`
}

function refuse(problems: readonly string[]): never {
  throw new SettingsError(`Wrong settings: ${problems.join('; ')}`)
}

function settingsOf(env: Environment) {
  const problems = contradictions(env)
  if (problems.length > 0) refuse(problems)
  const isProduction = env.NODE_ENV === 'production'
  const trialSeed = env.DATABASE_URL === undefined ? 'demo' : 'none'
  return {
    port: env.PORT,
    host: env.HOST,
    deskPort: env.DESK_PORT,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** Direct URLs, not those of a pooler, for messages between processes. */
    databaseDirectUrls: listed(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL),
    /** Streaming replica, for public reads. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** Allows a return to this version from the next one. */
    allowsNewerDatabase: env.ALLOW_NEWER_DATABASE === 'on',
    /** Base URL of mailed links, without a trailing slash. */
    publicUrl: (env.PUBLIC_URL ?? localUrl(env.HOST, env.PORT)).replace(/\/+$/, ''),
    /** IANA name; the zone of times where the zone of the reader is unknown. */
    timeZone: env.SITE_TIME_ZONE ?? DEFAULT_ZONE,
    /** Two letters each; the first is the main language of the site. */
    languages:
      env.LANGUAGES === undefined ? completeLanguages() : [...new Set(listed(env.LANGUAGES))],
    isTimeZoneSet: env.SITE_TIME_ZONE !== undefined,
    /** Absolute path of the operator's privacy policy and imprint. */
    legalDir: resolve(env.LEGAL_DIR ?? join(env.DATA_DIR, 'legal')),
    /** Absolute path of the folder with the operator's name, texts and looks of the site. */
    siteDir: resolve(env.SITE_DIR ?? join(env.DATA_DIR, 'site')),
    /** The texts are on another site. */
    legalUrl: env.LEGAL_URL,
    deskUrl: deskUrlOf(env)?.replace(/\/+$/, ''),
    smtpUrl: env.SMTP_URL,
    mailFrom: senderIn(env.MAIL_FROM) ?? { name: '', address: '' },
    /** Limit of each process. */
    mailPerMinute: env.MAIL_PER_MINUTE,
    /** Hosts of the operator, with their ports, that hooks may reach although they are private. */
    hookHosts: listed(env.HOOK_HOSTS),
    contactTo: env.CONTACT_TO,
    jwtSecret: env.JWT_SECRET,
    /** What an empty database starts with. */
    seed: env.SEED ?? (isProduction ? 'starter' : trialSeed),
    rendersPages: env.SSR === 'on',
    /** Browsers may keep the site for reading without a network. */
    isOffline: env.OFFLINE === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    /** IP addresses or subnets of proxies whose forwarding headers are trusted. */
    trustProxy: listed(env.TRUST_PROXY),
    metricsToken: env.METRICS_TOKEN,
    accessTokenSeconds: ACCESS_TOKEN_SECONDS,
    s3: env.S3_BUCKET === undefined ? undefined : s3(env, env.S3_BUCKET),
    logLevel: env.LOG_LEVEL,
    isProduction,
  }
}

/** Checks of several settings together, and what a pattern cannot check. */
function contradictions(env: Environment): string[] {
  const wrong = (is: boolean, problem: string) => (is ? [problem] : [])
  const { S3_ACCESS_KEY_ID: s3Id, S3_SECRET_ACCESS_KEY: s3Secret } = env
  const urls = [
    'DATABASE_URL',
    'DATABASE_REPLICA_URL',
    'PUBLIC_URL',
    'LEGAL_URL',
    'DESK_URL',
    'SMTP_URL',
    'S3_ENDPOINT',
  ] as const
  return [
    ...urls.flatMap((name) =>
      wrong(env[name] !== undefined && !URL.canParse(env[name]), sentence(name)),
    ),
    ...urls.flatMap((name) =>
      wrong(
        !hasReadableLogin(env[name]),
        `${name} needs each % of its user and password written as %25`,
      ),
    ),
    ...wrong(!isTimeZone(env.SITE_TIME_ZONE ?? DEFAULT_ZONE), sentence('SITE_TIME_ZONE')),
    ...listed(env.LANGUAGES).flatMap(languageProblem),
    ...wrong(senderIn(env.MAIL_FROM) === null, sentence('MAIL_FROM')),
    ...wrong(/[?#]/.test(env.PUBLIC_URL ?? ''), 'PUBLIC_URL must not have a query or a fragment'),
    ...wrong(
      env.PORT === env.DESK_PORT && env.PORT !== 0,
      'PORT and DESK_PORT must differ, because the desk needs its own origin',
    ),
    ...wrong(
      env.DATABASE_URL !== undefined && env.JWT_SECRET === undefined,
      'JWT_SECRET is required with DATABASE_URL, because all processes share it',
    ),
    ...wrong(
      !listed(env.DATABASE_DIRECT_URL).every((address) => URL.canParse(address)),
      sentence('DATABASE_DIRECT_URL'),
    ),
    ...wrong(
      env.DATABASE_URL === undefined &&
        (env.DATABASE_DIRECT_URL ?? env.DATABASE_REPLICA_URL) !== undefined,
      'DATABASE_URL is required with the other settings of PostgreSQL',
    ),
    ...wrong(
      env.S3_BUCKET !== undefined && (s3Id === undefined || s3Secret === undefined),
      'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    ),
    ...wrong(
      env.S3_BUCKET === undefined && (s3Id ?? s3Secret ?? env.S3_ENDPOINT) !== undefined,
      'S3_BUCKET is required with the other S3 settings',
    ),
    ...listed(env.TRUST_PROXY).flatMap(proxyProblem),
  ]
}

function proxyProblem(proxy: string): string[] {
  const isEverywhere = /\/0+$/.test(proxy)
  if (isNetwork(proxy) && !isEverywhere) return []
  const problem = isEverywhere ? 'trusts every address' : 'isn’t an address or a subnet'
  return [`TRUST_PROXY has “${proxy}”, which ${problem}`]
}

/**
 * The name has no quotes. Null: several addresses, or a group of RFC 5322, which has a colon outside quotes.
 */
function senderIn(text: string): { readonly name: string; readonly address: string } | null {
  const [sender, ...others] = addressparser(text)
  if (sender === undefined || others.length > 0 || !('address' in sender)) return null
  const { name = '', address } = sender
  return address ? { name, address } : null
}

/** The URL for a browser on the same machine. */
function localUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** PUBLIC_URL means that there is a proxy, and that the desk has another URL than HOST and DESK_PORT. */
function deskUrlOf({ DESK_URL, DESK_PORT, HOST, PUBLIC_URL }: Environment): string | undefined {
  if (DESK_URL !== undefined) return DESK_URL
  const isKnown = PUBLIC_URL === undefined && DESK_PORT !== 0
  return isKnown ? localUrl(HOST, DESK_PORT) : undefined
}

const listed = (list = ''): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Drivers decode both, and fail without naming the setting. */
function hasReadableLogin(url: string | undefined): boolean {
  const { username = '', password = '' } = URL.parse(url ?? '') ?? {}
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

function isNetwork(network: string): boolean {
  const [ip = '', bits] = network.split('/')
  const family = isIP(ip)
  if (family === 0 || bits === undefined) return family !== 0
  try {
    new BlockList().addSubnet(ip, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
    return /^\d+$/.test(bits)
  } catch {
    return false
  }
}

const s3 = (env: Environment, bucket: string) => ({
  bucket,
  region: env.S3_REGION,
  endpoint: env.S3_ENDPOINT,
  accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
})

export const databaseFile = (settings: Pick<Settings, 'dataDir'>): string =>
  join(settings.dataDir, 'discordia.sqlite')

/** What is wrong with a language of the settings: a sentence, or none. */
const languageProblem = (language: string): string[] =>
  languageFolders().includes(language)
    ? []
    : [`LANGUAGES names ${language}, which has no folder in locales`]
