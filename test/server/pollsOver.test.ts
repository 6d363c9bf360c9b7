import type { GroupId } from '#contract/ids.ts'
import { planningExpiries } from '#server/modules/groups/planning/jobRepository.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { statusOf } from '#test/helpers/server/groupCalls.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

serverTests('polls of which all dates are over, on %s,', { engines: bothEngines }, (server) => {
  const calls = planningOf(server)
  let olwen: TestUser
  let finn: TestUser
  let group: GroupId
  beforeEach(async () => {
    await server.empty()
    olwen = await server.addUser('Olwen')
    finn = await server.addUser('Finn')
    group = await calls.group(olwen, finn)
  })
  const polls = async () => (await calls.read(finn, group)).polls
  const fix = (poll: number | undefined, option_id: number | undefined) =>
    calls.call(olwen, 'POST', `polls/${poll}/fix/`, {
      option_id,
      title: '',
      place: '',
      link: '',
      notes: '',
    })

  test('end by themselves, and stay without controls, after the open ones', async () => {
    await calls.ask(olwen, group, [calls.at(3), calls.at(5)], { title: 'Old' })
    const [old] = await polls()
    await calls.vote(finn, old?.id, [
      [old?.options[0]?.id, 'yes'],
      [old?.options[1]?.id, 'maybe'],
    ])
    server.passTime(4 * DAY)
    expect((await polls())[0]).toMatchObject({ is_over: false, is_closed: false })
    // The best date is one that can still be chosen.
    expect((await polls())[0]?.options.map(({ is_best }) => is_best)).toEqual([false, true])
    expect(await statusOf(fix(old?.id, old?.options[0]?.id))).toBe('409 option_over')
    server.passTime(2 * DAY)
    await calls.ask(olwen, group, [calls.at(3)], { title: 'New' })
    const [first, second] = await polls()
    expect([first?.title, second?.title]).toEqual(['New', 'Old'])
    expect(second).toMatchObject({ is_over: true, is_closed: true })
    expect(second?.options.some(({ is_best }) => is_best)).toBe(false)
    expect(await statusOf(calls.vote(finn, old?.id, [[old?.options[1]?.id, 'yes']]))).toBe(
      '409 poll_closed',
    )
    expect(await statusOf(fix(old?.id, old?.options[1]?.id))).toBe('409 option_over')
    const list = await calls.call(finn, 'GET', 'list')
    expect(list.json()[0]?.plan.open_polls).toBe(1)
  })

  test('leave their place to new ones, and go after a year', async () => {
    for (let count = 0; count < 5; count++) await calls.ask(olwen, group, [calls.at(3)])
    expect(await statusOf(calls.ask(olwen, group, [calls.at(3)]))).toBe('409 too_many_polls')
    server.passTime(4 * DAY)
    expect((await calls.ask(olwen, group, [calls.at(3)])).statusCode).toBe(200)
    expect(await polls()).toHaveLength(6)
    const { db, clock } = server.deps
    expect(await planningExpiries.polls.expire(db, clock() - 2 * DAY, 100)).toBe(0)
    server.passTime(2 * DAY)
    expect(await planningExpiries.polls.expire(db, clock() - 2 * DAY, 100)).toBe(5)
  })
})
