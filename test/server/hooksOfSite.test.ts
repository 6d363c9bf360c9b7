import { listSiteNotices } from '#server/modules/content/notices.ts'
import { logHook } from '#server/modules/groups/hookRoutes.ts'
import { listGroupNotices } from '#server/modules/groups/planning/hookRepository.ts'
import { runDue } from '#server/modules/hooks/run.ts'
import { addEvent, addNews, HOUR } from '#test/helpers/fixtures/contents.ts'
import { startSink } from '#test/helpers/server/hookSinks.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'

const MINUTE = 60_000
const SECRET = 'A-Secret-Of-The-Other-Side'
const sources = { listGroupNotices, listSiteNotices, logHook }
const LANGUAGES = { env: { LANGUAGES: 'de,en' } }

deskTests('hooks of the site on %s (behaviour 12.39)', LANGUAGES, (server) => {
  let sink: Awaited<ReturnType<typeof startSink>>
  beforeAll(async () => {
    sink = await startSink()
    Object.assign(server.deps.settings, { hookHosts: [sink.host] })
  })
  afterAll(() => sink.close())
  beforeEach(async () => {
    await server.empty()
    sink.empty()
  })
  const [ada] = staffOf(server, ['Ada', 'superuser'])
  const set = (name: string, over: object = {}) =>
    ada.post('/hooks', {
      ...{ name, kind: 'discord', token: '', room: '' },
      url: `http://${sink.host}/api/webhooks/1/${SECRET}`,
      ...over,
    })
  const run = async (passed = MINUTE) => {
    server.passTime(passed)
    await runDue(server.deps, sources)
  }

  test('nothing is sent while none is set', async () => {
    await addNews(server)
    await run()
    expect(sink.received).toEqual([])
  })

  test('news and events are sent once each, in the language of the site; seats change their message', async () => {
    await addNews(server, { title: 'Alt' })
    server.passTime(MINUTE)
    for (const name of ['news', 'events']) expect((await set(name)).statusCode).toBe(200)
    const since = { publish_at: server.deps.clock() + 1, language: 'de' }
    await addNews(server, { ...since, title: 'Neu' })
    const content_id = await addEvent(server, { ...since, title: 'Fest', seats: 5 })
    await run()
    expect(sink.said().toSorted()).toEqual([
      expect.stringMatching(/^POST \*\*Fest\*\*\n.*Noch 5 von 5 Plätzen frei\n/s),
      expect.stringContaining('POST **Neu**'),
    ])
    const now = server.deps.clock()
    const seat = { content_id, state: 'coming', queued_at: now, created_at: now } as const
    await server.insert('registrations', {
      ...seat,
      user_id: ada.user.id,
      answers: '[]',
      told: '',
      updated_at: now,
    })
    await run()
    expect(sink.said()[2]).toMatch(/^PATCH .*Noch 4 von 5 Plätzen frei\n/s)
    await server.update('contents', { id: content_id }, { cancelled_at: now })
    await run()
    expect(sink.said()[3]).toContain('PATCH **Abgesagt: Fest**')
    expect(sink.received).toHaveLength(4)
  })

  test('the test button has the words of the other side; what is given up is in the checklist', async () => {
    await set('news')
    sink.refuseNext(401, `{"message": "Invalid Webhook Token ${SECRET}"}`)
    const tested = await ada.post('/hooks/test', { name: 'news' })
    expect(tested.json()).toEqual({ problem: '401 {"message": "Invalid Webhook Token …"}' })
    await addNews(server, { publish_at: server.deps.clock() + 1, language: 'de' })
    for (let hours = 0; hours < 26; hours++) {
      sink.refuseNext(500, '')
      await run(HOUR)
    }
    const renewed = await server.staff('Eve', 'superuser')
    const { checks } = (await renewed.get('/checklist')).json()
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'hooks',
        state: 'wrong',
        text: expect.stringContaining(sink.host),
      }),
    )
    expect((await renewed.get('/hooks')).json()).toMatchObject({
      ...{ news: { is_given_up: true, problem: '500' }, events: null },
    })
    await renewed.post('/hooks/remove', { name: 'news' })
    expect((await renewed.get('/hooks')).json()).toEqual({ news: null, events: null })
  })

  test('the secret is in no answer and no audit row', async () => {
    const answers = [
      await set('news'),
      await set('news', { kind: 'matrix', token: SECRET, room: '!a:example.org' }),
      await ada.get('/hooks'),
      await ada.post('/hooks/test', { name: 'news' }),
      await ada.post('/hooks/remove', { name: 'news' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(answers.map(({ body }) => body).join()).not.toContain(SECRET)
    const audit = await server.deps.db.selectFrom('audit_log').selectAll().execute()
    const actions = audit.filter(({ resource }) => resource === 'hooks').map(({ action }) => action)
    expect(actions.slice(-3)).toEqual(['save', 'save', 'remove'])
    expect(JSON.stringify(audit)).not.toContain(SECRET)
  })

  test('a Matrix hook needs a room and a token, others a key to sign with', async () => {
    for (const [attr, body] of [
      ['room', { kind: 'matrix', token: SECRET }],
      ['token', { kind: 'matrix', room: '!a:example.org' }],
      ['token', { kind: 'json' }],
    ] as const)
      expect((await set('news', body)).json().errors[0]).toMatchObject({ code: 'blank', attr })
  })
})
