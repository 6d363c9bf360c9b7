import { ENCRYPTIONS, type Encryption, settingProblem, smtpUrlOf } from './answers.ts'
import type { Ask, ProblemOf } from './ask.ts'
import { type Asking, answerTo } from './asking.ts'

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
