import { Registry } from 'prom-client'
import type { ContentItem } from '#contract/content.ts'
import { makeCoherence } from '#server/compose/background.ts'
import { contentRows } from '#server/db/seed/content.ts'
import { clearAreas } from '#server/http/cache/clearing.ts'
import { addNews } from '#test/helpers/fixtures/contents.ts'
import { removedFolders } from '#test/helpers/fixtures/siteFolders.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { connectTo } from '#test/helpers/server/ownPostgres.ts'
import { type DeskCaller, type DeskServer, startDesk } from '#test/helpers/server/startDesk.ts'
import { bothEngines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'

const newFolder = removedFolders()

const SILENT = { info: () => undefined, warn: () => undefined }
/** Milliseconds; less than the age at which a response is made again. */
const SOON = 2000

test('an embedded database has one process and needs no messages for its caches', async () => {
  const server = await startServer('sqlite')
  const registry = new Registry()
  const coherence = makeCoherence(server.deps, {
    log: SILENT,
    metrics: registry,
    liveStreams: server.app.liveStreams,
  })
  coherence.start()
  await coherence.stop()
  expect(await registry.metrics()).not.toContain('database_')
  await server.close()
})

const whenPostgres = bothEngines.includes('postgres') ? describe : undefined

/* The clock of the tests stands still, so that no response is made again because of its age. */
whenPostgres?.('the caches of two processes that share a database', () => {
  let writer: DeskServer
  let other: TestServer
  let staff: DeskCaller
  let coherence: ReturnType<typeof makeCoherence>
  const registry = new Registry()

  beforeAll(async () => {
    writer = await startDesk('postgres')
    staff = await writer.staff('Sela')
    other = await startServer('postgres', { DATABASE_URL: writer.deps.settings.databaseUrl ?? '' })
    coherence = makeCoherence(other.deps, {
      log: SILENT,
      metrics: registry,
      liveStreams: other.app.liveStreams,
    })
    coherence.start()
    await eventually(
      () => registry.metrics(),
      (metrics) => /^database_messages_connected 1$/m.test(metrics),
    )
  })
  afterAll(async () => {
    await coherence.stop()
    await other.close()
    await writer.close()
  })

  const titles = async ({ app }: TestServer): Promise<string[]> => {
    const list: ContentItem[] = (await app.inject('/api/contents/active')).json()
    return list.map(({ title }) => title)
  }

  it('show a site that the command line has taken from a folder', async () => {
    const taken = await adminOf(writer)('site', 'import', newFolder({ 'site.yaml': 'name: Ours' }))
    expect(taken.code).toBe(0)
    await eventually(
      () => other.deps.kit.current().name,
      (name) => name === 'Ours',
    )
  })

  it('lose the demonstration with its rows', async () => {
    const seed = contentRows(0, 'en').find(
      ({ image, row }) => image === null && row.kind === 'news',
    )
    const { title = '', short_description, description } = seed?.row ?? {}
    await addNews(writer, { title, short_description, description })
    expect(await titles(other)).toContain(title)
    expect(await adminOf(writer)('remove-demo', '--content')).toMatchObject({ code: 0 })
    await eventually(
      () => titles(other),
      (shown) => !shown.includes(title),
    )
  })

  it('show a change at the desk before the age of a response is reached', async () => {
    const id = await addNews(writer, { title: 'Before' })
    clearAreas(writer.deps, ['contents'])
    clearAreas(other.deps, ['contents'])
    expect(await titles(other)).toEqual(['Before'])

    const { version: _version, ...record } = (await staff.get(`/contents/${id}`)).json()
    const response = await staff.put(`/contents/${id}`, { ...record, title: 'After' })
    expect(response.statusCode).toBe(200)
    expect(await titles(writer)).toEqual(['After'])
    await eventually(
      () => titles(other),
      ([title]) => title === 'After',
    )
  })

  it('show a scheduled article in its second and not earlier, on both', async () => {
    const id = await addNews(writer, { title: 'Planned', publish_at: null })
    expect(await titles(other)).not.toContain('Planned')
    const before = other.deps.responseCache.stamp('contents')
    const at = new Date(writer.deps.clock() + SOON).toISOString()
    const response = await staff.post(`/contents/${id}/publish`, { at })
    expect(response.statusCode).toBe(200)
    await eventually(() => !other.deps.responseCache.isCurrent(before), Boolean)

    const processes = [writer, other]
    for (const server of processes) {
      server.passTime(SOON - 1)
      expect(await titles(server)).not.toContain('Planned')
      server.passTime(1)
      expect(await titles(server)).toContain('Planned')
    }
  })

  it('are emptied after a gap', async () => {
    await titles(other)
    const before = other.deps.responseCache.stamp('contents')
    const operator = await connectTo(writer.deps.settings.databaseUrl ?? '')
    await operator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'discordia messages' and datname = current_database()",
    )
    await operator.end()
    await eventually(() => !other.deps.responseCache.isCurrent(before), Boolean)
  })
})
