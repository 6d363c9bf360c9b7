import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { collected } from '#server/compose/collect.ts'
import { DAY_MS, HOUR_MS } from '#server/config/time.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { insertRow } from '#server/db/rows.ts'
import { noteErasure } from '#server/db/waitingTexts.ts'
import { type FileKey, newKey } from '#server/files/fileStore.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import type { PersonalData } from '#server/work/personalData.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { addArchive } from '#test/helpers/fixtures/personalDataActs.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { ERASED_WORDS, KEPT_WORDS, liveInWorld } from '#test/helpers/server/personalLife.ts'
import { deskTests, serverTests } from '#test/helpers/server/serverTests.ts'
import { engines, type TestUser } from '#test/helpers/server/startServer.ts'
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
    await server.update('users', { id }, { deletion_due_at })
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
    await insertRow(db, 'glossary_reviews', { ...NO_REVIEW, entry_id, ...claim })
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
    await server.update('users', { id: impostor.id }, { username: FORMER, username_key: FORMER })
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

const LOG = {
  warn: () => undefined,
  error({ err }: { err: Error }) {
    throw err
  },
}

/** A title that is one term of the index. Its bytes are in no random text, as three letters would sometimes be. */
const TRIGRAM = 'ქж漢'

const CHANGED = 'ღщ語'

const LEFT = 'ჟю字'

serverTests(
  'the files of a SQLite database after a deletion',
  { engines: ['sqlite'] },
  (server) => {
    /** The database file and its write-ahead log, decoded as Latin-1: one character per byte. */
    const bytes = () =>
      readdirSync(server.dataDir)
        .filter((name) => /\.(db|sqlite)/.test(name))
        .map((name) => readFileSync(join(server.dataDir, name)).toString('latin1'))
        .join('\n')

    test('hold no value of the member: neither free pages nor the log nor the indexes', async () => {
      const ingrid = await liveInWorld(server, 'Ingrid')
      await liveInWorld(server, 'Solveig')
      const type_id = await addGlossaryType(server, 'Rare')
      const { db, clock } = server.deps
      const entry = await addEntry(server, ingrid.id, CHANGED, { type_id, approved_at: null })
      // Staff or an import save it once, with the same title, and once with another one.
      for (const title_key of [CHANGED, TRIGRAM])
        await server.update(
          'glossary_entries',
          { id: entry },
          { title: title_key, title_key, search_text: title_key },
        )
      const rare = [CHANGED, TRIGRAM].map((text) => Buffer.from(text).toString('latin1'))
      const words = [...ERASED_WORDS('Ingrid'), ...rare]
      let found = bytes()
      for (const word of words) expect([word, found.includes(word)]).toEqual([word, true])

      await server.update('users', { id: ingrid.id }, { deletion_due_at: clock() })
      expect(await eraseDueAccounts(server.deps, collected.personalData, LOG)).toBe(1)
      found = bytes()
      for (const word of KEPT_WORDS('Ingrid'))
        found = found.replaceAll(word, '').replaceAll(word.toLowerCase(), '')
      const left = words.filter((word) => found.toLowerCase().includes(word.toLowerCase()))
      expect(left).toEqual([])
      const { rows } = await sql`pragma integrity_check`.execute(db)
      expect(rows).toEqual([{ integrity_check: 'ok' }])
    })

    test('lose what a killed process has left in the indexes, with the next run', async () => {
      const { db } = server.deps
      const tove = await server.addUser('Tove')
      const type_id = await addGlossaryType(server, 'Rarer')
      const entry = await addEntry(server, tove.id, LEFT, { type_id, approved_at: null })
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('glossary_entries').where('id', '=', entry).execute()
        await noteErasure(tx)
      })
      const left = () => bytes().includes(Buffer.from(LEFT).toString('latin1'))
      expect(left()).toBe(true)
      await eraseDueAccounts(server.deps, collected.personalData, LOG)
      expect(left()).toBe(false)
    })
  },
)

serverTests('mails after the deletion of an account, on %s', (server) => {
  beforeEach(() => server.empty())

  async function erase({ id }: TestUser) {
    const due = server.deps.db.updateTable('users').set({ deletion_due_at: server.deps.clock() })
    await due.where('id', '=', id).execute()
    await eraseDueAccounts(server.deps, collected.personalData, server.app.log)
  }
  const mail = (recipient: string, data: object, more: object = {}) => ({
    ...{ kind: 'k', recipient, data: JSON.stringify(data), created_at: 1, next_attempt_at: 1 },
    ...more,
  })

  test('are those to others: neither address nor number of the member is in the outbox', async () => {
    const mara = await server.addUser('Mara')
    const { db } = server.deps
    const [own, similar] = [{ user: mara.id }, { user: mara.id * 10 }]
    const others = [similar, { ...similar, name: 'Zoe' }].map((data) => mail('zoe@x.example', data))
    await server.insert(
      'outbox',
      mail(' Mara@Example.org', {}),
      mail('former@x.example', own),
      mail('former@x.example', { ...own, name: 'Mara' }),
      ...others,
    )
    await erase(mara)
    const left = await db.selectFrom('outbox').select('data').orderBy('id').execute()
    expect(left).toEqual(others.map(({ data }) => ({ data })))
  })

  test('with a key keep it alone, and are not sent any more', async () => {
    const mara = await server.addUser('Mara')
    const { db, clock } = server.deps
    const words = { once_key: 'once', last_error: 'mara@example.org is unknown' }
    const data = { user: mara.id, name: 'Mara' }
    await db
      .insertInto('outbox')
      .values(mail('mara@example.org', data, words))
      .execute()
    await erase(mara)
    const blank = { recipient: '', data: '{}', last_error: null, done_at: clock() }
    expect(await db.selectFrom('outbox').selectAll().execute()).toMatchObject([
      { once_key: 'once', ...blank },
    ])
  })
})

serverTests('stored files after the deletion of an account, on %s', (server) => {
  test('are those of others: the archive and the uploads of its member are gone', async () => {
    const { db, files, clock } = server.deps
    const stored: FileKey[] = []
    for (const name of ['Mara', 'Zoe']) {
      const { id } = await server.addUser(name, 'staff')
      await addArchive(server, id)
      const file_key = newKey('private', 'pdf')
      await files.put(file_key, Buffer.from('a file'))
      const file = { purpose: 'file', media_type: 'application/pdf', size: 6, digest: 'd' } as const
      await server.insert('desk_uploads', {
        ...file,
        id: name,
        name,
        file_key,
        picture: null,
        created_by: id,
        created_at: 1,
      })
      stored.push(file_key)
    }
    const archives = await db.selectFrom('data_exports').select('file_key').orderBy('id').execute()
    stored.push(...archives.map(({ file_key }) => file_key as FileKey))
    const due = db.updateTable('users').set({ deletion_due_at: clock() })
    await due.where('username', '=', 'Mara').execute()
    await eraseDueAccounts(server.deps, collected.personalData, server.app.log)
    const sizes = await Promise.all(stored.map((key) => files.size(key)))
    expect(sizes.map((size) => size !== null)).toEqual([false, true, false, true])
  })
})
