import { readFile } from 'node:fs/promises'
import { EMAIL_PATTERN, PASSWORD_MIN, TEXT_MAX } from '#contract/fields.ts'
import type { MemberId } from '#contract/ids.ts'
import { decoded } from '../../config/decoded.ts'
import { lineOf } from '../../config/dotEnv.ts'
import { readSettings, SettingsError } from '../../config/env.ts'
import { completeLanguages } from '../../config/locales.ts'
import { messageOf } from '../../config/thrown.ts'
import { DEMO_PASSWORD } from '../../db/seed/accounts.ts'
import { Refusal } from '../../http/errors.ts'
import { nameObstacle, nameToStore } from '../../modules/account/names.ts'
import { assertStrongPassword, emailToStore } from '../../modules/account/policy.ts'
import { findUserByEmailKey } from '../../modules/account/repository.ts'
import { CommandError, type Context } from '../command.ts'

/* What `setup` takes as an answer. Each function returns a sentence about what is wrong, or null. */

type Env = Readonly<Record<string, string | undefined>>

/** Checks values as the start of the server does, and whether their file can hold them. */
export function settingProblem(env: Env, changed: Readonly<Record<string, string>>): string | null {
  try {
    readSettings({ ...env, ...changed })
    for (const line of Object.entries(changed)) lineOf(line)
    return null
  } catch (error) {
    if (error instanceof SettingsError) return Object.keys(changed).reduce(spoken, error.message)
    throw error
  }
}

/** Who answers a question sees no name of a variable. */
const spoken = (problem: string, name: string): string =>
  `${problem
    .replace(/^Wrong settings: |\.$/g, '')
    .replaceAll(`${name} must be `, 'Write ')
    .replaceAll(`${name} `, 'It ')}.`

/** The complete languages, that of the terminal first. */
export function proposedLanguages(
  env: Env,
  complete: readonly string[] = completeLanguages(),
): readonly string[] {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG']
  const main = complete.find((one) => one === locale?.slice(0, 2).toLowerCase())
  return main === undefined ? complete : [main, ...complete.filter((one) => one !== main)]
}

/** @param name of the setting, PUBLIC_URL or DESK_URL */
export function urlProblem(env: Env, name: string, typed: string): string | null {
  const url = typed.trim()
  if (!/^[a-z]+:\/\//i.test(url))
    return `Write the address with https:// before it, such as https://${url || 'club.example'}`
  if (/.https?(?::\/\/|$)/i.test(url)) return 'Write one address, such as https://club.example'
  const problem = settingProblem(env, { [name]: url })
  if (problem !== null) return problem
  const { protocol, port, pathname, search, hash, origin } = new URL(url)
  if (pathname !== '/' || search !== '' || hash !== '')
    return `The site is served from the top of its host. Write ${origin}`
  const ownPorts = [env['PORT'] ?? '3000', env['DESK_PORT'] ?? '3001']
  return protocol === 'https:' && ownPorts.includes(port)
    ? `Port ${port} is the server’s own, which has no TLS. Write the address of the proxy in front of it.`
    : null
}

const EMAIL = new RegExp(EMAIL_PATTERN)

type Asked = Pick<Context, 'db' | 'clock'>

export const emailProblem = ({ db }: Asked, typed: string): Promise<string | null> =>
  sentenceOf(async () => {
    const { email, email_key } = emailToStore(typed)
    if (email.length > TEXT_MAX || !EMAIL.test(email)) return 'Write an email address.'
    const user = await findUserByEmailKey({ db }, email_key)
    // An account that was never activated is taken over: its mailbox has shown nothing yet.
    if (user !== undefined && user.activated_at !== null)
      return `${email} is registered already. Run “npm run admin -- promote ${email} --superuser”.`
    return null
  })

type Named = {
  readonly email: string
  /** The account that gets the name, if it has another address so far. */
  readonly waiting: MemberId | undefined
}

export const usernameProblem = (
  { db, clock }: Asked,
  typed: string,
  { email, waiting }: Named,
): Promise<string | null> =>
  sentenceOf(async () => {
    const owner = EMAIL.test(email)
      ? await findUserByEmailKey({ db }, emailToStore(email).email_key)
      : undefined
    if (typed.trim() === '') return 'Write a username.'
    if ([...typed].length > TEXT_MAX) return `Use at most ${TEXT_MAX} characters.`
    const obstacle = await nameObstacle(
      { db, now: clock() },
      nameToStore(typed),
      owner?.id ?? waiting,
    )
    return obstacle === null ? null : 'This name is taken.'
  })

/** The parts of REGISTER_PASSWORD_PATTERN, by what a password without them lacks. */
const PASSWORD_RULES = {
  [`at least ${PASSWORD_MIN} characters`]: /.{8,}/,
  'an uppercase letter': /[A-Z]/,
  'a lowercase letter': /[a-z]/,
  'a digit': /[0-9]/,
  'a special character such as !': /[^A-Za-z0-9\s]/,
}
const ALL = new Intl.ListFormat('en')

export const passwordProblem = (password: string): Promise<string | null> =>
  sentenceOf(async () => {
    const lacking = Object.entries(PASSWORD_RULES).filter(([, rule]) => !rule.test(password))
    if (lacking.length > 0)
      return `The password needs ${ALL.format(lacking.map(([what]) => what))}.`
    assertStrongPassword(password, 'password')
    return password === DEMO_PASSWORD ? 'This is the public password of the demonstration.' : null
  })

/** The line of a file, however its editor ends lines. @throws CommandError for a file that cannot be read */
export async function lineIn(file: string, flag: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandError(`--${flag}: ${messageOf(error)}`)
  })
  return decoded(bytes).replace(/\r?\n$/, '')
}

/** @throws CommandError for a weak password, and for a file that cannot be read */
export async function passwordIn(file: string): Promise<string> {
  const password = await lineIn(file, 'password-file')
  const problem = await passwordProblem(password)
  if (problem !== null) throw new CommandError(`--password-file: ${problem}`)
  return password
}

async function sentenceOf(check: () => Promise<string | null>): Promise<string | null> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Mail servers by how their connection is encrypted, with the usual ports. */
export const ENCRYPTIONS = {
  tls: { scheme: 'smtps', port: 465, query: '' },
  starttls: { scheme: 'smtp', port: 587, query: '?requireTLS=true' },
  none: { scheme: 'smtp', port: 25, query: '?ignoreTLS=true' },
} as const
export type Encryption = keyof typeof ENCRYPTIONS

type MailServer = {
  readonly host: string
  readonly port: string
  readonly encryption: Encryption
  readonly user: string
  readonly password: string
}

export function smtpUrlOf({ host, port, encryption, user, password }: MailServer): string {
  const { scheme, query } = ENCRYPTIONS[encryption]
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${scheme}://${login}${host.includes(':') ? `[${host}]` : host}:${port}${query && `/${query}`}`
}
