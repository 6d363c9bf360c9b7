import { languageFolders } from '../../config/locales.ts'
import { messageOf } from '../../config/thrown.ts'
import { CommandError } from '../command.ts'
import {
  emailProblem,
  passwordIn,
  passwordProblem,
  proposedLanguages,
  settingProblem,
  siteNameProblem,
  urlProblem,
  usernameProblem,
} from './answers.ts'
import { type Asking, answerTo, assertFaultless } from './asking.ts'
import { askMail } from './mailQuestions.ts'

type Question = Parameters<typeof answerTo>[1]

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
    problemOf: (typed) => usernameProblem(asking, typed, email, waiting?.id),
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
