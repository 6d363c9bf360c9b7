import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collected } from '#server/compose/collect.ts'
import { DAY_MS } from '#server/config/time.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { logChange } from '#server/desk/audit.ts'
import { newKey } from '#server/files/fileStore.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { format } from '#server/modules/glossary/transfer.ts'
import { exportArea, importArea } from '#server/transfer/transfer.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { rowsOf } from '#test/helpers/server/rowsOf.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const LOG = { warn: () => undefined, error: () => undefined }

/* The deletion of an account must not blank states of other people's records, whatever its name. */
serverTests('the audit log after a deletion, on %s', (server) => {
  beforeEach(() => server.empty())

  type Record = {
    readonly resource: string
    readonly record?: number | string
    readonly before?: object | null
    readonly after: object | null
  }
  const log = ({ resource, record = 1, after, before = after }: Record) =>
    server.deps.db.transaction().execute((tx) =>
      logChange(
        { db: tx },
        {
          timestamp: server.deps.clock(),
          actor: { id: null, username: 'command line' },
          resource,
          action: 'update',
          record,
          before,
          after,
        },
      ),
    )
  async function erase({ id }: TestUser) {
    const deletion_due_at = server.deps.clock() - DAY_MS
    await server.update('users', { id }, { deletion_due_at })
    expect(await eraseDueAccounts(server.deps, collected.personalData, LOG)).toBe(1)
  }
  /** The log is read from its end, because its rows outlive a test. */
  const lastRows = async (count: number) => {
    const rows = await server.deps.db
      .selectFrom('audit_log')
      .select(['resource', 'before', 'after'])
      .where('action', '=', 'update')
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
    return rows.toReversed()
  }
  const blanked = async (count: number) =>
    (await lastRows(count)).filter(({ before, after }) => before === null && after === null)
  const FIELDS = ['id', 'title', 'username', 'email', 'owner', 'draft', 'true', 'null']

  test.each(['id', 'title', 'Ann', 'true'])(
    'of a member named %s keeps the records of others',
    async (name) => {
      const other = await server.addUser('Zoe')
      const member = await server.addUser(name)
      await server.insert(
        'name_changes',
        ...FIELDS.map((new_name) => ({
          user_id: member.id,
          new_name,
          reason: '',
          created_at: server.deps.clock(),
          refused_at: server.deps.clock(),
        })),
      )
      await log({
        resource: 'contents',
        after: { id: 7, title: 'title', state: 'draft', tags: FIELDS },
      })
      await log({
        resource: 'contents',
        after: { id: member.id, title: name, created_by: other.id },
      })
      await log({ resource: 'groups', after: { id: 1, owner: { id: other.id, username: 'Zoe' } } })
      await log({ resource: 'messages', after: { id: 3, name, email: 'joann@example.org' } })
      await log({
        resource: 'outbox',
        after: { id: member.id * 10, recipient: `jo${name}@example.org` },
      })
      await erase(member)
      expect(await blanked(5)).toEqual([])
    },
  )

  test('does not show the member in any record', async () => {
    const member = await server.addUser('Ann')
    const { id } = member
    await log({ resource: 'groups', after: { id: 1, members: [{ id, username: 'Any name' }] } })
    await log({
      resource: 'messages',
      after: { id: 3, answers: [{ by: { id, username: 'Ann' } }] },
    })
    await log({ resource: 'outbox', after: { id: 4, recipient: ' Ann@Example.org ' } })
    await log({ resource: 'registrations', record: 9, after: { user: { id, username: 'Ann' } } })
    await log({
      resource: 'review',
      record: 8,
      after: { title: 'Deleted long ago', created_by: id },
    })
    await log({ resource: 'members', record: id, after: { id, username: 'A name before' } })
    await erase(member)
    expect(await blanked(6)).toHaveLength(6)
  })

  test('does not show the member as the only old or the only new value of a record', async () => {
    const member = await server.addUser('Ann')
    const person = { id: member.id, username: 'Ann' }
    const shown: object[] = [
      { members: [person] },
      { recipient: 'ann@example.org' },
      { sender: 'ann@example.org' },
      { email: 'Ann@example.org' },
      { created_by: member.id },
      { user_id: member.id },
      { led_by: member.id, leader: 'Ann' },
    ]
    for (const value of shown) {
      await log({ resource: 'outbox', before: value, after: null })
      await log({ resource: 'outbox', before: { id: 1 }, after: value })
    }
    await erase(member)
    expect(await blanked(2 * shown.length)).toHaveLength(2 * shown.length)
  })

  test('forgets a former e-mail address, unless another account has it now', async () => {
    const member = await server.addUser('Ann')
    await server.addUser('Zoe')
    const { db, clock } = server.deps
    for (const old_email of ['ann.old@example.org', 'zoe@example.org'])
      await server.insert('email_changes', {
        user_id: member.id,
        old_email,
        old_email_key: old_email,
        new_email: 'ann@example.org',
        new_email_key: 'ann@example.org',
        requested_at: clock(),
        expires_at: clock(),
        confirmed_at: clock(),
      })
    for (const email of ['ann.old@example.org', 'zoe@example.org']) {
      await log({ resource: 'outbox', after: { recipient: email } })
      await server.insert('contact_messages', {
        name: 'N',
        email,
        subject: 'S',
        message: 'M',
        created_at: clock(),
      })
    }
    await erase(member)
    expect(await lastRows(2)).toMatchObject([
      { after: null },
      { after: '{"recipient":"zoe@example.org"}' },
    ])
    const left = await db.selectFrom('contact_messages').select('email').execute()
    expect(left).toEqual([{ email: 'zoe@example.org' }])
  })

  test('blanks what it has of messages of the member: that of a look-up has the subject alone', async () => {
    const member = await server.addUser('Ann')
    const { db, clock } = server.deps
    const message = { name: 'N', subject: 'Her words', message: 'M', created_at: clock() }
    const ids: number[] = []
    for (const email of ['Ann@example.org', 'zoe@example.org']) {
      const values = { ...message, email }
      const added = db.insertInto('contact_messages').values(values).returning('id')
      ids.push((await added.executeTakeFirstOrThrow()).id)
    }
    const after = { subject: 'Her words', members: [], groups: [] }
    for (const record of ids) await log({ resource: 'messages', record, before: null, after })
    await erase(member)
    expect(await lastRows(2)).toMatchObject([{ after: null }, { after: JSON.stringify(after) }])
  })

  test('blanks what it has of records of the member, which need not name anybody', async () => {
    const member = await server.addUser('Ann')
    const { db, clock } = server.deps
    const [own, now] = [{ created_by: member.id }, clock()]
    const type_id = await addGlossaryType(server, 'Places')
    const entry = await addEntry(server, member.id, 'Her entry', { type_id })
    const request = { user_id: member.id, new_name: 'Anna', reason: 'Her words', created_at: now }
    const added = db.insertInto('name_changes').values(request).returning('id')
    const { id } = await added.executeTakeFirstOrThrow()
    const file = { purpose: 'file', media_type: 'text/plain', size: 1, digest: 'd' } as const
    const key = newKey('private', 'txt')
    await server.insert('desk_uploads', {
      ...file,
      ...own,
      id: 'hers',
      name: 'n',
      file_key: key,
      picture: null,
      created_at: now,
    })
    const records = [
      { resource: 'name-changes', record: id },
      { resource: 'glossary-entries', record: entry },
      { resource: 'review', record: entry },
      { resource: 'uploads', record: 'hers' },
    ]
    for (const one of records) await log({ ...one, after: { words: 'Her words' } })
    for (const { resource } of records)
      await log({ resource, record: 999_999, after: { words: 'Those of others' } })
    await erase(member)
    const rows = await lastRows(2 * records.length)
    expect(rows.map(({ after }) => after !== null)).toEqual(
      [false, true].flatMap((isKept) => records.map(() => isKept)),
    )
  })

  test('takes no unconfirmed address for one of the member, and no registration for another account', async () => {
    const member = await server.addUser('Ann')
    const { clock } = server.deps
    const [former, wanted] = ['ann.old@example.org', 'stranger@example.org']
    const change = { user_id: member.id, requested_at: clock(), expires_at: clock() }
    const [confirmed, own] = [{ ...change, confirmed_at: clock() }, 'ann@example.org']
    await server.insert(
      'email_changes',
      {
        ...confirmed,
        old_email: former,
        old_email_key: former,
        new_email: own,
        new_email_key: own,
      },
      { ...change, old_email: own, old_email_key: own, new_email: wanted, new_email_key: wanted },
    )
    await server.insert('users', {
      email: former,
      email_key: former,
      username: 'Zoe',
      username_key: 'zoe',
      password_hash: '',
      role: 'player',
      created_at: clock(),
    })
    for (const recipient of [former, wanted])
      await log({ resource: 'outbox', after: { recipient } })
    await erase(member)
    expect(await lastRows(2)).toMatchObject([
      { after: null },
      { after: JSON.stringify({ recipient: wanted }) },
    ])
  })
})

serverTests('entries that an import has changed, on %s', { engines: bothEngines }, (server) => {
  test('leave no former text behind when their author is deleted, and no key of a deleted one in the log', async () => {
    const mara = await server.addUser('Mara')
    const ada = await server.addUser('Ada', 'staff')
    const { deps } = server
    const now = deps.clock()
    const type_id = await addGlossaryType(server, 'Places')
    for (const state of ['approved', 'pending'])
      await insertRow(deps.db, 'glossary_entries', {
        title: state,
        description: 'Former words.',
        type_id,
        created_by: mara.id,
        created_at: now,
        updated_at: now,
        approved_at: state === 'approved' ? now : null,
        title_key: state,
        search_text: state,
        transfer_key: `key-of-${state}`,
      })
    const file = (await exportArea(deps, format)) as { entries: object[] }
    const entries = file.entries.map((entry) => ({ ...entry, description: 'New words.' }))
    const path = join(deps.settings.dataDir, 'file.json')
    writeFileSync(path, JSON.stringify({ ...file, entries }))
    const job = { area: 'glossary', path, name: 'file.json', mapping: {} } as const
    await importArea(deps, format, { ...job, actor: ada, importer: ada.id })
    const dump = async () => JSON.stringify(await rowsOf(deps))
    expect(await dump()).toContain('Former words.')
    expect(await dump()).toContain('\\"key-of-pending\\"')
    await updateRow(deps.db, 'users', mara.id, { deletion_due_at: now })
    expect(await eraseDueAccounts(deps, collected.personalData, LOG)).toBe(1)
    const left = await dump()
    expect(left).toContain('New words.')
    for (const word of ['Former words.', 'key-of-pending']) expect(left).not.toContain(word)
  })
})
