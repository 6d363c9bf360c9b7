import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { runAdmin } from '#server/admin/run.ts'
import { claimDue, enqueue, markFailed } from '#server/mail/outbox.ts'
import { post } from '#test/helpers/server/accounts.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { beside } from '#test/helpers/server/held.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('operator commands on %s', (server, engine) => {
  beforeEach(async () => {
    await server.empty()
  })

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
          text: 'Root is the last superuser. Run "npm run admin -- promote EMAIL --superuser" for someone else first.',
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
        text: 'Olwen is the last superuser. Run "npm run admin -- promote EMAIL --superuser" for someone else first.',
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
      const { db } = server.deps
      await db.updateTable('users').set({ deactivated_at: 1 }).where('id', '=', gone.id).execute()
      expect((await admin('demote', 'root@example.org')).text).toContain('is the last superuser')
      const { role } = await db
        .selectFrom('users')
        .select('role')
        .where('id', '=', root.id)
        .executeTakeFirstOrThrow()
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
      expect((await admin('promote', 'mara@example.org')).text).toContain("isn't activated yet")
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
      [['list'], '"list" isn\'t an argument of outbox.'],
      [['retry', 'x'], '"x" isn\'t the number of an email.'],
    ])('called with %p prints its usage', async (args, sentence) => {
      const { code, text } = await admin('outbox', ...args)
      expect([code, text.split('\n')[0]]).toEqual([2, sentence])
      expect(text).toContain('outbox [retry [NUMBER]]')
    })
  })

  test.each([
    [[], 'Usage: npm run admin -- COMMAND'],
    [['explode'], 'There is no command "explode".'],
    [['toString'], 'There is no command "toString".'],
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
