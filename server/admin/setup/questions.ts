import { SITE_NAME_MAX } from '#contract/siteKit.ts'
import { languageFolders } from '../../config/locales.ts'
import { messageOf } from '../../config/thrown.ts'
import { CommandError, UsageError } from '../command.ts'
import {
  ENCRYPTIONS,
  type Encryption,
  emailProblem,
  passwordIn,
  passwordProblem,
  proposedLanguages,
  settingProblem,
  smtpUrlOf,
  urlProblem,
  usernameProblem,
} from './answers.ts'
import type { Ask, ProblemOf } from './ask.ts'
import type { Asking } from './asking.ts'

export type Superuser = {
  readonly email: string
  readonly username: string
  /** Null: a link for one use sets it. */
  readonly password: string | null
}
export type Answers = {
  /** Settings by name, as they are saved. */
  readonly settings: Readonly<Record<string, string>>
  /** Null where the next start takes the folder SITE_DIR. */
  readonly siteName: string | null
  /** Null where there is a superuser already, or where the one who waits for a link stays as it is. */
  readonly superuser: Superuser | null
}

export const askAll = async (asking: Asking): Promise<Answers> => {
  const settings: Record<string, string> = {}
  for (const [name, one] of settingQuestions(asking, settings)) {
    const question = one()
    if (asking.fixed.has(name))
      asking.print(`${question.question}: ${question.preset} (${name}, set outside of setup)`)
    else settings[name] = await answerTo(asking, question)
  }
  await askMail(asking, settings)
  const siteName = await askSiteName(asking)
  const superuser = await askSuperuser(asking)
  assertFaultless(asking)
  return { settings, siteName, superuser }
}

async function askSiteName(asking: Asking): Promise<string | null> {
  const { siteName: preset } = asking.known
  if (preset === null) {
    asking.print(
      `The site gets its name from the folder ${asking.settings.siteDir} at the next start.`,
    )
    return null
  }
  const question = 'Name of your community'
  return answerTo(asking, { flag: 'name', question, preset, problemOf: siteNameProblem })
}

type Later = () => Question

function settingQuestions({ env }: Asking, found: Readonly<Record<string, string>>) {
  const url = () => found['PUBLIC_URL'] ?? env['PUBLIC_URL'] ?? ''
  const questions: [name: string, one: Later][] = [
    [
      'PUBLIC_URL',
      () => ({
        flag: 'url',
        question: 'Address of the site, as members type it',
        preset: env['PUBLIC_URL'] ?? '',
        problemOf: (typed) => urlProblem(env, 'PUBLIC_URL', typed),
      }),
    ],
    [
      'DESK_URL',
      () => ({
        flag: 'desk-url',
        question: 'Address of the staff desk, a host of its own',
        preset: env['DESK_URL'] ?? deskAt(url()),
        problemOf: (typed) =>
          // Proposed as soon as the site has an address.
          (typed === '' && url() === '' ? null : urlProblem(env, 'DESK_URL', typed)) ??
          (URL.parse(typed)?.origin === URL.parse(url() || 'none:')?.origin
            ? 'The desk needs another address than the site.'
            : null),
      }),
    ],
    [
      'LANGUAGES',
      () => ({
        flag: 'languages',
        question: `Languages of the site, the main one first (there are ${languageFolders().join(', ')})`,
        preset: env['LANGUAGES'] ?? proposedLanguages(env).join(','),
        problemOf: (typed) =>
          typed.trim() === '' ? 'Write a language.' : settingProblem(env, { LANGUAGES: typed }),
      }),
    ],
    [
      'SITE_TIME_ZONE',
      () => ({
        flag: 'zone',
        question: 'Time zone of your community',
        preset: env['SITE_TIME_ZONE'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        problemOf: (typed) =>
          typed.trim() === ''
            ? 'Write a time zone.'
            : settingProblem(env, { SITE_TIME_ZONE: typed }),
      }),
    ],
  ]
  return questions
}

function deskAt(url: string): string {
  const { protocol, host } = URL.parse(url) ?? {}
  return host === undefined ? '' : `${protocol}//desk.${host}`
}

/** @param before what was typed, and turned out to be taken */
export async function askSuperuser(
  asking: Asking,
  before: Superuser | null = null,
): Promise<Superuser | null> {
  const { values, known, print } = asking
  const { waiting } = known
  if (known.hasActive) {
    if (values.has('email'))
      throw new CommandError(
        'This site has a superuser. Run “npm run admin -- promote EMAIL --superuser” for another one.',
      )
    print('This site has a superuser already.')
    return null
  }
  if (before === null && (await staysWaiting(asking))) return null
  const asked = before === null ? asking : { ...asking, values: new Map<string, string>() }
  const email = await answerTo(asked, {
    flag: 'email',
    question: 'Email address of the first superuser',
    preset: (before ?? waiting)?.email ?? '',
    problemOf: (typed) => emailProblem(asking, typed),
  })
  const username = await answerTo(asked, {
    flag: 'username',
    question: 'Username of the first superuser',
    preset: (before ?? waiting)?.username ?? '',
    problemOf: (typed) => usernameProblem(asking, typed, { email, waiting: waiting?.id }),
  })
  return { email, username, password: before ? before.password : await askPassword(asking) }
}

/** Setup has made the superuser before, whose link is still to be opened. */
async function staysWaiting({ ask, values, flags, known, print }: Asking): Promise<boolean> {
  const { waiting } = known
  const isGiven =
    flags.has('link') || ['email', 'username', 'password-file'].some((one) => values.has(one))
  if (waiting === null || isGiven) return false
  print(`${waiting.username} (${waiting.email}) is the first superuser, and has no password yet.`)
  if (ask !== null) return !(await ask.yes('Change this, or get a new link?', true))
  print('Give --link for a new link, or --password-file.')
  return true
}

async function askPassword({ ask, flags, values, faults, print }: Asking): Promise<string | null> {
  if (flags.has('link')) return null
  const file = values.get('password-file')
  if (file !== undefined) {
    const { password, problem } = await passwordIn(file).then(
      (password) => ({ password, problem: null }),
      (error: unknown) => ({ password: null, problem: messageOf(error) }),
    )
    if (problem === null) return password
    if (ask === null) faults.wrong.push(problem)
    else print(problem)
  } else if (ask === null) faults.missing.push('--password-file or --link')
  if (ask === null) return null
  const isTyped = await ask.choice('Password of the first superuser', [
    { value: 'typed', name: 'type it here' },
    { value: 'link', name: 'show a link for one use, which sets it' },
  ])
  return isTyped === 'link' ? null : ask.password('Password', passwordProblem)
}

/** Asks for the parts of SMTP_URL, and for the addresses of sender and contact form. */
export async function askMail(asking: Asking, settings: Record<string, string>): Promise<void> {
  const { env, fixed, print } = asking
  if (fixed.has('SMTP_URL')) print('The mail server is set outside of setup (SMTP_URL).')
  else {
    const url = await askSmtpUrl(asking)
    if (url === null) {
      print(
        'Without a mail server, emails are files that reach nobody. Run setup again to add one.',
      )
      return
    }
    settings['SMTP_URL'] = url
  }
  const { host = 'club.example' } =
    URL.parse(settings['PUBLIC_URL'] ?? env['PUBLIC_URL'] ?? '') ?? {}
  const addresses = [
    ['MAIL_FROM', 'mail-from', 'Sender of emails', `no-reply@${host}`],
    ['CONTACT_TO', 'contact', 'Address that gets the messages of the contact form', ''],
  ] as const
  for (const [name, flag, question, preset] of addresses)
    if (!fixed.has(name))
      settings[name] = await answerTo(asking, {
        flag,
        question,
        preset: env[name] ?? preset,
        problemOf: (typed) =>
          typed.trim() === '' ? 'Write an address.' : settingProblem(env, { [name]: typed.trim() }),
      })
}

const CHOICES = [
  { value: 'tls', name: 'TLS from the start (usually port 465)' },
  { value: 'starttls', name: 'STARTTLS (usually port 587)' },
  { value: 'none', name: 'not at all, it is on this machine' },
  { value: 'absent', name: 'I have no mail server yet' },
] as const

async function askSmtpUrl(asking: Asking): Promise<string | null> {
  const { ask, env, flags, values } = asking
  const kept = env['SMTP_URL']
  if (flags.has('no-mail')) return null
  if (values.has('smtp') || ask === null)
    return answerTo(asking, {
      flag: 'smtp',
      or: 'smtp-file or --no-mail',
      question: 'Address of the mail server, such as smtps://user:password@mail.example',
      preset: kept ?? '',
      problemOf: (typed) =>
        typed.trim() === '' ? 'Write an address.' : settingProblem(env, { SMTP_URL: typed.trim() }),
    })
  if (kept !== undefined && (await ask.yes('Keep the mail server that is set?', true))) return kept
  const encryption = await ask.choice('How does your mail server encrypt the connection?', CHOICES)
  return encryption === 'absent' ? null : askParts(ask, env, encryption)
}

async function askParts(ask: Ask, env: Asking['env'], encryption: Encryption): Promise<string> {
  const standard = {
    encryption,
    port: String(ENCRYPTIONS[encryption].port),
    user: '',
    password: '',
  }
  /** Each part is checked as the whole will be. */
  const partProblem =
    (pattern: RegExp, partOf: (typed: string) => object, advice: string): ProblemOf =>
    (typed) => {
      const server = { host: 'mail.example', ...standard, ...partOf(typed.trim()) }
      const isPart =
        pattern.test(typed.trim()) && settingProblem(env, { SMTP_URL: smtpUrlOf(server) }) === null
      return isPart ? null : advice
    }
  const host = await ask.text(
    'Host of the mail server',
    '',
    partProblem(
      /^[^\s/@?#]+$/,
      (typed) => ({ host: typed }),
      'Write a host name, such as mail.example.',
    ),
  )
  const port = await ask.text(
    'Port',
    standard.port,
    partProblem(/^[1-9]\d*$/, (typed) => ({ port: typed }), 'Write a number from 1 to 65535.'),
  )
  const user = await ask.text('User at the mail server; empty for none', '', () => null)
  const password =
    user.trim() === '' ? '' : await ask.password('Password at the mail server', () => null)
  return smtpUrlOf({
    encryption,
    host: host.trim(),
    port: port.trim(),
    user: user.trim(),
    password,
  })
}

function siteNameProblem(typed: string): string | null {
  const name = typed.trim()
  if (name === '') return 'Write a name.'
  return [...name].length > SITE_NAME_MAX ? `Use at most ${SITE_NAME_MAX} characters.` : null
}

type Question = {
  readonly flag: string
  /** A flag that answers in place of it. */
  readonly or?: string
  readonly question: string
  readonly preset: string
  readonly problemOf: ProblemOf
}

/** The answer of a flag, or of a person, who is also asked where the flag cannot be used. */
async function answerTo(asking: Asking, one: Question): Promise<string> {
  const { ask, values, print, faults } = asking
  const given = values.get(one.flag)
  if (ask === null || given !== undefined) {
    const answer = (given ?? one.preset).trim()
    const problem = await one.problemOf(answer)
    if (problem === null) return answer
    if (given !== undefined && ask !== null) print(`--${one.flag}: ${problem}`)
    else if (given !== undefined) faults.wrong.push(`--${one.flag}: ${problem}`)
    else faults.missing.push(`--${one.flag}${one.or ? ` or --${one.or}` : ''}`)
    if (ask === null) return answer
  }
  return (await ask.text(one.question, one.preset, one.problemOf)).trim()
}

/** Names all that is wrong with the flags at once. @throws UsageError, CommandError */
function assertFaultless({ faults: { missing, wrong } }: Asking): void {
  const need = missing.length > 0 ? [`Give ${missing.join('; ')}, or run setup in a terminal.`] : []
  const lines = [...need, ...wrong].join('\n')
  if (missing.length > 0) throw new UsageError(lines)
  if (wrong.length > 0) throw new CommandError(lines)
}
