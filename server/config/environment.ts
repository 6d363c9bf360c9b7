import Type, { type Static } from 'typebox'

/** Each description completes the sentence "NAME must be …". */
const oneOf = <T extends string[]>(choices: readonly [...T], fallback?: T[number]) =>
  Type.Enum(choices, { description: `one of ${choices.join(', ')}`, default: fallback })
function whole(minimum: number, maximum: number, fallback: number) {
  const description = `a whole number from ${minimum} to ${maximum}`
  return Type.Integer({ minimum, maximum, default: fallback, description })
}
const port = (fallback: number) => whole(0, 65_535, fallback)
const text = (fallback: string, pattern = '\\S', description = 'a text') =>
  Type.String({ default: fallback, pattern, description })
const url = (schemes: string, example: string) =>
  Type.String({ pattern: `^(${schemes})://\\S+`, description: `an address such as ${example}` })
const given = () => Type.String({ minLength: 1, description: 'a text' })

const DATA_DIR = './var'

/** The data directory, for what reads it before all settings. */
export const dataDirIn = (env: Readonly<Record<string, string | undefined>>): string =>
  env['DATA_DIR']?.trim() || DATA_DIR

const POSTGRES = '(postgres|postgresql)://[^\\s,]+'
const EMAIL = '[^\\s@<>]+@[^\\s@<>]+'
export const Environment = Type.Object({
  PORT: port(3000),
  HOST: text('127.0.0.1', '^[^\\s/]+$', 'an address or host name to listen on'),
  DESK_PORT: port(3001),
  DATA_DIR: text(DATA_DIR),
  DATABASE_URL: Type.Optional(url('postgres|postgresql', 'postgres://user@host/discordia')),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      pattern: `^${POSTGRES}(\\s*,\\s*${POSTGRES})*$`,
      description:
        'an address such as postgres://user@host/discordia, or several with commas between them',
    }),
  ),
  DATABASE_REPLICA_URL: Type.Optional(url('postgres|postgresql', 'postgres://user@host/discordia')),
  ALLOW_NEWER_DATABASE: oneOf(['on', 'off'], 'off'),
  PUBLIC_URL: Type.Optional(url('https?', 'https://discordia.example')),
  LEGAL_DIR: Type.Optional(given()),
  SITE_DIR: Type.Optional(given()),
  LEGAL_URL: Type.Optional(url('https?', 'https://discordia.example/disclaimer')),
  SITE_TIME_ZONE: Type.Optional(
    Type.String({ pattern: '\\S', description: 'a time zone such as Europe/Vienna or UTC' }),
  ),
  LANGUAGES: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2}(\\s*,\\s*[a-z]{2})*$',
      description: 'languages such as en,de, the main one first',
    }),
  ),
  DESK_URL: Type.Optional(url('https?', 'https://desk.discordia.example')),
  SMTP_URL: Type.Optional(url('smtps?', 'smtps://user:password@mail.example')),
  MAIL_FROM: text(
    'no-reply@discordia.example',
    `^(${EMAIL}|[^<>@\\r\\n]*<${EMAIL}>)$`,
    'an email address, with or without a name before it, such as "Club: Graz" <us@discordia.example>',
  ),
  MAIL_PER_MINUTE: whole(1, 1_000_000, 600),
  HOOK_HOSTS: Type.Optional(
    Type.String({
      pattern: '^[^\\s/,]+(\\s*,\\s*[^\\s/,]+)*$',
      description: 'hosts such as matrix.lan:8008, with commas between them',
    }),
  ),
  CONTACT_TO: text('contact@discordia.example', `^${EMAIL}$`, 'an email address'),
  JWT_SECRET: Type.Optional(
    Type.String({ minLength: 32, description: 'a secret of at least 32 characters' }),
  ),
  SEED: Type.Optional(oneOf(['demo', 'starter', 'none'])),
  SSR: oneOf(['on', 'off'], 'on'),
  OFFLINE: oneOf(['on', 'off'], 'on'),
  RATE_LIMITS: oneOf(['on', 'off'], 'on'),
  TRUST_PROXY: Type.Optional(given()),
  METRICS_TOKEN: Type.Optional(
    Type.String({ pattern: '^\\S{16,}$', description: 'a secret of at least 16 characters' }),
  ),
  S3_BUCKET: Type.Optional(given()),
  S3_REGION: text('eu-central-1'),
  S3_ENDPOINT: Type.Optional(url('https?', 'https://s3.example')),
  S3_ACCESS_KEY_ID: Type.Optional(given()),
  S3_SECRET_ACCESS_KEY: Type.Optional(given()),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  NODE_ENV: text('development'),
})
export type Environment = Static<typeof Environment>

/** Names of earlier versions, and what holds instead of them. */
export const REMOVED: Readonly<Record<string, string>> = {
  ACCESS_TOKEN_SECONDS: 'Access tokens are valid for ten minutes.',
  METRICS_OPEN: 'Set METRICS_TOKEN, and send it with each request of the metrics.',
}
