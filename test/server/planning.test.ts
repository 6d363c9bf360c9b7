import type { Group } from '#contract/groups.ts'
import type { GroupId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import { POLLS_MAX, SESSIONS_MAX } from '#server/modules/groups/limits.ts'
import { listOccurrencesOfMember } from '#server/modules/groups/planning/calendarRepository.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { statusOf } from '#test/helpers/server/groupCalls.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('the plan of a group on %s', (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn, otto] = playersOf(server, 'Olwen', 'Finn', 'Otto')
  beforeEach(async () => {
    group = await calls.group(olwen, finn)
  })

  const listed = async (who: TestUser): Promise<Group['plan']> =>
    (await calls.call(who, 'GET', 'list')).json()[0].plan
  const logged = async () =>
    (
      await server.deps.db
        .selectFrom('group_log')
        .select(['kind', 'detail'])
        .orderBy('id')
        .execute()
    ).map(({ kind, detail }) => `${kind}: ${detail}`)

  test('is announced by the list of groups, with the next session and the open polls', async () => {
    expect(await listed(finn)).toEqual({ next_session: null, open_polls: 0, may_plan: false })
    await calls.ask(olwen, group, [calls.at(3)])
    await calls.plan(olwen, group, calls.at(9), { title: 'Later' })
    await calls.plan(olwen, group, calls.at(8), { title: 'Into the mine' })
    expect(await listed(olwen)).toEqual({
      next_session: { title: 'Into the mine', ...calls.period(calls.at(8)) },
      open_polls: 1,
      may_plan: true,
    })
  })

  test('is edited by the owner and co-owners, and by every member if the owner allows it', async () => {
    const ask = (who: TestUser) => statusOf(calls.ask(who, group, [calls.at(2)]))
    const choose = (who: TestUser, planners: string) =>
      statusOf(calls.call(who, 'PUT', `plan/${group}`, { planners }))
    expect(await ask(finn)).toBe('403 may_not_plan')
    expect(await choose(finn, 'members')).toBe('403 not_the_owner')
    expect(await choose(olwen, 'members')).toBe('200')
    expect(await ask(finn)).toBe('200')
    expect(await choose(olwen, 'owners')).toBe('200')
    await server.update('memberships', { user_id: finn.id }, { role: 'co_owner' })
    expect(await ask(finn)).toBe('200')
    expect(await choose(finn, 'members')).toBe('403 not_the_owner')
    expect(await statusOf(calls.call(otto, 'GET', `plan/${group}`))).toBe('404 group_not_found')
  })

  test('has a poll whose answers members change until it is fixed, and its best option', async () => {
    const [early, late] = [calls.at(5), calls.at(6)] as const
    await calls.ask(olwen, group, [late, early], { title: ' Which evening? ' })
    const [poll] = (await calls.read(finn, group)).polls
    const [first, second] = poll?.options ?? []
    expect(poll).toMatchObject({ title: 'Which evening?', made_by: 'Olwen' })
    // Who proposes dates can come; the best one needs a second member.
    expect(poll?.options.map((one) => [one.starts_at, one.is_best, one.answers])).toEqual(
      [early, late].map((start) => [
        calls.period(start).starts_at,
        false,
        [{ member_id: olwen.id, name: 'Olwen', answer: 'yes' }],
      ]),
    )
    await calls.vote(olwen, poll?.id, [
      [first?.id, 'maybe'],
      [second?.id, 'yes'],
    ])
    await calls.vote(finn, poll?.id, [
      [first?.id, 'yes'],
      [second?.id, 'yes'],
    ])
    const seen = (await calls.vote(finn, poll?.id, [[first?.id, 'no']])).json<Plan>()
    expect(seen.polls[0]?.options.map((one) => [one.answers, one.mine, one.is_best])).toEqual([
      [
        [
          { member_id: olwen.id, name: 'Olwen', answer: 'maybe' },
          { member_id: finn.id, name: 'Finn', answer: 'no' },
        ],
        'no',
        false,
      ],
      [
        [
          { member_id: olwen.id, name: 'Olwen', answer: 'yes' },
          { member_id: finn.id, name: 'Finn', answer: 'yes' },
        ],
        'yes',
        true,
      ],
    ])
    expect(await statusOf(calls.fix(finn, poll?.id, first?.id))).toBe('403 may_not_plan')
    const fixed = (await calls.fix(olwen, poll?.id, first?.id, { place: 'Graz' })).json<Plan>()
    expect(fixed.polls).toEqual([])
    // "No" becomes a no, "if need be" is asked again.
    expect(fixed.dates).toMatchObject([
      {
        title: 'Which evening?',
        place: 'Graz',
        ...calls.period(early),
        answers: [{ name: 'Finn', answer: 'not_coming' }],
        mine: null,
      },
    ])
    expect(await statusOf(calls.vote(finn, poll?.id, [[first?.id, 'yes']]))).toBe('409 poll_closed')
    expect(await statusOf(calls.fix(olwen, poll?.id, first?.id))).toBe('409 poll_closed')
    expect(await logged()).toEqual(['poll_made: Which evening?', 'session_made: Which evening?'])
  })

  test('gets exactly one session when a poll is fixed twice at once', async () => {
    await calls.ask(olwen, group, [calls.at(5), calls.at(6)])
    const [poll] = (await calls.read(olwen, group)).polls
    const codes = await Promise.all(
      [0, 1].map((n) => statusOf(calls.fix(olwen, poll?.id, poll?.options[n]?.id))),
    )
    expect(codes.toSorted()).toEqual(['200', '409 poll_closed'])
    expect((await calls.read(olwen, group)).dates).toHaveLength(1)
  })

  test('loses a cancelled poll', async () => {
    await calls.ask(olwen, group, [calls.at(5)])
    const [poll] = (await calls.read(olwen, group)).polls
    expect(await statusOf(calls.call(olwen, 'DELETE', `polls/${poll?.id}`))).toBe('200')
    expect(await statusOf(calls.call(olwen, 'DELETE', `polls/${poll?.id}`))).toBe('409 poll_closed')
    expect((await calls.read(olwen, group)).polls).toEqual([])
    expect(await logged()).toEqual(['poll_made: Which evening?', 'poll_cancelled: Which evening?'])
  })

  test('has no change of what is over', async () => {
    await calls.plan(olwen, group, calls.at(2))
    const [date] = (await calls.read(finn, group)).dates
    server.passTime(3 * DAY)
    expect(await statusOf(calls.change(olwen, date?.id, calls.at(3)))).toBe('409 date_gone')
    expect(await statusOf(calls.call(olwen, 'DELETE', `dates/${date?.id}`))).toBe('409 date_gone')
  })

  test('refuses invalid sessions', async () => {
    const at = calls.at(5)
    const ask = (starts: readonly number[], over?: object) =>
      statusOf(calls.ask(olwen, group, starts, over))
    const link = (text: string) => statusOf(calls.plan(olwen, group, at, { link: text }))
    expect(await ask([calls.at(-1)])).toBe('400 not_ahead starts_at')
    expect(await ask([at, at])).toBe('400 same_options options')
    expect(await ask([])).toMatch(/^400/)
    expect(await ask(Array.from({ length: 11 }, (_, n) => at + n))).toMatch(/^400/)
    expect(await ask([at], { time_zone: 'Mars/Base' })).toBe('400 invalid time_zone')
    expect(await ask([at], { options: [calls.period(at, 73)] })).toBe('400 bad_period ends_at')
    for (const bad of ['javascript:alert(1)', 'ftp://a', 'https://', 'https://u:p@host', 'x'])
      expect([bad, await link(bad)]).toEqual([bad, expect.stringMatching(/^400/)])
    for (const bad of ['https://[', 'https://vtt.example/\u202Egnp.exe'])
      expect([bad, await link(bad)]).toEqual([bad, '400 not_a_web_address link'])
    expect(await link('https://vtt.example/room?id=1')).toBe('200')
    await calls.ask(olwen, group, [at])
    const [poll] = (await calls.read(olwen, group)).polls
    expect(await statusOf(calls.vote(finn, poll?.id, [[99_999 as never, 'yes']]))).toBe(
      '400 invalid_choice answers',
    )
  })

  test('has a limit of polls and sessions', async () => {
    for (let n = 0; n < POLLS_MAX; n++) await calls.ask(olwen, group, [calls.at(5)])
    expect(await statusOf(calls.ask(olwen, group, [calls.at(5)]))).toBe('409 too_many_polls')
    for (let n = 0; n < SESSIONS_MAX; n++) await calls.plan(olwen, group, calls.at(5 + n))
    expect(await statusOf(calls.plan(olwen, group, calls.at(5)))).toBe('409 too_many_sessions')
  })

  test('shows its next ten dates by their start, in any order of planning', async () => {
    for (let day = 12; day > 0; day--) await calls.plan(olwen, group, calls.at(day))
    const { dates, later } = await calls.read(finn, group)
    const next = Array.from({ length: 10 }, (_, n) => calls.period(calls.at(n + 1)).starts_at)
    expect([dates.map(({ starts_at }) => starts_at), later]).toEqual([next, 2])
  })

  test('shows who is coming, until a move asks the others again', async () => {
    await calls.plan(olwen, group, calls.at(5), { title: 'Into the mine' })
    const [date] = (await calls.read(finn, group)).dates
    await calls.answer(olwen, date, 'coming')
    const { dates } = (await calls.answer(finn, date, 'not_coming')).json<Plan>()
    expect(dates[0]).toMatchObject({ mine: 'not_coming', answers: [{}, { name: 'Finn' }] })
    const moved = (
      await calls.change(olwen, date?.id, calls.at(6), { title: 'Deeper' })
    ).json<Plan>()
    expect(moved.dates[0]).toMatchObject({
      title: 'Deeper',
      ...calls.period(calls.at(6)),
      answers: [{ name: 'Olwen', answer: 'coming' }],
    })
    // Finn has not seen the new start.
    expect(await statusOf(calls.answer(finn, date, 'coming'))).toBe('409 date_moved')
    expect(await statusOf(calls.change(olwen, date?.id, calls.at(7)))).toBe('409 session_changed')
    const edited = calls.change(olwen, date?.id, calls.at(6), { place: 'Linz', sequence: 1 })
    expect((await edited).json<Plan>().dates[0]).toMatchObject({ place: 'Linz', answers: [{}] })
    await calls.call(olwen, 'DELETE', `dates/${date?.id}`)
    expect(await statusOf(calls.answer(finn, moved.dates[0], 'coming'))).toBe('409 date_gone')
    expect((await calls.read(finn, group)).dates).toEqual([])
  })

  test('keeps the time of day of a session that repeats when the clocks change', async () => {
    // A Thursday; the clocks of Vienna go back on 31 October 2027.
    const start = Date.UTC(2027, 9, 21, 17)
    const repeats = { unit: 'week', every: 1, count: 3 } as const
    await calls.plan(olwen, group, start, { repeats })
    const { dates } = await calls.read(finn, group)
    expect(dates.map(({ starts_at, repeats: isSeries }) => [starts_at, isSeries])).toEqual([
      ['2027-10-21T17:00:00.000Z', true],
      ['2027-10-28T17:00:00.000Z', true],
      ['2027-11-04T18:00:00.000Z', true],
    ])
    await calls.change(olwen, dates[1]?.id, start + 8 * DAY)
    await calls.call(olwen, 'DELETE', `dates/${dates[2]?.id}`)
    const occurrences = await listOccurrencesOfMember(server.deps, finn.id, {
      from: start,
      to: start * 2,
      limit: 9,
    })
    expect(occurrences).toMatchObject([
      { group_name: 'Ravens', starts_at: start, cancelled_at: null },
      { starts_at: start + 8 * DAY, cancelled_at: null },
      { cancelled_at: expect.any(Number) },
    ])
    await calls.call(olwen, 'DELETE', `sessions/${dates[0]?.session_id}`)
    expect((await calls.read(finn, group)).dates).toEqual([])
    expect(await statusOf(calls.call(olwen, 'DELETE', `sessions/${dates[0]?.session_id}`))).toBe(
      '409 date_gone',
    )
  })

  test('deletes the answers of a member who leaves, and keeps plans of a deleted account', async () => {
    await server.update('groups', {}, { planners: 'members' })
    await calls.ask(finn, group, [calls.at(5)])
    await calls.plan(finn, group, calls.at(5))
    const { polls, dates } = await calls.read(finn, group)
    await calls.vote(finn, polls[0]?.id, [[polls[0]?.options[0]?.id, 'yes']])
    await calls.answer(finn, dates[0], 'coming')
    await calls.call(finn, 'GET', `leave/${group}`)
    const left = await calls.read(olwen, group)
    expect([left.polls[0]?.options[0]?.answers, left.dates[0]?.answers]).toEqual([[], []])
    await server.deps.db.deleteFrom('group_notices').execute()
    await server.deps.db.deleteFrom('refresh_tokens').where('user_id', '=', finn.id).execute()
    await server.deps.db.deleteFrom('users').where('id', '=', finn.id).execute()
    expect(await calls.read(olwen, group)).toMatchObject({
      polls: [{ made_by: null }],
      dates: [{}],
    })
  })

  test.each([
    ['leaves', () => calls.call(finn, 'GET', `leave/${group}`)],
    [
      'is removed',
      () => calls.call(olwen, 'POST', 'remove/', { group_id: group, member_id: finn.id }),
    ],
  ])('forgets the answers of a member who %s and returns', async (_how, go) => {
    await calls.ask(olwen, group, [calls.at(5)])
    await calls.plan(olwen, group, calls.at(5))
    const { polls, dates } = await calls.read(finn, group)
    await calls.vote(finn, polls[0]?.id, [[polls[0]?.options[0]?.id, 'yes']])
    await calls.answer(finn, dates[0], 'coming')
    await go()
    await server.insert('memberships', {
      group_id: group,
      user_id: finn.id,
      joined_at: server.deps.clock(),
    })
    const again = await calls.read(finn, group)
    expect([again.polls[0]?.options[0]?.answers, again.dates[0]?.answers]).toEqual([
      [expect.objectContaining({ name: 'Olwen' })],
      [expect.objectContaining({ name: 'Olwen' })],
    ])
  })

  test('publishes every change to all members', async () => {
    await calls.ask(olwen, group, [calls.at(5)])
    const rows = await server.deps.db.selectFrom('live_events').selectAll().orderBy('id').execute()
    expect(rows.map(({ user_id, kind, subject_id }) => [user_id, kind, subject_id])).toEqual([
      [olwen.id, 'group', group],
      [finn.id, 'group', group],
    ])
  })

  test('gives the calendar nothing of groups that the member is not in', async () => {
    await calls.plan(olwen, group, calls.at(5))
    const all = { from: 0, to: calls.at(99), limit: 10 }
    expect(await listOccurrencesOfMember(server.deps, otto.id, all)).toEqual([])
    expect(await listOccurrencesOfMember(server.deps, finn.id, all)).toHaveLength(1)
  })
})
