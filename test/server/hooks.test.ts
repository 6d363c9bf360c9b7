import { createHmac } from 'node:crypto'
import type { HookBody } from '#contract/hooks.ts'
import type { GroupId } from '#contract/ids.ts'
import { listSiteNotices } from '#server/modules/content/notices.ts'
import { logHook } from '#server/modules/groups/hookRoutes.ts'
import { listGroupNotices } from '#server/modules/groups/planning/hookRepository.ts'
import { runDue } from '#server/modules/hooks/run.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { startSink } from '#test/helpers/server/hookSinks.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const MINUTE = 60_000
const SECRET = 'A-Secret-Of-The-Other-Side'
const sources = { listGroupNotices, listSiteNotices, logHook }

serverTests('hooks of groups on %s (behaviour 12.39)', { engines: bothEngines }, (server) => {
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
  const [mira, tam] = playersOf(server, 'Mira', 'Tam')
  const { call, group, ask, plan, read, vote, answer, at } = planningOf(server)

  const set = (id: GroupId, body: Partial<HookBody> = {}, by = mira) =>
    call(by, 'PUT', `hook/${id}`, {
      ...{ kind: 'discord', token: '', room: '', shows_details: false },
      url: `http://${sink.host}/api/webhooks/1/${SECRET}`,
      ...body,
    })
  const toMatrix = () => ({
    ...({ kind: 'matrix', token: SECRET, room: '!ravens:example.org' } as const),
    url: `http://${sink.host}/`,
  })
  const shown = async (id: GroupId) => (await call(mira, 'GET', `hook/${id}`)).json().hook
  /** What the server does in the background. */
  const run = async (passed = MINUTE) => {
    server.passTime(passed)
    await runDue(server.deps, sources)
  }
  const log = async (id: GroupId) =>
    (await call(mira, 'GET', `page/${id}`))
      .json()
      .log.entries.map(
        ({ kind, detail }: { kind: string; detail: string | null }) => `${kind} ${detail ?? ''}`,
      )
  /** A poll and a session that the group has made since its hook was set. */
  async function busy(body: Partial<HookBody> = {}) {
    const id = await group(mira, tam)
    expect((await set(id, body)).statusCode).toBe(200)
    server.passTime(MINUTE)
    await ask(mira, id, [at(3), at(4)], { notes: 'Bring dice' })
    server.passTime(MINUTE)
    await plan(mira, id, at(2), { title: 'The mill', place: 'At Mira’s', notes: 'Bring cake' })
    return id
  }

  test('what is new is sent in order, and edited in place as answers change', async () => {
    const id = await busy()
    await run()
    const [poll, session] = sink.received
    expect(sink.said()).toEqual([
      expect.stringContaining('POST **Ravens: which date for “Which evening?”?**\n'),
      expect.stringContaining('POST **Ravens: The mill**\n'),
    ])
    expect(poll).toMatchObject({ path: `/api/webhooks/1/${SECRET}?wait=true` })
    expect(session?.body).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(session?.body['content']).toMatch(
      new RegExp(`1 coming, 0 not coming\n.*/discordia/dashboard\\?group=${id}&part=sessions$`),
    )
    await run()
    expect(sink.received).toHaveLength(2)

    const { dates, polls } = await read(tam, id)
    await answer(tam, dates[0], 'coming')
    await vote(tam, polls[0]?.id, [[polls[0]?.options[0]?.id, 'maybe']])
    await run()
    expect(sink.said().slice(2)).toEqual([
      expect.stringMatching(/^PATCH .*: 1 yes, 1 maybe\n.*: 1 yes, 0 maybe\n/s),
      expect.stringMatching(/^PATCH .*2 coming, 0 not coming/s),
    ])
    expect(sink.received[2]?.path).toBe(`/api/webhooks/1/${SECRET}/messages/m1`)
    expect(sink.received.map(({ raw }) => raw).join()).not.toMatch(/Mira|Tam|dice|cake/)
  })

  test('places and notes are sent where the group switches it on, and messages go on', async () => {
    const id = await busy()
    await run()
    await set(id, { shows_details: true })
    await run()
    expect(sink.said().slice(2)).toEqual([
      expect.stringMatching(/^PATCH .*\nBring dice\n/s),
      expect.stringMatching(/^PATCH .*\nAt Mira’s\nBring cake\n/s),
    ])
  })

  test('what is older than the hook, or over, is not sent; a series goes on with its next date', async () => {
    const id = await group(mira, tam)
    await plan(mira, id, at(1), { title: 'Old', repeats: { unit: 'week', every: 1, count: 9 } })
    await ask(mira, id, [at(3)])
    server.passTime(MINUTE)
    await set(id)
    await plan(mira, id, at(1), { title: 'Gone' })
    const { dates } = await read(mira, id)
    const gone = dates.find(({ title }) => title === 'Gone')
    await call(mira, 'DELETE', `dates/${gone?.id}?all=false`)
    await run()
    expect(sink.said()).toEqual([])
    await run(DAY + 4 * HOUR)
    await run()
    expect(sink.said()).toEqual([expect.stringContaining('POST **Ravens: Old**\nTue 9 Jun 2026')])
  })

  test('Matrix: edits replace, and a repeated transaction makes no second message', async () => {
    const id = await busy(toMatrix())
    sink.answerNext((_, response) => {
      // The message has arrived, and the answer is lost.
      response.destroy()
      return false
    })
    await run()
    expect(await shown(id)).toMatchObject({ kind: 'matrix', host: sink.host, is_given_up: false })
    expect((await shown(id)).failing_since).not.toBeNull()
    await run(2 * MINUTE)
    expect(sink.received.map(({ path }) => path)).toEqual([
      sink.received[0]?.path,
      sink.received[0]?.path,
      expect.stringMatching(
        /^\/_matrix\/client\/v3\/rooms\/!ravens%3Aexample.org\/send\/m.room.message\//,
      ),
    ])
    expect(sink.transactions.size).toBe(2)
    expect((await shown(id)).failing_since).toBeNull()

    const { dates } = await read(tam, id)
    await answer(tam, dates[0], 'coming')
    await run()
    expect(sink.received[3]).toMatchObject({
      headers: { authorization: `Bearer ${SECRET}` },
      body: { 'm.relates_to': { rel_type: 'm.replace', event_id: '$2' }, 'm.mentions': {} },
    })
    expect(sink.said()[3]).toContain('2 coming, 0 not coming')
  })

  test('a kill between sending and noting loses nothing: the delivery is repeated under its id', async () => {
    const id = await busy({ kind: 'json', url: `http://${sink.host}/${SECRET}`, token: 'key' })
    await run()
    const { polls } = await read(tam, id)
    const thing = `poll:${polls[0]?.id}`
    // The row of a worker that has died after the answer.
    const noted = server.deps.db.updateTable('hook_messages').set({ delivery: 'noted-before' })
    await noted.where('thing', '=', thing).execute()
    await run()
    await vote(tam, polls[0]?.id, [[polls[0]?.options[0]?.id, 'yes']])
    await run()
    const [first, , repeated, changed] = sink.received
    expect(sink.received).toHaveLength(4)
    expect(repeated?.headers['x-delivery']).toBe('noted-before')
    expect(changed?.headers['x-delivery']).not.toBe('noted-before')
    expect(first?.body).toEqual({
      ...{ version: 1, delivery: first?.headers['x-delivery'], is_update: false, thing },
      ...{
        title: 'Ravens: which date for “Which evening?”?',
        lines: [expect.anything(), expect.anything()],
      },
      link: expect.stringContaining('/discordia/dashboard?group='),
    })
    expect(changed?.body).toMatchObject({ is_update: true, thing })
    const signature = createHmac('sha256', 'key')
      .update(first?.raw ?? '')
      .digest('hex')
    expect(first?.headers['x-signature-256']).toBe(`sha256=${signature}`)
  })

  test.each([
    ['Discord', () => ({}), { retry_after: 300 }],
    ['Matrix', toMatrix, { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 300_000 }],
  ])(
    '%s says how long it waits: nothing is sent before, nor out of order',
    async (_, body, wait) => {
      await busy(body())
      sink.refuseNext(429, wait)
      await run()
      await run(4 * MINUTE)
      expect(sink.received).toHaveLength(1)
      await run(MINUTE)
      const [refused, again, next] = sink.received.map(({ path, raw }) => ({ path, raw }))
      expect(again).toEqual(refused)
      expect(next?.raw).toContain('The mill')
    },
  )

  test('a minute has ten messages at most', async () => {
    const id = await group(mira, tam)
    await set(id)
    for (let n = 0; n < 12; n++) await plan(mira, id, at(n + 1), { title: `Evening ${n}` })
    await run()
    expect(sink.received).toHaveLength(5)
    await run(MINUTE / 2)
    expect(sink.received).toHaveLength(10)
    await run(MINUTE / 2)
    expect(sink.received).toHaveLength(12)
  })

  test('it is tried for a day, then given up in the activity; a test that arrives sets it going', async () => {
    const id = await busy()
    for (let hours = 0; hours < 30; hours++) {
      // The end of what is kept of an answer is within the secret.
      sink.refuseNext(
        404,
        `Cannot POST ${'/'.repeat(250)}api/webhooks/1/${SECRET}${'?'.repeat(99)}`,
      )
      await run(HOUR)
    }
    expect(sink.received.length).toBeGreaterThan(20)
    expect(sink.received.length).toBeLessThan(30)
    expect(await shown(id)).toMatchObject({
      is_given_up: true,
      problem: expect.stringContaining('404 Cannot'),
    })
    expect((await shown(id)).problem).toHaveLength(300)
    expect(JSON.stringify(await shown(id))).not.toContain(SECRET.slice(0, 8))
    expect((await log(id))[0]).toBe('hook_given_up ')
    sink.empty()
    expect((await call(mira, 'POST', `hook/${id}/test/`)).json()).toEqual({ problem: null })
    expect(sink.said()).toEqual([expect.stringContaining('**A test**')])
    await run()
    expect(sink.said()[1]).toContain('Which evening?')
  })

  test('a failure says nothing about what was set meanwhile', async () => {
    const id = await busy()
    sink.answerNext((_, response) => {
      void set(id).then(() => response.writeHead(500).end())
      return true
    })
    await run()
    expect((await shown(id)).failing_since).toBeNull()
  })

  test('short keys are not repeated either', async () => {
    const id = await group(mira, tam)
    await set(id, { kind: 'json', token: 'key', url: `http://${sink.host}/` })
    sink.refuseNext(400, 'The key is wrong')
    expect((await call(mira, 'POST', `hook/${id}/test/`)).json().problem).toBe('400 The … is wrong')
  })

  test('a message that was deleted at Discord is not sent again, and holds up nothing', async () => {
    const id = await busy()
    await run()
    const { dates, polls } = await read(tam, id)
    await vote(tam, polls[0]?.id, [[polls[0]?.options[0]?.id, 'yes']])
    await answer(tam, dates[0], 'coming')
    sink.refuseNext(404, { code: 10008, message: 'Unknown Message' })
    await run()
    await run()
    expect(sink.received).toHaveLength(4)
    expect((await shown(id)).failing_since).toBeNull()
  })

  test('it is for those who plan, its changes are in the activity, and it ends with the right to plan', async () => {
    const id = await group(mira, tam)
    expect((await set(id, {}, tam)).statusCode).toBe(403)
    await call(mira, 'PUT', `plan/${id}`, { planners: 'members' })
    await set(id, {}, tam)
    await set(id, toMatrix(), tam)
    expect(await shown(id)).toMatchObject({ kind: 'matrix' })
    expect((await log(id)).slice(0, 2)).toEqual([
      `hook_changed ${sink.host}`,
      `hook_set ${sink.host}`,
    ])
    await call(mira, 'PUT', `plan/${id}`, { planners: 'owners' })
    server.passTime(MINUTE)
    await plan(mira, id, at(2))
    await run()
    expect(sink.received).toEqual([])
    expect(await shown(id)).toBeNull()
    expect((await log(id))[0]).toBe('hook_stopped ')
    await set(id)
    expect((await call(mira, 'DELETE', `hook/${id}`)).statusCode).toBe(200)
    expect((await log(id))[0]).toBe('hook_removed ')
    expect((await call(mira, 'DELETE', `hook/${id}`)).statusCode).toBe(404)
  })

  test('it does not end where a group was read in the midst of a change', async () => {
    const id = await busy()
    const torn = { reads: 0 }
    await runDue(server.deps, {
      ...sources,
      listGroupNotices: async (...of) => (torn.reads++ === 0 ? null : listGroupNotices(...of)),
    })
    expect(torn.reads).toBe(2)
    expect((await log(id))[0]).not.toContain('hook_stopped')
    await run(5 * MINUTE)
    expect(sink.received).toHaveLength(2)
  })

  test('the secret is in no answer, and stored encrypted', async () => {
    const id = await group(mira, tam)
    const answers = [
      await set(id),
      await set(id, toMatrix()),
      await call(mira, 'GET', `hook/${id}`),
    ]
    for (const { body } of answers) expect(body).not.toContain(SECRET)
    const rows = await server.deps.db.selectFrom('hooks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(SECRET)
    expect(rows[0]?.target).toBeTruthy()
    await server.deps.db.deleteFrom('groups').execute()
    expect(await server.deps.db.selectFrom('hooks').selectAll().execute()).toEqual([])
  })

  test.each([
    ['http://example.org/', 'hook_address'],
    ['ftp://example.org/', 'hook_address'],
    ['https://me:word@example.org/', 'hook_address'],
    ['nothing', 'hook_address'],
  ])('%s is no address of a hook', async (url, code) => {
    const id = await group(mira, tam)
    expect((await set(id, { url })).json().errors[0]).toMatchObject({ code, attr: 'url' })
  })

  test('recaps are announced without their text', async () => {
    const id = await busy()
    const { dates } = await read(mira, id)
    server.passTime(3 * DAY)
    await call(mira, 'PUT', `past/${dates[0]?.id}/recap/`, { text: 'The bell rang', version: 0 })
    await run()
    expect(sink.said().at(-1)).toContain('there’s a recap of “The mill”')
    expect(sink.received.map(({ raw }) => raw).join()).not.toContain('bell')
  })
})
