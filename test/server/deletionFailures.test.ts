import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { collected } from '#server/compose/collect.ts'
import { DAY_MS, HOUR_MS } from '#server/config/time.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import type { PersonalData } from '#server/work/personalData.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { engines } from '#test/helpers/server/startServer.ts'
import { addSchema } from '#test/helpers/server/testDatabase.ts'

const FORMER = 'a former member'
const NO_REVIEW = {
  claimed_by: null,
  claimed_until: null,
  decided_by: null,
  decided_at: null,
  decided_how: null,
  author_version: null,
}

deskTests('a deletion that fails, on %s', (server) => {
  beforeEach(() => server.empty())

  let failures = 0
  const log = { warn: () => undefined, error: () => void failures++ }
  async function addDue(username: string, overdue = 0) {
    const { id } = await server.addUser(username)
    const deletion_due_at = server.deps.clock() - overdue
    await server.deps.db
      .updateTable('users')
      .set({ deletion_due_at })
      .where('id', '=', id)
      .execute()
    return id
  }
  const names = async () =>
    (await server.deps.db.selectFrom('users').select('username').orderBy('id').execute()).map(
      ({ username }) => username,
    )

  test('does not stop the others, however many fail before', async () => {
    const failing = new Set<number>()
    for (let n = 0; n < 55; n++) failing.add(await addDue(`Stuck${n}`, DAY_MS))
    await addDue('Mara')
    const broken: PersonalData = {
      tables: {},
      async erase(_tx, { id }) {
        if (failing.has(id)) throw new Error('The erasure fails')
        return []
      },
    }
    expect(await eraseDueAccounts(server.deps, [...collected.personalData, broken], log)).toBe(1)
    expect(await names()).not.toContain('Mara')
    expect(failures).toBe(55)
  })

  test('is not that of staff who were reviewing an entry: the entry is free at once', async () => {
    const { db, clock } = server.deps
    const zoe = await server.addUser('Zoe')
    const type_id = await addGlossaryType(server, 'Places')
    const entry_id = await addEntry(server, zoe.id, 'Lantern', { type_id, approved_at: null })
    const claim = { claimed_by: await addDue('Mara'), claimed_until: clock() + DAY_MS }
    await db
      .insertInto('glossary_reviews')
      .values({ ...NO_REVIEW, entry_id, ...claim })
      .execute()
    expect(await eraseDueAccounts(server.deps, collected.personalData, log)).toBe(1)
    const reviews = await db.selectFrom('glossary_reviews').selectAll().execute()
    expect(reviews).toEqual([{ ...NO_REVIEW, entry_id }])
  })

  test('is counted in the metrics, and is on the overview of superusers after an hour', async () => {
    const root = await server.staff('Root', 'superuser')
    const ada = await server.staff('Ada')
    const id = await addDue('Mara')
    const failing: PersonalData = { tables: {}, erase: () => Promise.reject(new Error('It fails')) }
    const count = async () => {
      const { body } = await server.app.inject('/api/metrics')
      return Number(/^security_events_total\{event="account_not_deleted"\} (\d+)$/m.exec(body)?.[1])
    }
    const before = await count()
    expect(await eraseDueAccounts(server.deps, [failing], log)).toBe(0)
    expect(await count()).toBe(before + 1)
    const waiting = async () =>
      (await root.get('/overview/waiting'))
        .json()
        .find(({ resource }: { resource: string }) => resource === 'members')
    expect(await waiting()).toMatchObject({ count: 0 })
    const due = server.deps.clock()
    server.passTime(HOUR_MS)
    expect(await waiting()).toMatchObject({ count: 1, oldest_at: new Date(due).toISOString() })
    const filter = encodeURIComponent(JSON.stringify({ state: 'overdue' }))
    const list = (await root.get(`/members?filter=${filter}`)).json()
    expect(list).toMatchObject([{ id, username: 'Mara' }])
    const seen = (await ada.get('/overview/waiting')).json()
    expect(seen.map(({ resource }: { resource: string }) => resource)).not.toContain('members')
    expect(await eraseDueAccounts(server.deps, collected.personalData, log)).toBe(1)
    expect(await waiting()).toMatchObject({ count: 0 })
  })

  test('of files is not a failure of the account: the sweep deletes them', async () => {
    await addDue('Mara')
    const files = { ...server.deps.files, remove: () => Promise.reject(new Error('Unreachable')) }
    const fileOf: PersonalData = {
      tables: {},
      erase: async () => [{ key: `private/${'0'.repeat(32)}.txt`, picture: null }],
    }
    expect(await eraseDueAccounts({ ...server.deps, files }, [fileOf], log)).toBe(1)
    expect(await server.deps.db.selectFrom('loose_files').selectAll().execute()).toHaveLength(1)
  })

  test('is not caused by a member who has the name of former members', async () => {
    const impostor = await server.addUser('Impostor')
    await server.deps.db
      .updateTable('users')
      .set({ username: FORMER, username_key: FORMER })
      .where('id', '=', impostor.id)
      .execute()
    await addDue('Mara')
    expect(await eraseDueAccounts(server.deps, collected.personalData, log)).toBe(1)
    expect(await adminOf(server)('delete-member', 'impostor@example.org', '--now')).toMatchObject({
      code: 0,
    })
  })
})

test.each(engines)(
  'an upgrade on %s renames a member who is called a former member',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'discordia-former-'))
    const database = engine === 'postgres' ? await addSchema() : undefined
    const { db } = openDatabase({ databaseUrl: database?.url, dataDir })
    await migrate(db, engine, '0032_mailInvites')
    const add = (email_key: string, username: string) =>
      sql`insert into users (email, email_key, username, username_key, password_hash, role, created_at)
      values (${email_key}, ${email_key}, ${username}, ${username.toLowerCase()}, 'x', 'player', 1)`.execute(
        db,
      )
    await add('ann@example.org', 'Ann')
    await add('impostor@example.org', 'A Former Member')
    await migrate(db, engine)
    const rows = await db
      .selectFrom('users')
      .select(['username', 'username_key'])
      .orderBy('id')
      .execute()
    const renamed = expect.stringMatching(/^Member [0-9a-f]{8}$/)
    expect(rows).toMatchObject([{ username: 'Ann' }, { username: renamed }])
    expect(rows[1]?.username_key).toBe(rows[1]?.username.toLowerCase())
    const old = await db.selectFrom('old_usernames').select(['username', 'username_key']).execute()
    expect(old).toEqual([{ username: 'A Former Member', username_key: 'a former member' }])
    await db.destroy()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  },
)
