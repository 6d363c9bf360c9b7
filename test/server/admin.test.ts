import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { runAdmin } from '#server/admin/run.ts'
import type { Ask } from '#server/admin/setup/ask.ts'
import { openDatabase } from '#server/db/open.ts'
import { insertRow } from '#server/db/rows.ts'
import { claimDue, enqueue, markFailed } from '#server/mail/outbox.ts'
import { nameToStore } from '#server/modules/account/names.ts'
import { emailToStore } from '#server/modules/account/policy.ts'
import { post } from '#test/helpers/server/accounts.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { beside } from '#test/helpers/server/held.ts'
import { removedPlaces } from '#test/helpers/server/places.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import {
  FLAGS,
  personWith,
  SPOKEN,
  settingsIn,
  setUp,
  usersOf,
  withFlags,
} from '#test/helpers/server/setup.ts'

serverTests('operator commands on %s', (server, engine) => {
  beforeEach(() => server.empty())

  const admin = (...argv: string[]) => adminOf(server)(...argv)

  describe('promote and demote', () => {
    test('apply from the next request on, without a new login', async () => {
      const { auth } = await server.addUser('Olwen')
      const isStaff = async () =>
        (await server.app.inject({ url: '/api/users/profile/', headers: auth })).json().is_staff
      expect(await isStaff()).toBe(false)
      expect(await admin('promote', ' Olwen@Example.org ')).toEqual({
        code: 0,
        text: 'Olwen (olwen@example.org) is now staff.',
      })
      expect(await isStaff()).toBe(true)
      expect((await admin('promote', 'olwen@example.org', '--superuser')).text).toBe(
        'Olwen (olwen@example.org) is now superuser.',
      )
      await server.addUser('Root', 'superuser')
      expect((await admin('demote', 'olwen@example.org')).code).toBe(0)
      expect(await isStaff()).toBe(false)
    })

    test('are logged, and always leave one superuser', async () => {
      const root = await server.addUser('Root', 'superuser')
      for (const command of ['demote', 'promote'])
        expect(await admin(command, 'root@example.org')).toEqual({
          code: 1,
          text: 'Root is the last superuser. Run “npm run admin -- promote EMAIL --superuser” for someone else first.',
        })
      await server.addUser('Olwen')
      await admin('promote', 'olwen@example.org', '--superuser')
      expect((await admin('demote', 'root@example.org')).code).toBe(0)
      const log = server.deps.db.selectFrom('audit_log').selectAll().orderBy('id')
      expect((await log.execute()).at(-1)).toMatchObject({
        actor_name: 'command line',
        action: 'setRole',
        record: String(root.id),
        after: '{"role":"player"}',
      })
    })

    test('wait for a running change of roles, and then see its result', async () => {
      const root = await server.addUser('Root', 'superuser')
      await server.addUser('Olwen', 'superuser')
      const demoted = await beside(
        server,
        (tx) => tx.updateTable('users').set({ role: 'player' }).where('id', '=', root.id).execute(),
        () => admin('demote', 'olwen@example.org'),
      )
      expect(demoted).toEqual({
        code: 1,
        text: 'Olwen is the last superuser. Run “npm run admin -- promote EMAIL --superuser” for someone else first.',
      })
    })

    if (engine === 'postgres')
      test('lock all superusers until they are done', async () => {
        await server.addUser('Root', 'superuser')
        await server.addUser('Olwen', 'superuser')
        let free: unknown
        const demoted = await beside(
          server,
          (tx) => sql`lock table audit_log in exclusive mode`.execute(tx),
          () => admin('demote', 'olwen@example.org'),
          async (tx) => {
            free = await tx
              .selectFrom('users')
              .select('username')
              .where('role', '=', 'superuser')
              .forUpdate()
              .skipLocked()
              .execute()
          },
        )
        expect([demoted.code, free]).toEqual([0, []])
      })

    test('do not count a superuser who cannot log in', async () => {
      const root = await server.addUser('Root', 'superuser')
      const body = { email: 'mara@example.org', username: 'Mara', password: 'Golden-Apple-412' }
      await post(server, '/users/register/', body)
      await admin('promote', 'mara@example.org', '--superuser')
      const gone = await server.addUser('Gone', 'superuser')
      await server.update('users', { id: gone.id }, { deactivated_at: 1 })
      expect((await admin('demote', 'root@example.org')).text).toContain('is the last superuser')
      const { role } = await server.row('users', { id: root.id })
      expect(role).toBe('superuser')
    })

    test('report an unknown address', async () => {
      expect(await admin('promote', 'nobody@example.org')).toEqual({
        code: 1,
        text: 'Nobody is registered with nobody@example.org.',
      })
    })

    test('report an account that cannot log in yet', async () => {
      const body = { email: 'mara@example.org', username: 'Mara', password: 'Golden-Apple-412' }
      await post(server, '/users/register/', body)
      expect((await admin('promote', 'mara@example.org')).text).toContain('isn’t activated yet')
    })
  })

  describe('outbox', () => {
    const now = Date.UTC(2026, 5, 1)
    const unknown = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }
    const refused = Object.assign(new Error('550 no such mailbox'), unknown)
    async function deadMail(recipient: string): Promise<number> {
      await enqueue({ db: server.deps.db, now }, { kind: 'note', recipient })
      const [row] = await claimDue({ db: server.deps.db, now }, 1)
      if (row) await markFailed({ db: server.deps.db, now }, row, refused)
      return row?.id ?? 0
    }

    test('lists dead mails and makes them due again', async () => {
      expect((await admin('outbox')).text).toBe('There are no failed emails.')
      const first = await deadMail('a@example.org')
      await deadMail('b@example.org')
      const listed = await admin('outbox')
      expect(listed.text.split('\n')).toEqual([
        `${first}  2026-06-01T00:00:00.000Z  note to a@example.org, 1 attempts: 550 no such mailbox`,
        expect.stringContaining('note to b@example.org'),
      ])
      expect(await admin('outbox', 'retry', String(first))).toEqual({
        code: 0,
        text: 'Emails that will be sent again: 1.',
      })
      expect(await admin('outbox', 'retry', String(first))).toMatchObject({ code: 1 })
      expect((await admin('outbox', 'retry')).text).toBe('Emails that will be sent again: 1.')
      expect((await admin('outbox')).text).toBe('There are no failed emails.')
    })

    test.each([
      [['list'], '“list” isn’t an argument of outbox.'],
      [['retry', 'x'], '“x” isn’t the number of an email.'],
    ])('called with %p prints its usage', async (args, sentence) => {
      const { code, text } = await admin('outbox', ...args)
      expect([code, text.split('\n')[0]]).toEqual([2, sentence])
      expect(text).toContain('outbox [retry [NUMBER]]')
    })
  })

  test.each([
    [[], 'Usage: npm run admin -- COMMAND'],
    [['explode'], 'There is no command “explode”.'],
    [['toString'], 'There is no command “toString”.'],
    [['promote'], 'Give one email address.'],
    [['promote', 'a@b.c', 'd@e.f'], 'Give one email address.'],
    [['backup'], 'Give one folder.'],
    [['demote', 'a@b.c', '--superuser'], "Unknown option '--superuser'"],
  ])('called with %p it prints its usage', async (argv, sentence) => {
    const { code, text } = await admin(...argv)
    expect([code, text]).toEqual([2, expect.stringContaining(sentence)])
    const own = ['promote', 'backup', 'demote'].find((name) => name === argv[0])
    expect(text).toContain(own ? `Usage: npm run admin -- ${own} ` : 'backup FOLDER')
  })

  test.each(['postgres://us:hidden@host/db', 'postgres://host/db?password=hidden'])(
    'a password on the command line is refused without being shown: %s',
    async (address) => {
      const { code, text } = await admin('move', address)
      expect({ code, text }).toEqual({
        code: 1,
        text: expect.stringContaining('Set DATABASE_URL in the environment or in .env'),
      })
      expect(text).not.toContain('hidden')
    },
  )

  if (engine === 'sqlite') {
    test('remove-demo leaves the unfinished files of a running server alone', async () => {
      const part = join(server.dataDir, 'uploads/public/x.jpg.part')
      mkdirSync(dirname(part), { recursive: true })
      writeFileSync(part, 'half')
      expect(await admin('remove-demo')).toMatchObject({ code: 0 })
      expect(existsSync(part)).toBe(true)
    })

    test('a wrong DATA_DIR is named, and no database is created there', async () => {
      const lines: string[] = []
      const add = (line: string) => void lines.push(line)
      const DATA_DIR = join(server.dataDir, 'elsewhere')
      const output = { print: add, complain: add }
      expect(await runAdmin(['outbox'], { DATA_DIR }, output)).toBe(1)
      expect(lines[0]).toContain(`There is no database in DATA_DIR ${DATA_DIR}`)
      expect(existsSync(DATA_DIR)).toBe(false)
    })
  }
})

const place = removedPlaces()

test('flags that are missing or wrong are named together', async () => {
  const { code, text } = await setUp(await place('sqlite'), ['--zone', 'Vienna'])
  expect([code, ...text.split('\n').slice(0, 2)]).toEqual([
    2,
    'Give --url; --smtp or --smtp-file or --no-mail; --contact; --email; --username; --password-file or --link, or run setup in a terminal.',
    '--zone: Write a time zone such as Europe/Vienna or UTC.',
  ])
})

test('a person is asked again where a flag cannot be used, and for a name that was just taken', async () => {
  const site = await place('sqlite')
  const spoken = { ...SPOKEN, encrypt: 'absent', 'Password of the first': 'typed' }
  const person = personWith({ ...spoken, 'Time zone': 'Europe/Berlin' })
  let tries = 0
  const ask: Ask = {
    ...person.ask,
    async text(question, preset, problemOf) {
      if (!question.startsWith('Username')) return person.ask.text(question, preset, problemOf)
      tries += 1
      if (tries > 1) return 'Ada Two'
      const { db } = openDatabase({ dataDir: site.dataDir, databaseUrl: undefined })
      const taken = { ...nameToStore('Ada'), ...emailToStore('other@club.example') }
      const row = { ...taken, password_hash: '-', role: 'player', created_at: 1 } as const
      await db.insertInto('users').values(row).execute()
      await db.destroy()
      return 'Ada'
    },
  }
  const { code, text } = await setUp(site, ['--zone', 'Vienna'], ask)
  expect({ code, tries }).toEqual({ code: 0, tries: 2 })
  expect(text).toContain('--zone: Write a time zone')
  expect(text).toContain('Someone else just took this name or address.')
  expect(settingsIn(site)).toContain("SITE_TIME_ZONE='Europe/Berlin'")
})

const made = [...withFlags(FLAGS), '--no-mail', '--link']

test('setup says which files others could read until now', async () => {
  const site = await place('sqlite')
  await setUp(site, made)
  chmodSync(site.dataDir, 0o755)
  chmodSync(join(site.dataDir, 'settings.env'), 0o644)
  expect((await setUp(site, made)).text).toMatch(
    /could read .*settings\.env.* Their access is removed/,
  )
})

describe('there is one first superuser:', () => {
  test('setup changes the one who waits for a link, instead of making another', async () => {
    const site = await place('sqlite')
    await setUp(site, made)
    const same = await setUp(site, ['--no-mail', '--name', 'Ours'])
    expect(same.code).toBe(0)
    expect(same.text).toContain('Ada (ada@club.example) is the first superuser')
    const other = await setUp(site, [...made, '--email', 'eda@club.example'])
    expect(other).toMatchObject({
      code: 0,
      text: expect.stringContaining('The link for ada@club.example no longer works.'),
    })
    expect(await usersOf(site)).toEqual([
      { email: 'eda@club.example', role: 'superuser', activated_at: null },
    ])
    const asked = await setUp(site, [], personWith({ encrypt: 'absent', 'Change this': false }).ask)
    expect(asked.code).toBe(0)
    expect(await usersOf(site)).toHaveLength(1)
  })

  test('one who has registered and waits gives way to another who has', async () => {
    const site = await place('sqlite')
    await setUp(site, made)
    const { db } = openDatabase({ dataDir: site.dataDir, databaseUrl: undefined })
    const row = { ...nameToStore('Eda'), ...emailToStore('eda@club.example'), created_at: 1 }
    await insertRow(db, 'users', { ...row, password_hash: '-', role: 'player' })
    await db.destroy()
    const flags = ['--email', 'eda@club.example', '--username', 'Eda']
    expect((await setUp(site, [...made, ...flags])).code).toBe(0)
    expect((await usersOf(site)).map(({ email, role }) => [email, role])).toEqual([
      ['ada@club.example', 'player'],
      ['eda@club.example', 'superuser'],
    ])
  })

  test('two at once make one', async () => {
    const site = await place('sqlite')
    const both = await Promise.all(
      ['ada', 'eda'].map((name) =>
        setUp(site, [...made, '--email', `${name}@club.example`, '--username', name]),
      ),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(await usersOf(site)).toHaveLength(1)
    expect(readdirSync(site.dataDir).filter((name) => name.startsWith('settings'))).toContain(
      'settings.env',
    )
  })

  test('beside that of the demonstration, whose password everyone knows', async () => {
    const site = await place('sqlite')
    await setUp(site, made)
    const { db } = openDatabase({ dataDir: site.dataDir, databaseUrl: undefined })
    await db.deleteFrom('users').execute()
    const demo = { ...nameToStore('Corvin'), ...emailToStore('corvin@discordia.example') }
    const row = { ...demo, password_hash: '-', role: 'superuser', created_at: 1 } as const
    await insertRow(db, 'users', { ...row, activated_at: 1 })
    await db.destroy()
    expect((await setUp(site, made)).code).toBe(0)
    expect(await usersOf(site)).toHaveLength(2)
  })
})

/** Settings that no command could start with. */
const ENV = { PORT: 'none' }

async function admin(...argv: string[]) {
  const printed: string[] = []
  const code = await runAdmin(argv, ENV, {
    print: (line) => void printed.push(line),
    complain: (line) => void printed.push(line),
  })
  return { code, printed: printed.join('\n') }
}

test('every command explains itself, its arguments and its flags, with any settings', async () => {
  const all = await admin('--help')
  expect(all.code).toBe(0)
  const names = [...all.printed.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(15)
  for (const name of names)
    for (const flag of ['--help', '-h']) {
      const { code, printed } = await admin(name, flag)
      expect([name, code, printed]).toEqual([
        name,
        0,
        expect.stringContaining(`Usage: npm run admin -- ${name}`),
      ])
      const [usage = ''] = printed.split('\n')
      for (const word of new Set(usage.match(/--[a-z-]+|\b[A-Z]{4,}\b|\bretry\b/g)))
        expect([name, word, printed.slice(usage.length)]).toEqual([
          name,
          word,
          expect.stringMatching(new RegExp(`\n  ${word}\\b.* {2}\\S|\n  --\\S+ ${word}`)),
        ])
    }
})

test('setup names all its flags', async () => {
  const { printed } = await admin('setup', '--url', 'https://club.example', '--help')
  for (const name of 'url desk-url languages zone name smtp mail-from contact'.split(' '))
    expect(printed).toMatch(new RegExp(`^ {2}--${name} [A-Z]+ +\\S`, 'm'))
  for (const name of ['link', 'no-mail', 'untested-mail', 'help'])
    expect(printed).toMatch(new RegExp(`^ {2}--${name} +\\S`, 'm'))
})
