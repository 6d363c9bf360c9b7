import { statSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import {
  emailProblem,
  passwordProblem,
  proposedLanguages,
  smtpUrlOf,
  urlProblem,
} from '#server/admin/setup/answers.ts'
import { makeTerminal } from '#server/admin/setup/ask.ts'
import { prepare } from '#server/compose/prepare.ts'
import { buildApp } from '#server/compose/site.ts'
import { loadDotEnv } from '#server/config/dotEnv.ts'
import { openDatabase } from '#server/db/open.ts'
import { starterTexts } from '#server/db/seed/languages.ts'
import { type DataPlace, removedPlaces } from '#test/helpers/server/places.ts'
import {
  FLAGS,
  fileWith,
  PASSWORD,
  passwordFile,
  personWith,
  SPOKEN,
  settingsIn,
  setUp,
  usersOf,
  withFlags,
} from '#test/helpers/server/setup.ts'
import { type SmtpServer, startSmtp } from '#test/helpers/server/smtp.ts'

const place = removedPlaces()
let smtp: SmtpServer
beforeAll(async () => {
  smtp = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'us@club' && password === 'p@ss:word'
        ? done(null, { user: username })
        : done(Object.assign(new Error('wrong password'), { responseCode: 535 })),
  })
})
afterAll(() => smtp.close())
const smtpUrl = () => `smtp://us%40club:p%40ss%3Aword@${smtp.host}`

test('by flags: settings, name, starter, a superuser who can log in, and a test email', async () => {
  const site = await place('sqlite')
  const flags = withFlags({
    ...FLAGS,
    'smtp-file': fileWith(site, smtpUrl()),
    contact: 'us@club.example',
    'password-file': passwordFile(site),
  })
  const { code, text } = await setUp(site, flags)
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('is a superuser') })
  expect(text).not.toContain(PASSWORD)
  expect(text).toMatch(/to do +Backup: There is no backup yet/)
  expect(smtp.arrived).toEqual(['ada@club.example'])
  expect(smtp.emails[0]?.subject).toBe('Test-E-Mail von Würfel & Co')
  expect(settingsIn(site)).toContain("\nMAIL_FROM='no-reply@club.example'\n")
  expect(statSync(join(site.dataDir, 'settings.env')).mode & 0o777).toBe(0o600)

  const env: Record<string, string | undefined> = {
    DATA_DIR: site.dataDir,
    SSR: 'off',
    LOG_LEVEL: 'silent',
  }
  loadDotEnv(env)
  const { deps, close } = await prepare(env)
  const app = await buildApp(deps)
  const login = await app.inject({
    method: 'POST',
    url: '/api/users/login/',
    payload: { email: 'ada@club.example', password: PASSWORD },
  })
  expect(login.statusCode).toBe(200)
  expect(deps.settings).toMatchObject({
    isProduction: true,
    timeZone: 'Europe/Berlin',
    languages: ['de', 'en'],
    publicUrl: 'https://club.example',
  })
  expect(deps.kit.current().name).toBe('Würfel & Co')
  const { title } = starterTexts('welcome', 'de')
  expect((await app.inject('/api/contents/news.atom')).body).toContain(`<title>${title}</title>`)
  await app.close()
  await close()

  const again = await setUp(site, flags)
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('has a superuser') })
  const other = await setUp(site, ['--zone', 'Europe/Vienna', '--untested-mail'])
  expect(other).toMatchObject({ code: 0 })
  expect(settingsIn(site)).toContain("SITE_TIME_ZONE='Europe/Vienna'")
  expect(settingsIn(site)).toContain(`SMTP_URL='${smtpUrl()}'`)
  expect(await usersOf(site)).toHaveLength(1)
})

test('with a link: it sets the password of the superuser once; until then setup gives another one', async () => {
  const site = await place('sqlite')
  const flags = [...withFlags(FLAGS), '--no-mail', '--link']
  const { text } = await setUp(site, flags)
  const link = /https:\/\/club\.example\/auth\/verified-change-password\/(\S+)/
  expect(await usersOf(site)).toMatchObject([{ role: 'superuser', activated_at: null }])
  const again = await setUp(site, flags)
  expect(again.code).toBe(0)
  expect(link.exec(again.text)?.[1]).not.toBe(link.exec(text)?.[1])
  expect(await usersOf(site)).toHaveLength(1)
})

describe('refuses, and saves nothing:', () => {
  let shared: DataPlace | undefined
  const refused = async (
    flags: Readonly<Record<string, string>>,
    extra: readonly string[] = [],
  ) => {
    shared ??= await place('sqlite')
    const site = shared
    const file = passwordFile(site)
    const all = {
      ...FLAGS,
      ...(!('smtp' in flags) && { 'smtp-file': fileWith(site, smtpUrl()) }),
      contact: 'us@club.example',
      'password-file': file,
      ...flags,
    }
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
    const { code, text } = await setUp(site, [...withFlags(given), ...extra])
    expect(code).toBeGreaterThan(0)
    expect(settingsIn(site)).toBeNull()
    expect(await usersOf(site)).toEqual([])
    return text
  }

  test.each([
    ['a flag that is missing', { email: '' }, /^Give --email, or run setup in a terminal/],
    [
      'an address without https',
      { url: 'club.example' },
      /--url: .* such as https:\/\/club\.example/,
    ],
    ['a language without a folder', { languages: 'xx' }, /--languages: It names xx/],
    ['an odd zone', { zone: 'Vienna' }, /--zone: Write a time zone such as/],
    ['a name that is too long', { name: 'x'.repeat(101) }, /--name: Use at most 100 characters/],
    ['an odd email address', { email: 'ada@' }, /--email: /],
    ['a username that is too long', { username: 'x'.repeat(401) }, /--username: /],
    ['an odd username', { username: 'system' }, /--username: This name is taken/],
    [
      'the address of the site for the desk',
      { 'desk-url': FLAGS.url },
      /--desk-url: .* another address/,
    ],
    ['an odd mail server', { smtp: 'mail.example' }, /--smtp: Write an address such as smtps/],
    [
      'a port that no server has',
      { smtp: 'smtp://mail.example:70000' },
      /--smtp: Write an address/,
    ],
    [
      'what no line can hold',
      { 'mail-from': '"a\'b`c" <a@b.example>' },
      /--mail-from: It cannot be saved/,
    ],
  ])('%s', async (_what, flags, sentence) => {
    expect(await refused(flags)).toMatch(sentence)
  })

  test('a password on the command line, which names the file that takes its place', async () => {
    for (const url of ['smtp://us:secret@mail.example', 'smtp://mail.example/?auth.pass=secret']) {
      const text = await refused({ smtp: url })
      expect(text).toContain('give --smtp-file FILE')
      expect(text).not.toContain('secret')
    }
  })

  test('a mail server that does not take the email, in its own words', async () => {
    const file = fileWith(await place('sqlite'), `smtp://us%40club:wrong@${smtp.host}`)
    expect(await refused({ 'smtp-file': file })).toMatch(/535.*wrong password/)
    expect(await refused({ smtp: 'smtp://127.0.0.1:1' })).toContain('ECONNREFUSED')
  })
})

test.each([
  ['club.example', 'https://club.example'],
  ['https://club.example/site', 'Write https://club.example'],
  ['https://club.example/?a=b', 'It must not have a query or a fragment.'],
  ['https://club.examplehttps', 'Write one address'],
  ['https://desk.club.examplehttps://desk.club.example', 'Write one address'],
  ['https://club.example:3000', 'Port 3000 is the server’s own'],
  ['ftp://club.example', 'Write an address such as https://'],
])('the address %s is refused with a way out', (typed, sentence) => {
  expect(urlProblem({}, 'PUBLIC_URL', typed)).toContain(sentence)
})

test('addresses with another port or a slash at the end are taken', () => {
  for (const typed of [
    'https://club.example:8443',
    'https://club.example/',
    'http://localhost:3000',
  ])
    expect(urlProblem({}, 'PUBLIC_URL', typed)).toBeNull()
})

test.each([
  [{ LANG: 'de_AT.UTF-8' }, 'de'],
  [{ LANG: 'en_GB.UTF-8', LC_ALL: 'de_DE' }, 'de'],
  [{ LANG: 'tlh_QO' }, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{}, 'en'],
])('in a terminal with %j the proposed main language is %s, before the others', (env, main) => {
  const proposed = proposedLanguages(env, ['en', 'de', 'is'])
  expect([proposed[0], proposed.toSorted()]).toEqual([main, ['de', 'en', 'is']])
})

test('weak passwords and that of the demonstration are refused', async () => {
  expect(await passwordProblem('short')).toBe(
    'The password needs at least 8 characters, an uppercase letter, a digit, and a special character such as !.',
  )
  expect(await passwordProblem('GOLDEN-PEAR-731')).toBe('The password needs a lowercase letter.')
  expect(await passwordProblem('GoldenApple412!')).toContain('demonstration')
  expect(await passwordProblem(PASSWORD)).toBeNull()
})

test('the parts of a mail server become a URL', () => {
  const login = { user: 'us@club', password: 'p@ss:word' }
  expect(smtpUrlOf({ host: 'mail.example', port: '465', encryption: 'tls', ...login })).toBe(
    'smtps://us%40club:p%40ss%3Aword@mail.example:465',
  )
  expect(smtpUrlOf({ host: '::1', port: '25', encryption: 'none', user: '', password: '' })).toBe(
    'smtp://[::1]:25/?ignoreTLS=true',
  )
})

test('by questions: with what it proposes; left at any of them, nothing is saved', async () => {
  const site = await place('sqlite')
  const spoken = { ...SPOKEN, Port: String(smtp.port), 'Password of the first': 'typed' }
  const whole = personWith(spoken)
  for (let until = 0; ; until++) {
    const { ask, asked } = personWith(spoken, until)
    const { code, text } = await setUp(site, [], ask)
    if (code === 0) break
    expect({ asked: asked.at(-1), code, text }).toMatchObject({
      code: 1,
      text: expect.stringMatching(/Nothing was saved\.$/),
    })
    expect(settingsIn(site)).toBeNull()
    expect(await usersOf(site)).toEqual([])
    whole.asked.splice(0, Infinity, ...asked)
  }
  expect(whole.asked.length).toBeGreaterThan(12)
  // The questions name no variable of the environment.
  expect(whole.asked.filter((question) => /[A-Z]{2,}_[A-Z]/.test(question))).toEqual([])
  expect(settingsIn(site)).toContain("DESK_URL='https://desk.club.example'")
  expect(await usersOf(site)).toMatchObject([{ email: 'ada@club.example', role: 'superuser' }])
})

test('a mail server that fails is asked for again', async () => {
  const site = await place('sqlite')
  const spoken = {
    ...SPOKEN,
    Port: '1',
    'Password of the first': 'typed',
    'Change the mail server': false,
  }
  const { asked, ask } = personWith(spoken)
  const { code, text } = await setUp(site, [], ask)
  expect({ code, asked: asked.at(-1) }).toEqual({ code: 0, asked: 'Change the mail server?' })
  expect(text).toContain('ECONNREFUSED')
  const answers: Record<string, string | boolean> = { ...spoken, 'Change the mail server': true }
  const person = personWith(answers)
  const other = await place('sqlite')
  const again = await setUp(other, [], {
    ...person.ask,
    async yes(question, preset) {
      if (question.startsWith('Change the mail server')) answers['Port'] = String(smtp.port)
      return person.ask.yes(question, preset)
    },
  })
  expect(again).toMatchObject({ code: 0, text: expect.stringContaining('has accepted it') })
  expect(settingsIn(other)).toContain(`:${smtp.port}`)
})

test('what the environment sets is not asked for', async () => {
  const made = await place('sqlite')
  const site = { ...made, env: { ...made.env, PUBLIC_URL: 'https://other.example' } }
  const { text } = await setUp(site, [...withFlags(FLAGS), '--no-mail', '--link'])
  expect(text).toContain('https://other.example (PUBLIC_URL, set outside of setup)')
  expect(settingsIn(site)).not.toContain('PUBLIC_URL')
  expect(text).toContain('https://other.example/auth/')
})

test('a registered address is pointed to promote; one that was never activated is taken over', async () => {
  const site = await place('sqlite')
  await setUp(site, [...withFlags(FLAGS), '--no-mail', '--link'])
  const { db } = openDatabase({ dataDir: site.dataDir, databaseUrl: undefined })
  const deps = { db, clock: Date.now }
  expect(await emailProblem(deps, 'Ada@Club.example')).toBeNull()
  await db.updateTable('users').set({ activated_at: 1 }).execute()
  expect(await emailProblem(deps, 'Ada@Club.example')).toContain(
    'promote Ada@Club.example --superuser',
  )
  await db.destroy()
})

test('a terminal never shows a password, asks twice, and asks again when the two differ', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  // A question ends what it is piped to, unless that is the terminal.
  output.end = () => output
  let shown = ''
  output.on('data', (chunk: Buffer) => {
    shown += String(chunk)
    // Each question is answered when it is there.
    const next = script[answered]
    if (next !== undefined && shown.includes(next[0], seen)) {
      seen = shown.length
      answered++
      setImmediate(() => input.write(`${next[1]}\n`))
    }
  })
  let [answered, seen] = [0, 0]
  const script = [
    ['Password', PASSWORD],
    ['Once more', 'other'],
    ['The two differ', PASSWORD],
    ['Once more', PASSWORD],
  ] as const
  const ask = await makeTerminal({ input, output })
  expect(await ask.password('Password', passwordProblem)).toBe(PASSWORD)
  expect(answered).toBe(4)
  expect(shown).not.toContain(PASSWORD)
})

test('what is typed takes the place of what a terminal proposes', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  output.end = () => output
  output.resume()
  const ask = await makeTerminal({ input, output })
  const answered = ask.text('Address', 'https://desk.club.example', () => null)
  input.write('https://staff.example\n')
  expect(await answered).toBe('https://staff.example')
})

test('parts of a mail server are checked when they are typed, as the whole is', async () => {
  const site = await place('sqlite')
  for (const [part, typed, sentence] of [
    ['Port', '70000', 'Port: Write a number from 1 to 65535.'],
    ['Port', '0', 'Port: Write a number'],
    ['Host of the mail server', 'mail[', 'Write a host name'],
  ] as const) {
    const { ask } = personWith({ ...SPOKEN, [part]: typed })
    expect((await setUp(site, [], ask)).text).toContain(sentence)
  }
})

test('settings: the environment wins over the file, and its empty values do not', async () => {
  const site = await place('sqlite')
  await setUp(site, [...withFlags(FLAGS), '--no-mail', '--link'])
  const env: Record<string, string | undefined> = {
    DATA_DIR: site.dataDir,
    PUBLIC_URL: ' ',
    SITE_TIME_ZONE: 'UTC',
  }
  loadDotEnv(env)
  expect(env).toMatchObject({
    PUBLIC_URL: FLAGS.url,
    SITE_TIME_ZONE: 'UTC',
    NODE_ENV: 'production',
  })
})
