import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import Value from 'typebox/value'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { LINES_TYPE, type Losses, TransferLine } from '#contract/transfer.ts'
import { said } from '#server/text/sentence.ts'
import { reportOf } from '#server/transfer/report.ts'
import { readKanka } from '#server/transfer/sources/kanka/read.ts'
import type { Loss } from '#server/transfer/sources/source.ts'
import { inThread, threadSettings } from '#server/transfer/thread.ts'
import { boundedLog, loggedRow } from '#server/transfer/undo.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { sourceFiles, withTexts } from '#test/helpers/server/sourceFiles.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const repeated = (count: number, lossOf: (index: number) => Loss): Loss[] =>
  Array.from({ length: count }, (_, index) => lossOf(index))

const struck = (index: number): Loss => ({
  place: said('transfer.place.row', { number: index }),
  problem: said('transfer.struck_through'),
})

const picture = (index: number): Loss => ({
  place: 'a.md',
  problem: said('transfer.picture_missing', { name: `${index}.png` }),
})

const absent: Loss = { place: 'b.md', problem: said('transfer.row_untitled') }

function reported(losses: readonly Loss[]) {
  const noted: Losses['losses'] = []
  const noteLosses = (more: Losses) => void noted.push(...more.losses)
  return { report: reportOf({ noteLosses }, { losses, recognised: null }, []), noted }
}

test('a report has the kinds of what is lost, the most serious first, with three examples', () => {
  const losses = [...repeated(4, picture), ...repeated(639, struck), absent]
  const { report, noted } = reported(losses)
  expect(report.kinds_of_losses?.map(({ count, examples }) => [count, examples.length])).toEqual([
    [1, 1],
    [639, 3],
    [4, 3],
  ])
  expect(report.kinds_of_losses?.[0]?.examples).toEqual([
    { place: 'b.md', problem: 'The row has no title and is left out.' },
  ])
  expect([report.losses.length, report.more_losses]).toEqual([500, 144])
  expect(noted).toHaveLength(644)
  expect(noted[0]?.place).toBe('b.md')
})

test('a report that has room for all says nothing twice', () => {
  const { report, noted } = reported(repeated(500, struck))
  expect([report.losses.length, report.more_losses, noted]).toEqual([500, 0, []])
})

test('the file of a report is bound', () => {
  const long = (): Loss => ({ place: 'x'.repeat(100_000), problem: said('transfer.comment') })
  const { report, noted } = reported(repeated(600, long))
  expect(noted).toHaveLength(249)
  expect(report.more_losses).toBe(100)
})

describe('the log of an import', () => {
  const ADA = 1
  const stateOf = (row: object) => ({ row: { transfer_key: 'salt', ...row }, sections: [] })
  const logged = (row: object, before: object | null = null) =>
    loggedRow(
      { table: 'glossary_entries', act: before === null ? 'added' : 'changed', actor: ADA },
      stateOf(row),
      before && stateOf(before),
    )

  test('names each change, with its short values alone', () => {
    const before = { title: 'Salt', description: 'White.', updated_at: 1 }
    const after = { title: 'Sea salt', description: 'y'.repeat(201), updated_at: 2 }
    expect(logged(after, before)).toEqual({
      table: 'glossary_entries',
      key: 'salt',
      act: 'changed',
      fields: ['title', 'description'],
      before: { title: 'Salt', description: 'White.' },
      after: { title: 'Sea salt' },
    })
  })

  test('names the author of an entry that goes with its account, and when an article appears', () => {
    expect(logged({ created_by: 2, approved_at: 5 })).toMatchObject({ created_by: 2 })
    expect(logged({ created_by: ADA, approved_at: null })).toMatchObject({ created_by: ADA })
    expect(logged({ created_by: ADA, approved_at: 5 })).not.toHaveProperty('created_by')
    expect(logged({ publish_at: 7 })).toMatchObject({ after: { publish_at: 7 } })
  })

  test('has a thousand rows, the changed ones first', () => {
    const rows = [...Array.from({ length: 1000 }, () => logged({})), logged({}, { title: 'Salt' })]
    const log = boundedLog(rows)
    expect([log.rows.length, log.rows[0]?.act, log.more_rows]).toEqual([1000, 'changed', 1])
  })
})

const rules = (...entries: object[]) => ({ format: 'discordia-rules', version: 1, entries })

const rule = (key: string, content = '') => ({
  key,
  kind: 'basic',
  title: key,
  format: 'light',
  sections: [{ title: 'One', content }],
})

const textsOf = (count: number) =>
  zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.md`, `Text ${at}`])))

deskTests('imports with their progress on %s', (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')
  const headers = () => ({
    cookie: ada.cookie,
    [CSRF_HEADER]: ada.csrf,
    accept: `${LINES_TYPE}, application/json`,
    'content-type': 'application/json',
  })
  const send = (call: string, upload: string) =>
    server.desk.inject({
      method: 'POST',
      url: `${DESK_API_BASE}/transfer/${call}`,
      headers: headers(),
      payload: { upload, mapping: {} },
    })
  const linesOf = (body: string): TransferLine[] =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => Value.Parse(TransferLine, JSON.parse(line)))

  test('a client that accepts lines gets each step, and the report at the end', async () => {
    const zip = await textsOf(3)
    const plain = (await ada.transfer('rules/check', zip, 'a.zip')).json()
    const sent = await send('rules/check', await ada.upload('import', zip, 'a.zip'))
    expect(sent.headers).toMatchObject({ 'content-type': LINES_TYPE, 'x-accel-buffering': 'no' })
    expect(linesOf(sent.body)).toEqual([
      { step: 'read', done: 1, total: 3 },
      { step: 'read', done: 2, total: 3 },
      { step: 'read', done: 3, total: 3 },
      { step: 'write', done: 1, total: 3 },
      { step: 'write', done: 2, total: 3 },
      { step: 'write', done: 3, total: 3 },
      { report: plain },
    ])
  })

  test('there are at most a hundred lines of a step', async () => {
    const file = rules(...Array.from({ length: 450 }, (_, at) => rule(`row-${at}`)))
    const upload = await ada.upload('import', Buffer.from(JSON.stringify(file)), 'a.json')
    const lines = linesOf((await send('rules', upload)).body)
    expect(lines).toHaveLength(102)
    expect(lines.at(-1)).toMatchObject({ report: { added: 450 } })
  })

  test('a refusal after a step is the last line, and before any it is the response', async () => {
    const bad = JSON.stringify(rules(rule('a', '[x](entry:nowhere)')))
    const upload = await ada.upload('import', Buffer.from(bad), 'a.json')
    const { statusCode, body } = await send('rules', upload)
    expect(statusCode).toBe(200)
    expect(linesOf(body).at(-1)).toEqual({
      status: 400,
      refusal: {
        detail: 'entries[0] "a": There is no “nowhere”.',
        errors: [{ code: 'bad_row', detail: 'There is no “nowhere”.', attr: 'entries[0] "a"' }],
      },
    })
    expect(await ada.get('/rule-entries?range=[0,9]').then((found) => found.json())).toEqual([])
    const none = await send('rules', 'f'.repeat(32))
    expect(none.statusCode).toBe(400)
    expect(none.json()).toMatchObject({ errors: [{ attr: 'upload' }] })
  })

  test('an import goes on without the client that has left, and its file is deleted afterwards', async () => {
    await server.desk.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.desk.server.address() as AddressInfo
    const upload = await ada.upload('import', await textsOf(300), 'world.zip')
    const path = `${DESK_API_BASE}/transfer/rules`
    const call = request({ port, path, method: 'POST', headers: headers(), agent: false })
    await new Promise<void>((resolve, reject) => {
      call.on('error', reject).on('response', (response) =>
        response.once('data', () => {
          call.destroy()
          resolve()
        }),
      )
      call.end(JSON.stringify({ upload, mapping: {} }))
    })
    const imports = await eventually(
      async () => (await ada.get('/imports')).json(),
      (list: unknown[]) => list.length > 0,
    )
    expect(imports).toMatchObject([{ name: 'world.zip', added: 300 }])
    const incoming = join(server.deps.settings.dataDir, 'incoming')
    expect(
      await eventually(
        async () => readdirSync(incoming),
        (all) => all.length === 0,
      ),
    ).toEqual([])
  })
})

/** Node publishes each thread that starts. */
const CHANNEL = 'worker_threads'

deskTests('threads of imports on %s', (server) => {
  beforeEach(() => server.empty())
  let started: Worker[] = []
  const note = (message: unknown) => started.push((message as { worker: Worker }).worker)
  beforeEach(() => {
    started = []
    subscribe(CHANNEL, note)
  })
  afterEach(() => unsubscribe(CHANNEL, note))

  const brokenTask = () =>
    inThread({
      settings: threadSettings(server.deps.settings),
      now: 0,
      verb: 'export',
      area: 'glossary',
      format: 'file:///no-such-format.ts',
      form: 'json',
      language: 'en',
      path: '',
    })

  test('one runs a dry run, its import and its undo, fails alone, and ends when it has waited', async () => {
    const ada = await server.staff('Ada')
    await expect(brokenTask()).rejects.toThrow('no-such-format')
    started = []
    const file = Buffer.from('Name,Text\nMill,It grinds.\n')
    const timers = jest.spyOn(globalThis, 'setTimeout')
    const checked = await ada.transfer('glossary/check', file, 'a.csv')
    expect(checked.json()).toMatchObject({ fates: { new: 1 } })
    expect((await ada.transfer('glossary', file, 'a.csv')).json()).toMatchObject({ problems: [] })
    const [{ id }] = (await ada.get('/imports')).json()
    expect((await ada.post(`/imports/${id}/undo`)).json()).toMatchObject({ kept: [] })
    expect(started).toHaveLength(1)
    const ends = timers.mock.calls.filter(([, ms]) => ms === 30_000).map(([end]) => end)
    const exit = started[0] && once(started[0], 'exit')
    ends.at(-1)?.()
    await exit
    expect((await ada.get('/transfer/glossary')).json()).toMatchObject({ entries: [] })
    expect(started).toHaveLength(2)
  })
})

const options = { engines: bothEngines, env: { LANGUAGES: 'de,en' } }

deskTests('names that imports give, on %s', options, (server) => {
  test('are in the main language of the site, of whatever language the desk is', async () => {
    const ada = await server.staff('Ada')
    const table = Buffer.from('Title,Text,\nMühle,An old one,Deep water\n')
    await ada.transfer('glossary', table, 'towns.csv')
    const { db } = server.deps
    const all = (name: 'glossary_types' | 'glossary_sub_entries') =>
      db.selectFrom(name).selectAll().execute()
    expect(await all('glossary_types')).toMatchObject([{ name: 'Sonstiges' }])
    expect(await all('glossary_sub_entries')).toMatchObject([{ title: 'Spalte 3' }])
  })
})

test('words of a campaign that its export does not have are in that language, too', async () => {
  const traits = [{ name: 'Haar', entry: 'grau', section_id: 1 }]
  const mara = { id: 1, name: 'Mara', location_id: 2, characterTraits: traits, entity: { id: 1 } }
  const files = sourceFiles({
    'campaign.json': { id: 1 },
    'characters/mara.json': mara,
    'locations/graz.json': { id: 2, name: 'Graz', entity: { id: 2 } },
  })
  const { entries } = withTexts(await readKanka(files, 'de'))
  expect(entries[0]?.sections).toMatchObject([
    { title: 'Aussehen' },
    { title: 'Beziehungen', content: '- Ort: [Graz](entry:2)' },
  ])
})
