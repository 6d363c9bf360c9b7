import type { Upcoming } from '#contract/calendar.ts'
import type { GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import { type PastDates, type PastDetails, RECAP_MAX } from '#contract/past.ts'
import { collected } from '#server/compose/collect.ts'
import { linkTexts } from '#server/modules/linking/linker.ts'
import { changing } from '#server/work/work.ts'
import { HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGameSession } from '#test/helpers/fixtures/gameSessions.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { codeOf } from '#test/helpers/server/groupCalls.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('past sessions of a group on %s', (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn, otto, sven] = playersOf(server, 'Olwen', 'Finn', 'Otto', 'Sven')
  beforeEach(async () => {
    group = await calls.group(olwen, finn, otto)
  })

  const add = async (title: string, ...days: readonly number[]) =>
    (
      await addGameSession(
        server,
        group,
        { title },
        days.map((day) => calls.at(-day)),
      )
    ).dates
  const one = async (title = 'Into the mine', days = 1): Promise<GameDateId> => {
    const [id] = await add(title, days)
    if (id === undefined) throw new Error('No date')
    return id
  }
  const list = async (query = '', who = finn): Promise<PastDates> =>
    (await calls.call(who, 'GET', `plan/${group}/past/${query}`)).json()
  const read = async (date: GameDateId, who = finn): Promise<PastDetails> =>
    (await calls.call(who, 'GET', `past/${date}`)).json()
  const write = (who: TestUser, date: GameDateId, text: string, version = 0) =>
    calls.call(who, 'PUT', `past/${date}/recap/`, { text, version })
  const correct = (who: TestUser, date: GameDateId, came: Readonly<Record<number, boolean>>) =>
    calls.call(who, 'POST', `past/${date}/attendance/`, {
      changes: Object.entries(came).map(([id, is]) => ({ member_id: Number(id), came: is })),
    })
  const answer = (date_id: GameDateId, user_id: MemberId, what: 'coming' | 'not_coming') =>
    server.insert('game_answers', {
      date_id,
      group_id: group,
      user_id,
      answer: what,
      updated_at: 1,
    })
  const names = (people: readonly { readonly name: string }[] = []) =>
    people.map(({ name }) => name)
  const titles = ({ dates }: PastDates) => dates.map(({ title }) => title)
  const logged = async () =>
    (
      await server.deps.db.selectFrom('group_log').select(['actor_id', 'kind', 'detail']).execute()
    ).filter(({ kind }) => kind === 'recap_written')

  test('are announced by the plan, and listed newest first, ten at a time', async () => {
    expect(await calls.read(finn, group)).toMatchObject({ past: { total: 0 } })
    await add('Weekly', 70, 63, 56, 49, 42, 35, 28, 21, 14, 7, -7)
    const [cancelled] = await add('Called off', 3)
    await server.update('game_dates', { id: cancelled ?? (0 as GameDateId) }, { cancelled_at: 1 })
    // Two that began at the same time.
    await one('One', 80)
    await one('Other', 80)
    expect(await calls.read(finn, group)).toMatchObject({ past: { total: 12 } })
    const first = await list()
    expect(first.dates[0]).toEqual({
      id: expect.any(Number),
      title: 'Weekly',
      starts_at: new Date(calls.at(-7)).toISOString(),
      ends_at: new Date(calls.at(-7) + 3 * HOUR).toISOString(),
      place: 'Vienna',
      came: [],
      came_gone: 0,
      has_recap: false,
    })
    expect(first.dates).toHaveLength(10)
    const second = await list(`?before=${first.next}`)
    expect([titles(second), second.next]).toEqual([['Other', 'One'], null])
  })

  test('are not those that go on, and nobody but members learns of any', async () => {
    const [running] = await add('Now', 0.1)
    const ahead = (await add('Ahead', -3))[0]
    for (const date of [running, ahead])
      expect((await write(finn, date ?? (0 as GameDateId), 'Too early')).statusCode).toBe(404)
    expect((await list()).dates).toEqual([])

    const date = await one()
    await write(finn, date, 'We found the mine.')
    const missing = await calls.call(sven, 'GET', 'past/999999')
    for (const response of [
      await calls.call(sven, 'GET', `plan/${group}/past/?q=mine`),
      await calls.call(sven, 'GET', `past/${date}`),
      await write(sven, date, 'I was there', 1),
      await correct(sven, date, { [sven.id]: true }),
    ]) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual(missing.json())
    }
    const search = await server.app.inject('/api/search/?q=found+the+mine')
    expect(search.json().groups).toEqual([])
  })

  test('have a recap that each member may write, with the last writer and light formatting', async () => {
    const date = await one()
    expect((await read(date)).recap).toEqual({
      text: '',
      version: 0,
      written_by: null,
      written_at: null,
    })
    expect((await write(finn, date, ' We *found*\r\nthe mine. ')).statusCode).toBe(200)
    const { recap } = await read(date, otto)
    expect(recap).toEqual({
      text: 'We *found*\nthe mine.',
      text_rich: [
        {
          type: 'paragraph',
          runs: ['We ', { text: 'found', em: true }, expect.stringContaining('the mine.')],
        },
      ],
      version: 1,
      written_by: 'Finn',
      written_at: new Date(server.deps.clock()).toISOString(),
    })
    expect((await list()).dates[0]).toMatchObject({
      has_recap: true,
      excerpt: [{ text: 'We found the mine.', is_match: false }],
    })
    expect((await write(finn, date, 'x'.repeat(RECAP_MAX + 1), 1)).statusCode).toBe(400)
  })

  test('of two writers at once the second is refused, and nothing is lost', async () => {
    const date = await one()
    const sent = await Promise.all([write(finn, date, 'Of Finn'), write(otto, date, 'Of Otto')])
    expect(sent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = sent.find(({ statusCode }) => statusCode === 409)
    expect(refused && codeOf(refused)).toBe('recap_changed')
    const [first, second] = sent[0]?.statusCode === 200 ? ['Finn', 'Otto'] : ['Otto', 'Finn']
    expect((await read(date)).recap).toMatchObject({ text: `Of ${first}`, version: 1 })

    // An emptied recap is none, and keeps its version: who had opened the first one overwrites no later one.
    await write(finn, date, '', 1)
    expect((await list()).dates[0]).toMatchObject({ has_recap: false })
    expect((await list()).dates[0]?.excerpt).toBeUndefined()
    await write(otto, date, 'Anew', 2)
    expect((await write(finn, date, `Of ${second}`, 1)).statusCode).toBe(409)
    expect((await read(date)).recap.text).toBe('Anew')
  })

  test('have one line in the activity for a member who goes on writing', async () => {
    const date = await one()
    await write(finn, date, 'a')
    await write(finn, date, 'ab', 1)
    await write(finn, date, 'ab', 2)
    const line = { kind: 'recap_written', detail: 'Into the mine' }
    expect(await logged()).toEqual([{ actor_id: finn.id, ...line }])
    await write(otto, date, 'abc', 2)
    server.passTime(HOUR)
    await write(otto, date, 'abcd', 3)
    await write(otto, date, '', 4)
    expect((await logged()).map(({ actor_id }) => actor_id)).toEqual([finn.id, otto.id, otto.id])
  })

  test('link the names of the glossary in a recap, as they are when it is read', async () => {
    const type_id = await addGlossaryType(server, 'Places')
    const entry = await addEntry(server, olwen.id, 'Élan Vale', { type_id })
    const date = await one()
    await write(finn, date, 'We rode to **elan vale**, twice: Elan Vale.')
    await linkTexts(server.deps, collected.links)
    const linked = { term: { kind: 'glossary', id: entry } }
    expect((await read(date)).recap.text_rich).toEqual([
      {
        type: 'paragraph',
        runs: [
          'We rode to ',
          { text: 'elan vale', strong: true, ...linked },
          ', twice: Elan Vale.',
        ],
      },
    ])
    const mentions = await server.deps.db.selectFrom('text_mentions').selectAll().execute()
    expect(mentions).toEqual([])
    await server.deps.db.deleteFrom('glossary_entries').where('id', '=', entry).execute()
    await linkTexts(server.deps, collected.links)
    expect(JSON.stringify((await read(date)).recap)).not.toContain('term')
  })

  test('are found by words of their title and recap, in any case, with the match marked', async () => {
    const mine = await one('Into the Ægir mine', 9)
    await one('The ball', 8)
    const road = await one('The road', 7)
    await write(finn, mine, 'Nothing of note.')
    await write(finn, road, 'Before the walls of Ægir, **a raven** spoke.')
    expect(titles(await list('?q=aegir'))).toEqual(['The road', 'Into the Ægir mine'])
    const [found] = (await list('?q=RAVEN spoke')).dates
    expect(found?.excerpt).toEqual([
      { text: 'Before the walls of Ægir, a ', is_match: false },
      { text: 'raven spoke', is_match: true },
      { text: '.', is_match: false },
    ])
    expect((await list('?q=mine')).dates[0]?.excerpt).toEqual([
      { text: 'Nothing of note.', is_match: false },
    ])
    // Words may be apart, in any order, and in title and recap.
    const [apart] = (await list('?q=spoke of road aegir')).dates
    expect(apart).toMatchObject({ title: 'The road' })
    expect(apart?.excerpt).toContainEqual({ text: 'spoke', is_match: true })
    expect(titles(await list('?q=spoke mine'))).toEqual([])
    // Two letters are the beginning of a word of a title.
    expect(titles(await list('?q=ba'))).toEqual(['The ball'])
    expect(titles(await list(`?q=${encodeURIComponent('%')}`))).toEqual([])
    expect(titles(await list('?q=dragon'))).toEqual([])
  })

  test('say who came: who has said so, as corrected by those who plan', async () => {
    const date = await one()
    await answer(date, finn.id, 'coming')
    await answer(date, otto.id, 'not_coming')
    expect(names((await list()).dates[0]?.came)).toEqual(['Finn'])
    expect((await read(date, finn)).absent).toBeUndefined()
    expect(names((await read(date, olwen)).absent)).toEqual(['Olwen', 'Otto'])

    expect(codeOf(await correct(finn, date, { [finn.id]: false }))).toBe('may_not_plan')
    // Two corrections of different members at once are both saved.
    const sent = await Promise.all([
      correct(olwen, date, { [finn.id]: false }),
      correct(olwen, date, { [otto.id]: true, [olwen.id]: true }),
    ])
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const corrected = await read(date, olwen)
    expect(names(corrected.date.came)).toEqual(['Olwen', 'Otto'])
    expect(names(corrected.absent)).toEqual(['Finn'])
    expect(codeOf(await correct(olwen, date, { [sven.id]: true }))).toBe('invalid_choice')
  })

  test('are put before those who plan until the recap is written, for three days', async () => {
    const asked = async (who: TestUser) => {
      const { recaps } = (await server.send('GET', '/api/users/next/', who.auth)).json<Upcoming>()
      return recaps?.items.map(({ group_id, date_id, title }) => [group_id, date_id, title])
    }
    await add('Long ago', 5)
    await add('Ahead', -1)
    const date = await one('Into the mine', 1)
    const earlier = await one('Out of the mine', 2)
    const both = [
      [group, earlier, 'Out of the mine'],
      [group, date, 'Into the mine'],
    ]
    expect(await asked(olwen)).toEqual(both)
    expect(await asked(finn)).toEqual([])
    await server.update('memberships', { user_id: otto.id }, { role: 'co_owner' })
    await answer(earlier, otto.id, 'not_coming')
    expect(await asked(otto)).toEqual(both.slice(1))
    await server.update('groups', { id: group }, { planners: 'members' })
    expect(await asked(finn)).toEqual(both)
    await write(finn, date, 'We fell.')
    expect(await asked(olwen)).toEqual(both.slice(0, 1))
    await write(finn, date, '', 1)
    expect(await asked(olwen)).toEqual(both)
    await server.update('game_dates', { id: date }, { cancelled_at: 1 })
    expect(await asked(olwen)).toEqual(both.slice(0, 1))
  })

  test('remember of a member who has left no date to which the answer was no', async () => {
    const date = await one()
    await answer(date, finn.id, 'not_coming')
    await calls.call(finn, 'GET', `leave/${group}`)
    expect(names((await read(date, olwen)).date.came)).toEqual([])
  })

  test('remember who came after a member has left, and one whose account is gone as a number', async () => {
    const date = await one()
    const ahead = (await add('Ahead', -3))[0]
    for (const { id } of [finn, otto]) await answer(date, id, 'coming')
    await correct(olwen, date, { [otto.id]: false })
    if (ahead) await answer(ahead, finn.id, 'coming')
    await calls.call(finn, 'GET', `leave/${group}`)
    expect(names((await read(date, olwen)).date.came)).toEqual(['Finn'])
    expect((await correct(olwen, date, { [finn.id]: true })).statusCode).toBe(200)

    const { db } = server.deps
    const formerMember = olwen.id
    for (const { id } of [finn, otto])
      await changing(server.deps, async (w) => {
        for (const { erase } of collected.personalData)
          await erase?.(w, { id, emails: ['x@example.org'] }, formerMember)
        await w.db.deleteFrom('users').where('id', '=', id).execute()
      })
    const [past] = (await list('', olwen)).dates
    expect([names(past?.came), past?.came_gone]).toEqual([[], 1])
    const rows = await db.selectFrom('date_attendance').select(['user_id', 'came']).execute()
    expect(rows).toEqual([{ user_id: null, came: 1 }])
  })
})
