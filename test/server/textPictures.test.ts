import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import { collected } from '#server/compose/collect.ts'
import { DAY_MS } from '#server/config/time.ts'
import { formatting } from '#server/modules/formatting/module.ts'
import { addNews, DAY } from '#test/helpers/fixtures/contents.ts'
import { addEntry, addGlossaryType, entryForm } from '#test/helpers/fixtures/glossary.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { imageAttacks, photo } from '#test/helpers/fixtures/imageAttacks.ts'
import { plansIn } from '#test/helpers/fixtures/planningActs.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { deskTests, playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { fileForm } from '#test/helpers/server/startDesk.ts'
import {
  bothEngines,
  startServer,
  type TestServer,
  type TestUser,
} from '#test/helpers/server/startServer.ts'

const KEPT_MS = 14 * DAY_MS

async function send(
  { app }: Pick<TestServer, 'app'>,
  headers: TestUser['auth'] | object,
  form: FormData,
) {
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return app.inject({
    method: 'POST',
    url: '/api/texts/pictures/',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
const formOf = (bytes: Uint8Array, fields: Record<string, string> = {}) =>
  entryForm(fields, new Blob([new Uint8Array(bytes)]), 'a.png')
const storedIn = ({ dataDir }: Pick<TestServer, 'dataDir'>) => {
  const folder = join(dataDir, 'uploads/public')
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}
const rowsIn = ({ deps }: Pick<TestServer, 'deps'>) =>
  deps.db.selectFrom('text_pictures').selectAll().orderBy('id').execute()

deskTests('sending pictures for texts', { engines: ['sqlite'] }, (server) => {
  let mara: TestUser
  let png: Buffer
  beforeAll(async () => {
    mara = await server.addUser('Mara')
    png = await photo(64, 48).png().toBuffer()
  })

  test('takes what the gate for entries takes, under a name with the size, and nothing else', async () => {
    for (const { name, bytes, becomes } of await imageAttacks()) {
      const before = storedIn(server)
      const response = await send(server, mara.auth, formOf(bytes))
      expect([name, response.statusCode]).toEqual([name, becomes === null ? 400 : 201])
      if (becomes === null) {
        expect([name, response.json().errors[0].code]).toEqual([name, 'invalid_image'])
        expect([name, storedIn(server)]).toEqual([name, before])
      } else {
        const { url, width, height } = response.json()
        const size = `${width}x${height}`
        expect(url).toMatch(new RegExp(`^/api/files/[0-9a-f]{32}-${size}\\.${becomes}$`))
        expect((await server.app.inject(url)).statusCode).toBe(200)
      }
    }
    expect(await rowsIn(server)).toHaveLength(storedIn(server).length)
    expect(await server.deps.db.selectFrom('loose_files').selectAll().execute()).toEqual([])
  }, 60_000)

  test('is for members', async () => {
    const response = await send(server, {}, formOf(png))
    expect(response.statusCode).toBe(401)
  })

  test.each([
    ['no picture', () => entryForm({}), 'invalid_image'],
    ['a field more', () => formOf(png, { title: 'x' }), 'bad_form'],
    ['a second picture', () => formWith(['image', 'other']), 'bad_form'],
    ['the picture twice', () => formWith(['image', 'image']), 'bad_form'],
    ['a picture of another name', () => formWith(['file']), 'bad_form'],
  ])('refuses a form with %s', async (_what, form, code) => {
    const before = storedIn(server)
    const response = await send(server, mara.auth, form())
    expect([response.statusCode, response.json().errors[0].code]).toEqual([400, code])
    expect(storedIn(server)).toEqual(before)
  })
  function formWith(names: readonly string[]): FormData {
    const form = new FormData()
    for (const name of names) form.append(name, new Blob([new Uint8Array(png)]), 'a.png')
    return form
  }

  test('refuses a picture over the limit, and takes one at the limit', async () => {
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    const large = await send(server, mara.auth, formOf(padded(IMAGE_BYTES_MAX + 1)))
    expect([large.statusCode, large.json().errors[0].code]).toEqual([413, 'file_too_large'])
    expect((await send(server, mara.auth, formOf(padded(IMAGE_BYTES_MAX)))).statusCode).toBe(201)
  })

  test('at the desk is an upload for texts, which needs no record and has a URL at once', async () => {
    const ada = await server.staff('Ada')
    const { body, contentType } = fileForm(png, 'a.png', 'image/png')
    const { url } = (await ada.ask('POST', '/uploads/text', body, contentType)).json()
    expect(url).toMatch(/^\/api\/files\/[0-9a-f]{32}-64x48\.png$/)
    const row = (await rowsIn(server)).at(-1)
    expect([row?.created_by, JSON.parse(row?.picture ?? '').key]).toEqual([
      ada.user.id,
      url.split('/').at(-1),
    ])
    expect(await server.deps.db.selectFrom('desk_uploads').selectAll().execute()).toEqual([])
  })

  test('has a limit for each member, on the site and at the desk; what is refused leaves no file', async () => {
    const ben = await server.staff('Ben', 'superuser')
    const { id } = ben.user
    const picture = '{"key":"x.jpg","width":1,"height":1,"variants":[]}'
    const row = { picture, created_by: id, created_at: 0, seen_at: 0 }
    const { db } = server.deps
    await db.insertInto('text_pictures').values(Array(999).fill(row)).execute()
    const auth = (await server.renew(ben.user)).auth
    expect((await send(server, auth, formOf(png))).statusCode).toBe(201)
    const before = storedIn(server)
    const refused = await send(server, auth, formOf(png))
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([400, 'too_many_pictures'])
    const { body, contentType } = fileForm(png, 'a.png', 'image/png')
    const atDesk = await ben.ask('POST', '/uploads/text', body, contentType)
    expect([atDesk.statusCode, atDesk.json().errors[0].code]).toEqual([400, 'too_many_pictures'])
    expect(storedIn(server)).toEqual(before)
    expect((await send(server, mara.auth, formOf(png))).statusCode).toBe(201)
  })
})

test('pictures for texts are limited to 60 a minute', async () => {
  const server = await startServer('sqlite', { RATE_LIMITS: 'on' })
  try {
    const { auth } = await server.addUser('Mara')
    const codes: number[] = []
    for (let count = 0; count < 61; count++)
      codes.push((await send(server, auth, entryForm({}))).statusCode)
    expect(codes).toEqual([...Array(60).fill(400), 429])
  } finally {
    await server.close()
  }
})

serverTests('pictures in texts on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [mara] = playersOf(server, 'Mara')
  const sweep = async () => formatting.make().cleanUp?.(server.deps, server.app.log, collected)
  async function sent(): Promise<string> {
    const bytes = await photo().jpeg().toBuffer()
    return (await send(server, mara.auth, formOf(bytes))).json().url
  }
  const shown = (url: string) => `Before\n\n![Map](${url} "Isles"){width=50%}`
  const left = async () =>
    (await rowsIn(server)).map(({ picture }) => `/api/files/${JSON.parse(picture).key}`)

  test('stay as long as a text of any kind shows them; others are deleted with their files after 14 days', async () => {
    const { db, clock } = server.deps
    const type_id = await addGlossaryType(server, 'Places')
    const kept = {
      description: await sent(),
      section: await sent(),
      pending: await sent(),
      rejected: await sent(),
      rule: await sent(),
      content: await sent(),
      purpose: await sent(),
      note: await sent(),
      recap: await sent(),
    }
    const forgotten = await sent()
    const name = forgotten.split('/').at(-1) ?? ''
    expect((await server.app.inject(forgotten.replace('.jpg', '-32.webp'))).statusCode).toBe(200)
    await addEntry(
      server,
      mara.id,
      'A',
      { type_id, description: shown(kept.description) },
      { S: shown(kept.section) },
    )
    await addEntry(server, mara.id, 'B', { type_id, approved_at: null }, { S: shown(kept.pending) })
    const rejected = { type_id, approved_at: null, rejected_at: clock(), rejection_reason: 'x' }
    await addEntry(server, mara.id, 'C', rejected, { S: shown(kept.rejected) })
    await addRule(server, 'R', {}, { S: shown(kept.rule) })
    await addNews(server, { description: shown(kept.content) })
    const [group_id] = await addGroups(server, mara.id, 1)
    if (group_id === undefined) throw new Error('There is no group.')
    const page = { purpose: shown(kept.purpose), note: shown(kept.note) }
    await server.insert('group_pages', { ...page, group_id, version: 1, updated_at: clock() })
    const { date: date_id } = await plansIn(server).addSession(group_id, clock() - DAY)
    const recap = { date_id, text: shown(kept.recap), search_text: '', version: 1, written_at: 1 }
    await db.insertInto('date_recaps').values(recap).execute()

    server.passTime(KEPT_MS)
    await sweep()
    expect(await left()).toEqual([...Object.values(kept), forgotten])
    server.passTime(1)
    await sweep()
    expect(await left()).toEqual(Object.values(kept))
    expect((await server.app.inject(forgotten)).statusCode).toBe(404)
    const stem = name.replace('.jpg', '')
    expect(storedIn(server).filter((file) => file.startsWith(stem))).toEqual([])
    expect(storedIn(server)).toHaveLength(Object.keys(kept).length)
    expect(await db.selectFrom('loose_files').selectAll().execute()).toEqual([])
    server.passTime(10 * KEPT_MS)
    await sweep()
    expect(await left()).toEqual(Object.values(kept))
  })

  test('that a text has lost can come back to it for 14 days since it was last seen there', async () => {
    const url = await sent()
    const id = await addNews(server, { description: shown(url) })
    const write = (description: string) => server.update('contents', { id }, { description })
    server.passTime(30 * DAY_MS)
    await sweep()
    await write('Nothing')
    server.passTime(KEPT_MS)
    await sweep()
    expect(await left()).toEqual([url])
    await write(shown(url))
    server.passTime(1)
    await sweep()
    await write('Nothing')
    server.passTime(KEPT_MS)
    await sweep()
    expect(await left()).toEqual([url])
    server.passTime(1)
    await sweep()
    expect(await left()).toEqual([])
  })

  test('are found in more texts than one statement reads', async () => {
    const url = await sent()
    for (let count = 0; count < 200; count++)
      await addNews(server, { description: '/api/files/none.jpg' })
    await addNews(server, { description: shown(url) })
    server.passTime(KEPT_MS + 1)
    await sweep()
    expect(await left()).toEqual([url])
  })

  test('are kept for one member up to the limit, also when two are sent at once', async () => {
    const { db, clock } = server.deps
    const picture = '{"key":"x.jpg","width":1,"height":1,"variants":[]}'
    const row = { picture, created_by: mara.id, created_at: 0, seen_at: 0 }
    await db.insertInto('text_pictures').values(Array(999).fill(row)).execute()
    await server.insert(
      'loose_files',
      ...['a', 'b'].map((name) => ({ key: `public/${name}.jpg`, announced_at: clock() })),
    )
    const keep = (name: string) => {
      const json = picture.replace('x.jpg', `${name}.jpg`)
      return db
        .transaction()
        .execute((tx) => formatting.gives.keepTextPicture({ db: tx, now: clock() }, json, mara.id))
    }
    const ends = await Promise.allSettled([keep('a'), keep('b')])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await rowsIn(server)).toHaveLength(1000)
  })
})
