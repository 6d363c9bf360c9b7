import type { GroupId } from '#contract/ids.ts'
import type { Repeats } from '#contract/planFields.ts'
import type { GameDate } from '#contract/planning.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { statusOf } from '#test/helpers/server/groupCalls.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

/** A Thursday, 19:00 in Vienna. */
const START = Date.UTC(2027, 5, 3, 17)
const WEEKLY: Repeats = { unit: 'week', every: 1, count: 5 }

serverTests('a series whose hosts take turns on %s', (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn, otto] = playersOf(server, 'Olwen', 'Finn', 'Otto')
  beforeEach(async () => {
    group = await calls.group(olwen, finn, otto)
  })

  const plan = (hosts: readonly TestUser[] | undefined, repeats: Repeats = WEEKLY) =>
    statusOf(
      calls.plan(olwen, group, START, {
        repeats,
        ...(hosts && { hosts: hosts.map((one) => one.id) }),
      }),
    )
  const dates = async (who = olwen) => (await calls.read(who, group)).dates
  const hosts = async () => (await dates()).map(({ host }) => host?.name)
  const turns = async () =>
    (await dates()).map(({ next_host }) =>
      next_host === finn.id ? 'Finn' : next_host === otto.id ? 'Otto' : next_host,
    )
  const coming = async () =>
    (await dates()).map(({ answers }) =>
      answers.filter(({ answer }) => answer === 'coming').map(({ name }) => name),
    )
  const give = (date: GameDate | undefined, member: TestUser) =>
    calls.call(olwen, 'PUT', `dates/${date?.id}/host/`, { member_id: member.id })
  const answerAll = (who: TestUser, given: readonly GameDate[], answer: GameAnswer = 'coming') =>
    statusOf(
      calls.call(who, 'POST', `sessions/${given[0]?.session_id}/answer/`, {
        dates: given.map(({ id, starts_at }) => ({ id, starts_at })),
        time_zone: 'Europe/Vienna',
        answer,
      }),
    )

  test('has them from the first date on: they come, as does its planner', async () => {
    expect(await plan([finn, otto])).toBe('200')
    expect(await hosts()).toEqual(['Finn', 'Otto', 'Finn', 'Otto', 'Finn'])
    expect(await turns()).toEqual(['Otto', 'Finn', 'Otto', 'Finn', 'Otto'])
    const [both, others] = [
      ['Olwen', 'Finn'],
      ['Olwen', 'Otto'],
    ]
    expect(await coming()).toEqual([both, others, both, others, both])
  })

  test('takes no hosts from outside the group, and needs none', async () => {
    const sven = await server.addUser('Sven')
    expect(await plan([finn, sven])).toBe('400 invalid_choice hosts')
    expect(await plan(undefined)).toBe('200')
    expect(new Set(await turns())).toEqual(new Set([null]))
    expect(new Set((await coming()).flat())).toEqual(new Set(['Olwen']))
  })

  test('goes on in turn: in dates that are added, and after a change from one date on', async () => {
    await plan([finn, otto], { unit: 'week', every: 1 })
    server.passTime(350 * DAY)
    await calls.extend()
    server.passTime(20 * DAY)
    const rest = await hosts()
    const other = rest.toReversed()[1]
    expect(rest.length).toBeGreaterThan(5)
    expect(rest).toEqual(
      rest.map((_, n) => (n % 2 === (rest.length - 1) % 2 ? rest.at(-1) : other)),
    )
    const [first] = await dates()
    const change = { scope: 'later', repeats: { unit: 'week', every: 1, count: 9 } }
    await calls.change(olwen, first?.id, Date.parse(first?.starts_at ?? ''), change)
    expect((await dates())[0]?.session_id).not.toBe(first?.session_id)
    expect(await turns()).toEqual(
      (await hosts()).map((name) => (name === 'Finn' ? 'Otto' : 'Finn')),
    )
  })

  test('gives a turn to the next one and back; who has declined is not said to come', async () => {
    await plan([finn, otto])
    const [first, second] = await dates()
    await answerAll(otto, first ? [first] : [], 'not_coming')
    await give(first, otto)
    expect((await coming())[0]).toEqual(['Olwen', 'Finn'])
    await give(second, finn)
    expect((await coming())[1]).toEqual(['Olwen', 'Finn', 'Otto'])
    expect((await turns()).slice(0, 2)).toEqual(['Finn', 'Otto'])
    await calls.call(otto, 'GET', `leave/${group}`)
    expect((await turns()).slice(0, 3)).toEqual(['Finn', 'Finn', 'Finn'])
  })

  test('has no turn for who has left the group, also once back', async () => {
    await plan([otto, finn, olwen])
    await calls.call(otto, 'GET', `leave/${group}`)
    await server.insert('memberships', { group_id: group, user_id: otto.id, joined_at: 9 })
    expect((await turns()).slice(0, 3)).toEqual(['Finn', olwen.id, 'Finn'])
  })

  test('is answered as one thing by whoever has seen all starts, or not at all', async () => {
    await plan(undefined)
    const seen = await dates(finn)
    const [first, second, ...others] = seen
    if (first === undefined || second === undefined) throw new Error('No dates')
    const moved = Date.parse(second.starts_at) + 3_600_000
    await calls.change(olwen, second.id, moved, { scope: 'this' })
    expect(await answerAll(finn, seen)).toBe('409 date_moved')
    expect((await dates(finn)).map(({ mine }) => mine)).toEqual(seen.map(() => null))
    expect(await answerAll(finn, [first, ...others])).toBe('200')
    expect((await dates(finn)).map(({ mine }) => mine)).toEqual([
      'coming',
      null,
      ...others.map(() => 'coming'),
    ])
    expect(await answerAll(finn, await dates(finn), 'not_coming')).toBe('200')
    expect(new Set((await dates(finn)).map(({ mine }) => mine))).toEqual(new Set(['not_coming']))
  })

  test('takes answers to its own dates alone', async () => {
    await plan(undefined)
    await calls.plan(olwen, group, START + DAY)
    const all = await dates(finn)
    expect(await answerAll(finn, all)).toBe('409 date_gone')
    expect(new Set((await dates(finn)).map(({ mine }) => mine))).toEqual(new Set([null]))
  })
})
