import { languageFolders } from '../../config/locales.ts'
import { CommandError, type Context, UsageError } from '../command.ts'
import {
  ENCRYPTIONS,
  emailProblem,
  passwordProblem,
  proposedLanguages,
  settingProblem,
  siteNameProblem,
  smtpUrlOf,
  urlProblem,
  usernameProblem,
} from './answers.ts'
import type { Ask, ProblemOf } from './ask.ts'

export type Superuser = {
  readonly email: string
  readonly username: string
  /** Null: a link for one use sets it. */
  readonly password: string | null
}
export type Answers = {
  /** Settings by name, as they are saved. */
  readonly settings: Readonly<Record<string, string>>
  /** Null where SITE_DIR names the site. */
  readonly siteName: string | null
  /** Null where there is a superuser already. */
  readonly superuser: Superuser | null
}

export type Asking = Pick<
  Context,
  'db' | 'engine' | 'clock' | 'settings' | 'values' | 'flags' | 'print'
> & {
  /** Null where nobody can be asked: everything comes from flags. */
  readonly ask: Ask | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** Settings of the environment or of `.env`, which `setup` cannot change. */
  readonly fixed: ReadonlySet<string>
  readonly known: { readonly siteName: string | null; readonly hasSuperuser: boolean }
}

type Question = {
  readonly flag: string
  readonly question: string
  readonly preset: string
  readonly problemOf: ProblemOf
}

/** The answer of a flag, or of a person. @throws CommandError for a flag that cannot be used */
async function answerTo({ ask, values }: Asking, one: Question): Promise<string> {
  const given = values.get(one.flag)
  if (given === undefined && ask !== null)
    return (await ask.text(one.question, one.preset, one.problemOf)).trim()
  const answer = (given ?? one.preset).trim()
  const problem = await one.problemOf(answer)
  if (problem === null) return answer
  if (given === undefined) throw new UsageError(`Give --${one.flag}, or run setup in a terminal.`)
  throw new CommandError(`--${one.flag}: ${problem}`)
}

export const askAll = async (asking: Asking): Promise<Answers> => {
  const settings: Record<string, string> = {}
  for (const [name, one] of settingQuestions(asking, settings))
    if (asking.fixed.has(name)) asking.print(`${name} comes from the environment or .env.`)
    else settings[name] = await answerTo(asking, one())
  await askMail(asking, settings)
  return { settings, siteName: await askSiteName(asking), superuser: await askSuperuser(asking) }
}

async function askSiteName(asking: Asking): Promise<string | null> {
  const { siteName: preset } = asking.known
  if (preset === null) {
    asking.print('The name of the site comes from SITE_DIR.')
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
          urlProblem(env, 'DESK_URL', typed) ??
          (new URL(typed).origin === URL.parse(url())?.origin
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

/** Asks for the parts of SMTP_URL, and for the addresses of sender and contact form. */
export async function askMail(asking: Asking, settings: Record<string, string>): Promise<void> {
  const { env, fixed, print } = asking
  if (fixed.has('SMTP_URL')) print('SMTP_URL comes from the environment or .env.')
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

async function askSmtpUrl(asking: Asking): Promise<string | null> {
  const { ask, env, flags, values } = asking
  const problemOf: ProblemOf = (typed) => settingProblem(env, { SMTP_URL: typed })
  const kept = env['SMTP_URL']
  if (flags.has('no-mail')) return null
  if (values.has('smtp') || ask === null)
    return answerTo(asking, {
      flag: 'smtp',
      question: '',
      preset: kept ?? '',
      problemOf: given(problemOf),
    })
  if (kept !== undefined && (await ask.yes('Keep the mail server that is set?', true))) return kept
  const encryption = await ask.choice('How does your mail server encrypt the connection?', [
    { value: 'tls', name: 'TLS from the start (usually port 465)' },
    { value: 'starttls', name: 'STARTTLS (usually port 587)' },
    { value: 'none', name: 'not at all, it is on this machine' },
    { value: 'absent', name: 'I have no mail server yet' },
  ])
  if (encryption === 'absent') return null
  const host = await ask.text('Host of the mail server', '', (typed) =>
    /^[^\s/@]+$/.test(typed.trim()) ? null : 'Write a host name, such as mail.example.',
  )
  const port = await ask.text('Port', String(ENCRYPTIONS[encryption].port), (typed) =>
    /^\d{1,5}$/.test(typed.trim()) ? null : 'Write a number.',
  )
  const user = await ask.text('User at the mail server; empty for none', '', () => null)
  const password =
    user.trim() === '' ? '' : await ask.password('Password at the mail server', () => null)
  const server = { encryption, host: host.trim(), port: port.trim(), user: user.trim(), password }
  return smtpUrlOf(server)
}

const given =
  (problemOf: ProblemOf): ProblemOf =>
  (typed) =>
    typed === '' ? 'Give an address, or --no-mail.' : problemOf(typed)

async function askSuperuser(asking: Asking): Promise<Superuser | null> {
  const { ask, flags, values, known, print } = asking
  if (known.hasSuperuser) {
    if (values.has('email'))
      throw new CommandError(
        'This site has a superuser. Run “npm run admin -- promote EMAIL --superuser” for another one.',
      )
    print('This site has a superuser already.')
    return null
  }
  const email = await answerTo(asking, {
    flag: 'email',
    question: 'Email address of the first superuser',
    preset: '',
    problemOf: (typed) => emailProblem(asking, typed),
  })
  const username = await answerTo(asking, {
    flag: 'username',
    question: 'Username of the first superuser',
    preset: '',
    problemOf: (typed) => usernameProblem(asking, typed, email),
  })
  return { email, username, password: await askPassword({ ask, flags, values }) }
}

async function askPassword({
  ask,
  flags,
  values,
}: Pick<Asking, 'ask' | 'flags' | 'values'>): Promise<string | null> {
  if (flags.has('link')) return null
  const file = values.get('password-file')
  if (file !== undefined) return passwordIn(file)
  if (ask === null) throw new UsageError('Give --password-file FILE, or --link.')
  const isTyped = await ask.choice('Password of the first superuser', [
    { value: 'typed', name: 'type it here' },
    { value: 'link', name: 'show a link for one use, which sets it' },
  ])
  return isTyped === 'link' ? null : ask.password('Password', passwordProblem)
}

async function passwordIn(file: string): Promise<string> {
  const { readFileSync } = await import('node:fs')
  const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  const problem = await passwordProblem(password)
  if (problem !== null) throw new CommandError(`--password-file: ${problem}`)
  return password
}
