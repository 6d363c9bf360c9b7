import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '#server/config/time.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { enqueue } from '#server/mail/outbox.ts'
import { addEntry } from '#test/helpers/fixtures/glossary.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { namesOfTables } from '#test/helpers/server/emptyDatabase.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestServer } from '#test/helpers/server/startServer.ts'

const STARTER = 'The site now speaks in the words of the starter, wherever you set no others.'

serverTests('leaving the demonstration on %s', (server, engine) => {
  let db: TestServer['deps']['db']
  let olwen: MemberId
  beforeEach(async () => {
    await server.empty()
    db = server.deps.db
    await seedDemo(server.deps, server.deps.passwords.hash)
    olwen = (await server.addUser('Olwen', 'superuser')).id
  })

  const remove = async (...flags: string[]) => {
    const { code, text } = await adminOf(server)('remove-demo', ...flags)
    return { code, lines: text.split('\n') }
  }
  const get = async (path: string) => (await server.app.inject(`/api${path}`)).json()
  /** Number of rows of each table that has some, without those that only grow. */
  async function counts() {
    const found: Record<string, number> = {}
    for (const table of await namesOfTables(db, engine)) {
      const { count } = await db
        .selectFrom(table as 'users')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) > 0) found[table] = Number(count)
    }
    const { audit_log: _log, messages: _messages, live_events: _events, ...rows } = found
    return rows
  }
  const idOf = async (table: 'contents' | 'rule_entries' | 'glossary_entries', title: string) =>
    (await db.selectFrom(table).select('id').where('title', '=', title).executeTakeFirstOrThrow())
      .id as number

  test('no row and no file of it is left, and the site has none of its pages', async () => {
    const [{ id: article }] = await get('/contents/active')
    const event = await idOf('contents', 'Open Table Night')
    const registered = { content_id: event, user_id: olwen, state: 'coming', answers: '[]' }
    const times = { queued_at: 1, created_at: 1, updated_at: 1 }
    await db
      .insertInto('registrations')
      .values({ ...registered, ...times, told: '' } as never)
      .execute()
    await enqueue(
      { db, now: 1 },
      {
        kind: 'new-content',
        recipient: 'olwen@example.org',
        onceKey: `content:${article}:${olwen}`,
      },
    )
    // Staff have tried what the desk does; none of it is a text of their own.
    await server.update('contents', {}, { unpublished_at: 2, sequence: 1 })
    await server.update('rule_entries', {}, { position: 7, updated_at: 2 })

    expect(await remove('--content')).toEqual({
      code: 0,
      lines: [
        ...['mira', 'tomas', 'runa'].map((name) => `Removed ${name}@discordia.example (player).`),
        'Removed ada@discordia.example (staff).',
        'Removed corvin@discordia.example (superuser).',
        ...['juno', 'elias', 'wren', 'sanna', 'oskar'].map(
          (name) => `Removed ${name}@discordia.example (player).`,
        ),
        'Removed 6 groups.',
        'Removed 5 glossary entries of the demo accounts.',
        'Removed 29 articles, with 25 registrations.',
        'Removed 98 rules.',
        'Removed 3 films.',
        'Removed 9 downloads.',
        'Removed 69 glossary entries.',
        'Removed 64 categories and types.',
        STARTER,
      ],
    })
    // The superuser's own, and the words of the starter.
    expect(await counts()).toEqual({ users: 1, refresh_tokens: 1, site_kits: 1, site_kit_bases: 1 })
    const stored = readdirSync(join(server.dataDir, 'uploads'), {
      recursive: true,
      withFileTypes: true,
    })
    expect(stored.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([])
    const log = db.selectFrom('audit_log').select(['resource', 'before'])
    const rows = await log.where('action', '=', 'remove-demo').where('record', 'is', null).execute()
    expect(rows.map(({ resource }) => resource)).toEqual([
      'contents',
      'rule-entries',
      'rule-videos',
      'download-files',
      'glossary-entries',
      'event-kinds',
      'rule-subcategories',
      'rule-categories',
      'quick-subcategories',
      'download-categories',
      'glossary-subtypes',
      'glossary-types',
    ])
    expect(rows[0]?.before).toContain('Open Table Night')
    expect((await remove('--content')).lines).toEqual([
      'There are no demo accounts.',
      'Nothing of the demonstration is left.',
    ])
  })

  test('what staff and members have made of it stays and is named, until --edited removes the former', async () => {
    const users = await db.selectFrom('users').select(['id', 'username']).execute()
    const ada = users.find(({ username }) => username === 'ada')?.id as MemberId
    const { id: type_id } = await server.row('glossary_types', { name: 'Places' })
    await addEntry(server, olwen, 'Our hall', { type_id })
    await addEntry(server, ada, 'Made by ada', { type_id })
    const group = await db
      .selectFrom('groups')
      .select('id')
      .where('name', '=', 'The Orchard Jury')
      .executeTakeFirstOrThrow()
    await server.insert('memberships', { group_id: group.id, user_id: olwen, joined_at: 1 })
    const changed = db
      .updateTable('contents')
      .set((is) => ({ ends_at: is('ends_at', '+', 60_000) }))
    await changed.where('title', '=', 'Open Table Night').execute()
    // The command has a clock of its own.
    await server.update('contents', { slot: 1 }, { ends_at: Date.now() + HOUR_MS })
    const other = { description: 'Ours' }
    await server.update('contents', { title: 'The Quick Rules, now actually quick' }, other)
    await server.update('download_files', { display_name: 'Character Sheet' }, other)
    const rule = await db
      .selectFrom('rule_entries')
      .select(['id', 'title'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await server.update('rule_sub_entries', { entry_id: rule.id }, { content: 'Ours' })
    const film = await db
      .selectFrom('rule_videos')
      .selectAll()
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await server.update('rule_videos', { id: film.id }, { file_key: 'a.mp4' })
    const entry = await db
      .selectFrom('glossary_entries')
      .select(['id', 'title'])
      .where('approved_at', 'is not', null)
      .where('picture', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await server.update('glossary_entries', { id: entry.id }, { picture: null })

    const { lines } = await remove('--content')
    expect(lines.filter((line) => !line.startsWith('Removed'))).toEqual([
      'Kept the group “The Orchard Jury”: it goes on with its other members.',
      ...lines.filter((line) => line.endsWith('which is in use.')),
      'Kept the article “The Quick Rules, now actually quick”, which differs from the demonstration’s.',
      'Kept the article “Open Table Night”, which differs from the demonstration’s.',
      `Kept the rule “${rule.title}”, which differs from the demonstration’s.`,
      `Kept the film “${film.title}”, which differs from the demonstration’s.`,
      'Kept the download “Character Sheet”, which differs from the demonstration’s.',
      `Kept the glossary entry “${entry.title}”, which differs from the demonstration’s.`,
      'Kept the glossary entry “Made by ada”, written with a demo account.',
      STARTER,
      'Look at what was kept. “--content --edited” removes it, too.',
    ])
    expect(lines).toContain('Kept the glossary type “Places”, which is in use.')
    const titles = async (table: 'contents' | 'glossary_entries') =>
      (await db.selectFrom(table).select('title').orderBy('title').execute()).map(
        (row) => row.title,
      )
    expect(await titles('contents')).toEqual([
      ...['A very long queue', 'A wedding on the Sea of Glass', 'An inheritance of bees'],
      ...['One Eel Too Many', 'Open Table Night', 'The Quick Rules, now actually quick'],
      ...['The bridge that isn’t there', 'The moth that followed somebody home'],
    ])
    const ahead = db.selectFrom('contents').select(['led_by', 'waits_since']).where('slot', '=', 1)
    expect(await ahead.execute()).toEqual(
      [1, 2, 3].map(() => ({ led_by: null, waits_since: expect.any(Number) })),
    )
    expect(await titles('glossary_entries')).toEqual(
      ['Made by ada', 'Our hall', entry.title].toSorted(),
    )

    const again = await remove('--content', '--edited')
    expect(again.lines).toEqual([
      'There are no demo accounts.',
      'Removed 2 glossary entries of the demo accounts.',
      'Removed 2 articles.',
      'Removed 1 rule.',
      'Removed 1 film.',
      'Removed 1 download.',
      'Removed 6 categories and types.',
      'Kept the glossary type “Places”, which is in use.',
    ])
    expect(await titles('contents')).toEqual([])
    expect(await titles('glossary_entries')).toEqual(['Our hall'])
    expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: olwen }])
  })
})
