import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'

const flag = (fallback: 'on' | 'off') =>
  Type.Union([Type.Literal('on'), Type.Literal('off')], { default: fallback })
const port = (fallback: number) => Type.Integer({ minimum: 0, maximum: 65_535, default: fallback })
const text = (fallback: string) => Type.String({ default: fallback })
const url = (schemes: string) => Type.String({ pattern: `^(${schemes})://.+` })

const Environment = Type.Object({
  PORT: port(3000),
  HOST: text('127.0.0.1'),
  DESK_PORT: port(3001),
  DATA_DIR: text('./var'),
  DATABASE_URL: Type.Optional(url('postgres|postgresql')),
  PUBLIC_URL: Type.Optional(url('https?')),
  SMTP_URL: Type.Optional(url('smtps?')),
  MAIL_FROM: text('Discordia <no-reply@discordia.example>'),
  CONTACT_TO: text('contact@discordia.example'),
  JWT_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  SEED: Type.Optional(Type.Union([Type.Literal('demo'), Type.Literal('none')])),
  RATE_LIMITS: flag('on'),
  TRUST_PROXY: Type.Optional(Type.String({ minLength: 1 })),
  METRICS_OPEN: flag('off'),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 5, maximum: 86_400, default: 600 }),
  S3_BUCKET: Type.Optional(Type.String({ minLength: 1 })),
  S3_REGION: text('eu-central-1'),
  S3_ENDPOINT: Type.Optional(url('https?')),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) =>
      Type.Literal(level),
    ),
    { default: 'info' },
  ),
  NODE_ENV: text('development'),
})
type Environment = Static<typeof Environment>

export type Settings = {
  readonly port: number
  readonly host: string
  readonly deskPort: number
  /** Absolute path: database, uploads, mail, secret. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Origin that mailed links point to, without an end slash. */
  readonly publicUrl: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly contactTo: string
  readonly jwtSecret: string | undefined
  readonly seed: 'demo' | 'none'
  readonly rateLimits: boolean
  /** Addresses of proxies whose forwarding headers count. */
  readonly trustProxy: readonly string[]
  readonly metricsOpen: boolean
  readonly accessTokenSeconds: number
  readonly s3: S3Settings | undefined
  readonly logLevel: Environment['LOG_LEVEL']
}
export type S3Settings = {
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A setting that is wrong; the message names it. The process must not start. */
export class SettingsError extends Error {}

/**
 * Reads and checks every setting of the server.
 * @param env usually `process.env`; empty strings count as absent
 * @throws SettingsError naming each wrong setting
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(Environment.properties)) if (env[name]) given[name] = env[name]
  const converted = Value.Convert(Environment, Value.Default(Environment, given))
  const wrong = [...Value.Errors(Environment, converted)].map(
    (error) => `${error.instancePath.slice(1) || 'settings'} ${error.message}`,
  )
  if (wrong.length > 0) throw new SettingsError(`Wrong settings: ${wrong.join('; ')}`)
  return settle(Value.Parse(Environment, converted))
}

function settle(env: Environment): Settings {
  const production = env.NODE_ENV === 'production'
  if (env.DATABASE_URL !== undefined && env.JWT_SECRET === undefined)
    throw new SettingsError('JWT_SECRET is required with DATABASE_URL: every process must share it')
  return {
    port: env.PORT,
    host: env.HOST,
    deskPort: env.DESK_PORT,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    contactTo: env.CONTACT_TO,
    jwtSecret: env.JWT_SECRET,
    seed: env.SEED ?? (production || env.DATABASE_URL !== undefined ? 'none' : 'demo'),
    rateLimits: env.RATE_LIMITS === 'on',
    trustProxy: proxies(env.TRUST_PROXY),
    metricsOpen: env.METRICS_OPEN === 'on',
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    s3: s3(env),
    logLevel: env.LOG_LEVEL,
  }
}

function proxies(list: string | undefined): string[] {
  const addresses = (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const address of addresses)
    if (isIP(address.replace(/\/\d+$/, '')) === 0)
      throw new SettingsError(`TRUST_PROXY holds "${address}", which is no address or subnet`)
  return addresses
}

function s3(env: Environment): S3Settings | undefined {
  if (env.S3_BUCKET === undefined) return undefined
  if (env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined)
    throw new SettingsError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }
}

/** Path of the embedded database below the data directory. */
export const databaseFile = (settings: Pick<Settings, 'dataDir'>): string =>
  join(settings.dataDir, 'discordia.sqlite')
