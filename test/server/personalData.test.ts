import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { cleanUp } from '#server/compose/background.ts'
import { collected } from '#server/compose/collect.ts'
import { HOUR_MS, MINUTE_MS } from '#server/config/time.ts'
import { newKey } from '#server/files/fileStore.ts'
import { exportNext } from '#server/modules/account/personal-data/exporter.ts'
import { legalPage } from '#server/modules/legal/texts.ts'
import { defaultKit } from '#server/text/kit.ts'
import { escapeHtml } from '#server/text/markup.ts'
import { addArchive } from '#test/helpers/fixtures/personalDataActs.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { liveInWorld, SECRETS, WORDS } from '#test/helpers/server/personalLife.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { unzipped } from '#test/helpers/server/unzipped.ts'
import myData from '../../locales/en/myData.json' with { type: 'json' }

const LOG = { info: () => undefined, error: () => undefined }
const BASE = '/api/users/my-data'

serverTests('the archive with a member’s data, on %s', (server, engine) => {
  beforeEach(() => server.empty())

  const make = () => exportNext(server.deps, collected.personalData, LOG)
  const state = async ({ auth }: TestUser) =>
    (await server.app.inject({ url: `${BASE}/`, headers: auth })).json()
  const request = ({ auth }: TestUser) =>
    server.app.inject({ method: 'POST', url: `${BASE}/`, headers: auth })
  const link = (headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url: `${BASE}/link/`, headers })
  const download = (ticket: string) => server.app.inject(`${BASE}/file/${ticket}`)
  async function archiveOf(user: TestUser) {
    await request(user)
    await make()
    const response = await download((await link(user.sensitive)).json().ticket)
    expect(response.statusCode).toBe(200)
    return { response, files: await unzipped(response.rawPayload) }
  }

  test('covers every table that names accounts', async () => {
    const { rows } = await (engine === 'sqlite'
      ? sql<{ name: string }>`select distinct m.name from sqlite_master m
          join pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" = 'users'`
      : sql<{
          name: string
        }>`select distinct c.conrelid::regclass::text as name from pg_constraint c
          where c.contype = 'f' and c.confrelid = 'users'::regclass`
    ).execute(server.deps.db)
    const covered = new Set<string>(
      collected.personalData.flatMap(({ tables }) => Object.keys(tables)),
    )
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
  })

  async function columns() {
    const { rows } = await (engine === 'sqlite'
      ? sql<{ name: string; column: string }>`select m.name, c.name as column from sqlite_master m
          join pragma_table_info(m.name) c where m.type = 'table'`
      : sql<{ name: string; column: string }>`select table_name as name, column_name as column
          from information_schema.columns where table_schema = current_schema()`
    ).execute(server.deps.db)
    return rows
  }

  test('has words for every table and column of its page', async () => {
    const rows = await columns()
    const words = { ...myData.tables, ...myData.columns }
    const shown = collected.personalData.flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([table, { without = [], names = {} }]) => [
        table,
        ...rows.flatMap(({ name, column }) =>
          name === table && !without.includes(column) ? [column] : [],
        ),
        ...Object.values(names).map(([label]) => label),
      ]),
    )
    expect(shown.length).toBeGreaterThan(300)
    expect([...new Set(shown.filter((name) => !(name in words)))]).toEqual([])
  })

  test('the privacy policy that the software comes with lists these tables and no others', () => {
    const tables = collected.personalData.flatMap((one) => Object.keys(one.tables)).toSorted()
    for (const language of ['en', 'de']) {
      const { texts, ...kit } = defaultKit(['en', 'de']).in(language)
      expect(Object.keys(texts.myData.tables).toSorted()).toEqual(tables)
      const page = legalPage({ texts, ...kit })
      for (const name of Object.values(texts.myData.tables))
        expect(page).toContain(`<li>${escapeHtml(name)}</li>`)
    }
  })

  test('no table with an e-mail address is missing in it', async () => {
    const rows = await columns()
    const covered = new Set<string>(
      collected.personalData.flatMap(({ tables }) => Object.keys(tables)),
    )
    const naming = rows.filter(({ column }) =>
      /email|recipient|sender|username|actor|phone|_by$|^user_id$/.test(column),
    )
    expect([
      ...new Set(naming.map(({ name }) => name).filter((name) => !covered.has(name))),
    ]).toEqual([])
  })

  test('has every text of the member, as JSON and as a page, and no secret', async () => {
    const mara = await liveInWorld(server, 'Mara')
    const { response, files } = await archiveOf(mara)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=discordia-my-data.zip',
      'cache-control': 'private, no-store',
    })
    const page = files.get('index.html')?.toString() ?? ''
    const json = [...files]
      .filter(([name]) => name.endsWith('.json'))
      .map(([, body]) => body.toString())
    for (const word of WORDS('Mara')) {
      expect([word, json.some((text) => text.includes(word))]).toEqual([word, true])
      expect([word, page.includes(word)]).toEqual([word, true])
    }
    const { jwtSecret } = server.deps
    for (const secret of [...SECRETS, jwtSecret])
      for (const text of [...json, page]) expect(text).not.toContain(secret)
    for (const text of json) JSON.parse(text)
    expect(page).toContain('<h2>Order details</h2>')
    for (const pictures of [/^pictures\/entry-\d+\.png$/, /^pictures\/text-\d+\.png$/])
      expect([...files.keys()].filter((name) => pictures.test(name))).toHaveLength(2)
  })

  test('of one member has nothing of another', async () => {
    const mara = await liveInWorld(server, 'Mara')
    await liveInWorld(server, 'Zoe')
    const { files } = await archiveOf(mara)
    for (const [name, body] of files)
      if (!name.startsWith('pictures/'))
        for (const word of WORDS('Zoe')) expect([name, body.includes(word)]).toEqual([name, false])
  })

  test('names groups, events and people in the readable page, as far as the member may read them', async () => {
    const mara = await liveInWorld(server, 'Mara')
    const { db } = server.deps
    const friend = `Friend-of-${mara.id}`
    const page = async () => (await archiveOf(mara)).files.get('index.html')?.toString() ?? ''
    /** Values under a label in one table of the page. */
    const shown = (html: string, table: string, label: string) => {
      const [, rest = ''] = html.split(`<h2>${table}</h2>`)
      const found = (rest.split('<h2>')[0] ?? '').matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)
      return [...found].flatMap(([, name, value]) => (name === label ? [value] : []))
    }
    const first = await page()
    expect(shown(first, 'Memberships of groups', 'group')).toEqual([
      ...['Mara-own-group', 'Mara-shared-group'],
    ])
    expect(shown(first, 'Seats at events', 'event')).toEqual(['A title'])
    expect(shown(first, 'Your answers in date polls', 'option')[0]).toMatch(/^Mara-poll, .*Z$/)
    expect(shown(first, 'Your answers to sessions', 'date')[0]).toMatch(/^Mara-session, .*Z$/)
    expect(shown(first, 'Open invites', 'target user')).toEqual([friend])
    expect(shown(first, 'Members whom you muted', 'muted user')).toEqual([friend])
    expect(shown(first, 'Sections of these entries', 'entry')).toContain('Mara-pending-entry')
    expect(shown(first, 'Entries of the glossary', 'type')).toContain(`Places of ${mara.id}`)
    const ids = [...first.matchAll(/<dt>([^<]* id)<\/dt>/g)].map(([, label]) => label)
    expect([...new Set(ids)]).toEqual(['credential id'])
    expect(shown(first, 'Entries of the glossary', 'created by')).toEqual([])

    // The page does not show the name that a group got after the member left it.
    const group = await server.row('groups', { name: 'Mara-shared-group' })
    const [other] = await db
      .selectFrom('memberships')
      .select('user_id')
      .where('group_id', '=', group.id)
      .where('user_id', '<>', mara.id)
      .execute()
    const secret = { name: 'Renamed since', owner_id: other?.user_id ?? mara.id }
    await server.update('groups', { id: group.id }, secret)
    await db
      .deleteFrom('memberships')
      .where('group_id', '=', group.id)
      .where('user_id', '=', mara.id)
      .execute()
    await db.deleteFrom('invite_links').execute()
    const later = await page()
    expect(later).not.toContain('Renamed since')
    expect(shown(later, 'Entries in the logs of groups', 'group id')).toContain(String(group.id))
  })

  test('a name that looks like markup stays text', async () => {
    const mara = await server.addUser('Mara')
    await server.update('users', { id: mara.id }, { username: '<img src=x onerror=alert(1)>' })
    const page = (await archiveOf(mara)).files.get('index.html')?.toString() ?? ''
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script')
  })

  test('is made once, announced by mail, and available for a day', async () => {
    const mara = await server.addUser('Mara')
    expect(await state(mara)).toMatchObject({ state: 'none' })
    await Promise.all([request(mara), request(mara)])
    expect(await state(mara)).toMatchObject({ state: 'pending', size: null })
    expect((await link(mara.sensitive)).statusCode).toBe(404)
    expect([await make(), await make()]).toEqual([true, false])
    const ready = await state(mara)
    expect(ready).toMatchObject({ state: 'ready', size: expect.any(Number) })
    expect(Date.parse(ready.expires_at) - server.deps.clock()).toBe(24 * HOUR_MS)
    const [mail] = await deliveredMail(server)
    expect(mail?.subject).toBe('Your data is ready to download')
    expect(mail?.link).toMatch(/\/discordia\/dashboard\?section=data&tab=settings#section-data$/)
    expect(mail?.text).toMatch(/^That was not me:\n\S+\/api\/account\/not-me\/\S+$/m)
    const [row] = await server.deps.db.selectFrom('data_exports').selectAll().execute()
    server.passTime(24 * HOUR_MS)
    const later = await server.renew(mara)
    expect(await state(later)).toMatchObject({ state: 'none' })
    expect((await link(later.sensitive)).statusCode).toBe(404)
    await cleanUp(server.deps, server.app.log)
    expect(await server.deps.files.size(row?.file_key as 'private/x')).toBeNull()
    expect(await server.deps.db.selectFrom('loose_files').selectAll().execute()).toEqual([])
  })

  test('a link works for one download within a minute', async () => {
    const mara = await server.addUser('Mara')
    await addArchive(server, mara.id)
    const ticket = async () => (await link(mara.sensitive)).json().ticket
    const first = await ticket()
    const [once, twice] = await Promise.all([download(first), download(first)])
    expect([once.statusCode, twice.statusCode].toSorted()).toEqual([200, 404])
    const late = await ticket()
    server.passTime(MINUTE_MS)
    expect((await download(late)).statusCode).toBe(404)
    const replaced = await ticket()
    await ticket()
    expect((await download(replaced)).statusCode).toBe(404)
  })

  test('a link ends with the day of its archive, within its minute, too', async () => {
    const mara = await server.addUser('Mara')
    await addArchive(server, mara.id)
    const expires_at = server.deps.clock() + MINUTE_MS / 2
    await server.update('data_exports', {}, { expires_at })
    const { ticket } = (await link(mara.sensitive)).json()
    server.passTime(MINUTE_MS / 2)
    expect((await download(ticket)).statusCode).toBe(404)
  })

  test('the file of an archive goes when another one is requested', async () => {
    const mara = await server.addUser('Mara')
    await archiveOf(mara)
    const row = await server.deps.db
      .selectFrom('data_exports')
      .select('file_key')
      .executeTakeFirstOrThrow()
    await request(mara)
    await cleanUp(server.deps, server.app.log)
    expect(await server.deps.files.size(row.file_key as 'private/x')).toBeNull()
  })

  test('an archive whose file cannot be deleted when its day is over loses it later', async () => {
    await addArchive(server, (await server.addUser('Mara')).id)
    const { db, files } = server.deps
    const [row] = await db.selectFrom('data_exports').select('file_key').execute()
    server.passTime(24 * HOUR_MS)
    const failing = { ...files, remove: () => Promise.reject(new Error('The store is away')) }
    await cleanUp({ ...server.deps, files: failing }, server.app.log).catch(() => undefined)
    expect(await db.selectFrom('data_exports').selectAll().execute()).toEqual([])
    await cleanUp(server.deps, server.app.log)
    expect(await files.size(row?.file_key as 'private/x')).toBeNull()
  })

  test('a link that was made before ends with the other sessions', async () => {
    const mara = await server.addUser('Mara')
    await addArchive(server, mara.id)
    const { ticket } = (await link(mara.sensitive)).json()
    await server.send('POST', '/api/users/security/end-other-sessions/', mara.sensitive)
    expect((await download(ticket)).statusCode).toBe(404)
  })

  test('a link cannot be made with a stolen access token, nor for another member, nor guessed', async () => {
    const mara = await server.addUser('Mara')
    const zoe = await server.addUser('Zoe')
    await addArchive(server, mara.id)
    expect((await link(mara.auth)).json().errors[0].code).toBe('step_up_required')
    expect(
      (await link({ ...mara.auth, 'x-step-up': zoe.sensitive['x-step-up'] ?? '' })).statusCode,
    ).toBe(403)
    expect((await link(zoe.sensitive)).statusCode).toBe(404)
    const [{ ticket_hash } = { ticket_hash: '' }] = await server.deps.db
      .selectFrom('data_exports')
      .select('ticket_hash')
      .execute()
    for (const guess of [
      '',
      'x',
      `${ticket_hash}`,
      '../../etc/passwd',
      "' or 1=1 --",
      'x'.repeat(5000),
    ])
      expect((await download(encodeURIComponent(guess))).statusCode).toBeGreaterThanOrEqual(404)
  })

  test('a download is in the security log, and its file reaches no other call', async () => {
    const mara = await server.addUser('Mara')
    await archiveOf(mara)
    const events = await server.app.inject({
      url: '/api/users/security/events/',
      headers: mara.auth,
    })
    expect(events.json().map(({ event }: { event: string }) => event)).toEqual([
      'export_downloaded',
      'export_requested',
    ])
    const [row] = await server.deps.db.selectFrom('data_exports').select('file_key').execute()
    const name = row?.file_key?.replace('private/', '')
    expect((await server.app.inject(`/api/files/${name}`)).statusCode).toBe(404)
  })

  test('three failures end a request, and it can be made again', async () => {
    const mara = await server.addUser('Mara')
    await request(mara)
    const broken = {
      ...server.deps,
      files: { ...server.deps.files, put: () => Promise.reject(new Error('The disk is full')) },
    }
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await state(mara)).toMatchObject({ state: 'pending' })
      await exportNext(broken, collected.personalData, LOG)
    }
    expect(await state(mara)).toMatchObject({ state: 'failed' })
    expect(await exportNext(broken, collected.personalData, LOG)).toBe(false)
    await request(mara)
    await make()
    expect(await state(mara)).toMatchObject({ state: 'ready' })
  })

  test('a worker that dies loses its claim after an hour', async () => {
    const mara = await server.addUser('Mara')
    await request(mara)
    await server.update(
      'data_exports',
      {},
      { claimed_until: server.deps.clock() + HOUR_MS, attempts: 1 },
    )
    expect(await make()).toBe(false)
    server.passTime(HOUR_MS)
    expect(await make()).toBe(true)
    expect(await state(await server.renew(mara))).toMatchObject({ state: 'ready' })
  })

  test('an archive whose request was replaced in the meantime is deleted', async () => {
    const mara = await server.addUser('Mara')
    await request(mara)
    const { files, db } = server.deps
    const slow = {
      ...files,
      put: async (...args: Parameters<typeof files.put>) => {
        await files.put(...args)
        await db.deleteFrom('data_exports').execute()
      },
    }
    await exportNext({ ...server.deps, files: slow }, collected.personalData, LOG)
    expect(await state(mara)).toMatchObject({ state: 'none' })
    expect(await deliveredMail(server)).toEqual([])
    expect(await db.selectFrom('loose_files').selectAll().execute()).toHaveLength(1)
  })

  test('a missing picture does not stop it', async () => {
    const mara = await liveInWorld(server, 'Mara')
    const { db, files } = server.deps
    const entries = await db.selectFrom('glossary_entries').select('picture').execute()
    for (const { picture } of entries)
      await files.remove(`public/${JSON.parse(picture ?? '{}').key}`)
    const { files: unpacked } = await archiveOf(mara)
    expect([...unpacked.keys()].some((name) => name.startsWith('pictures/entry-'))).toBe(false)
  })

  describe('by an operator', () => {
    const admin = (...argv: string[]) => adminOf(server)(...argv)

    test('is written to a file, audited, and never over another file', async () => {
      await liveInWorld(server, 'Mara')
      const file = `${server.dataDir}/${newKey('private', 'zip').slice('private/'.length)}`
      expect((await admin('export-member', 'mara@example.org', file)).code).toBe(0)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect((await admin('export-member', 'mara@example.org', file)).code).toBe(1)
      expect((await admin('export-member', 'mara@example.org')).code).toBe(2)
      const missing = await admin('export-member', 'nobody@example.org', `${file}.2`)
      expect(missing).toEqual({ code: 1, text: 'Nobody is registered with nobody@example.org.' })
      const row = await server.deps.db
        .selectFrom('audit_log')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ actor_name: 'command line', action: 'export', after: null })
    })
  })
})
