import type { GroupId } from '#contract/ids.ts'
import { CLOSES_AFTER_HOURS } from '#contract/planFields.ts'
import type { Plan } from '#contract/planning.ts'
import { planningExpiries } from '#server/modules/groups/planning/jobRepository.ts'
import { iso } from '#server/text/time.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { statusOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const SITE = 'https://discordia.example'

serverTests('date polls on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn, otto] = playersOf(server, 'Olwen', 'Finn', 'Otto')
  beforeEach(async () => {
    group = await calls.group(olwen, finn, otto)
  })

  const polls = async (who = finn) => (await calls.read(who, group)).polls
  const poll = async () => (await polls())[0]
  const mails = () => deliveredMail(server)
  /** Mails by kind and recipient, in the order of the alphabet. */
  const sent = async () =>
    (await mails()).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`).toSorted()
  /** Of the emails to one member. */
  const subjects = async (name: string) =>
    (await mails()).filter(({ to }) => to.startsWith(name)).map(({ subject }) => subject)

  test('are announced to the other members at once, with their dates and one button', async () => {
    const start = Date.UTC(2027, 6, 3, 17)
    await server.update('memberships', { user_id: finn.id }, { time_zone: 'America/New_York' })
    const over = { notes: 'Bring dice.', closes_at: iso(start - DAY) }
    await calls.ask(olwen, group, [start, start + DAY], over)
    expect(await sent()).toEqual(['poll-made finn', 'poll-made otto'])
    const mail = (await mails()).find(({ to }) => to.startsWith('finn'))
    expect(mail).toMatchObject({
      subject: 'New date poll for “Ravens”: Which evening?',
      link: expect.stringContaining(`${SITE}/api/planning/answer/`),
    })
    expect(mail?.text).toContain(
      `Notes: Bring dice.
Answer by: Fri 2 Jul 2027, 13:00

Sat 3 Jul 2027, 13:00–16:00
Sun 4 Jul 2027, 13:00–16:00

All times are New York time.

Answer:
`,
    )
    expect(mail?.text).not.toMatch(/{{|undefined/)
  })

  test('of the same hour are announced by one email at its end, sent once by several processes', async () => {
    await calls.call(olwen, 'PUT', `plan/${group}`, { planners: 'members' })
    await calls.ask(olwen, group, [calls.at(5)], { title: 'First' })
    server.passTime(0.5 * HOUR)
    await calls.ask(olwen, group, [calls.at(5)], { title: 'Second' })
    await calls.ask(finn, group, [calls.at(5)], { title: 'Third' })
    await calls.ask(olwen, group, [calls.at(5)], { title: 'Cancelled' })
    const cancelled = (await polls()).at(-1)
    await calls.call(olwen, 'DELETE', `polls/${cancelled?.id}`)
    expect(await calls.announce()).toBe(0)
    expect(await sent()).toEqual(['poll-made finn', 'poll-made otto'])
    server.passTime(0.5 * HOUR)
    const runs = await Promise.all([calls.announce(), calls.announce(), calls.announce()])
    expect(runs.toSorted()).toEqual([0, 0, 1])
    // Nobody gets an email about an own poll.
    const all = '2 new date polls for “Ravens”'
    expect(await subjects('otto')).toEqual(['New date poll for “Ravens”: First', all])
    expect(await subjects('olwen')).toEqual(['New date poll for “Ravens”: Third'])
    expect(await subjects('finn')).toEqual([
      'New date poll for “Ravens”: First',
      'New date poll for “Ravens”: Second',
    ])
    const digest = (await mails()).find(({ subject }) => subject === all)
    const answer = `Answer:\n${SITE}/api/planning/answer/\\S+\n`
    expect(digest?.text).toMatch(new RegExp(`Second\n– .*\n${answer}Third\n– .*\n${answer}`))
    // The next poll is an hour after that email.
    await calls.ask(olwen, group, [calls.at(5)], { title: 'Fourth' })
    expect(await subjects('otto')).toHaveLength(2)
    server.passTime(HOUR)
    expect(await calls.announce()).toBe(1)
    expect(await subjects('otto')).toHaveLength(3)
    server.passTime(HOUR)
    await calls.ask(olwen, group, [calls.at(5)], { title: 'Fifth' })
    expect(await subjects('otto')).toHaveLength(4)
    expect(await calls.announce()).toBe(0)
  })

  test('without a title are told by their dates alone among several', async () => {
    await calls.ask(olwen, group, [calls.at(5)])
    for (const day of [6, 7]) await calls.ask(olwen, group, [calls.at(day)], { title: '' })
    server.passTime(HOUR)
    await calls.announce()
    const { text } = (await mails()).at(-1) ?? {}
    expect(text).toMatch(/suit you\?\n\n– .*\nAnswer:\n\S+\n– .*\nAnswer:\n\S+\n\n/)
  })

  test('are announced to no member who has left, or has answered all dates by then', async () => {
    await calls.ask(olwen, group, [calls.at(5)])
    await calls.ask(olwen, group, [calls.at(6)])
    const second = (await polls())[1]
    await calls.vote(finn, second?.id, [[second?.options[0]?.id, 'no']])
    await calls.call(otto, 'GET', `leave/${group}`)
    server.passTime(HOUR)
    await calls.announce()
    expect(await sent()).toEqual(['poll-made finn'])
  })

  test('close when their maker says, and can be fixed by planners afterwards', async () => {
    const closes_at = iso(calls.at(2))
    await calls.ask(olwen, group, [calls.at(5)], { closes_at })
    const open = await poll()
    expect(open).toMatchObject({ closes_at, is_closed: false })
    const option = open?.options[0]?.id
    expect(await statusOf(calls.vote(finn, open?.id, [[option, 'yes']]))).toBe('200')
    server.passTime(2 * DAY)
    expect(await poll()).toMatchObject({ closes_at, is_closed: true })
    const late = calls.vote(otto, open?.id, [[option, 'yes']])
    expect(await statusOf(late)).toBe('409 answers_closed')
    expect(await statusOf(calls.edit(olwen, open, [[option, calls.at(3)]]))).toBe(
      '409 answers_closed',
    )
    // Another closing date opens it again.
    const longer = { closes_at: iso(calls.at(1)) }
    const same = (open?.options ?? []).map(
      ({ id, starts_at }) => [id, Date.parse(starts_at)] as const,
    )
    expect(await statusOf(calls.edit(olwen, open, same, longer))).toBe('200')
    expect(await statusOf(calls.vote(otto, open?.id, [[option, 'yes']]))).toBe('200')
    server.passTime(2 * DAY)
    expect(await statusOf(calls.fix(olwen, open?.id, option))).toBe('200')
  })

  test('close two hours after they were made at the earliest, and before the last date', async () => {
    const ask = (hours: number) =>
      statusOf(
        calls.ask(olwen, group, [calls.at(1), calls.at(3)], {
          closes_at: iso(server.deps.clock() + hours * HOUR),
        }),
      )
    expect(await ask(CLOSES_AFTER_HOURS - 1)).toBe('400 bad_closing closes_at')
    expect(await ask(73)).toBe('400 bad_closing closes_at')
    expect(await ask(CLOSES_AFTER_HOURS)).toBe('200')
    expect(await ask(72)).toBe('200')
    expect(
      await statusOf(calls.ask(olwen, group, [calls.at(3)], { closes_at: '2027-02-31T10:00:00Z' })),
    ).toBe('400 bad_closing closes_at')
  })

  test('remind those who have not answered a day before they close, once', async () => {
    await calls.ask(olwen, group, [calls.at(9)], { closes_at: iso(calls.at(5)) })
    const open = await poll()
    await calls.vote(finn, open?.id, [[open?.options[0]?.id, 'no']])
    server.passTime(4 * DAY - HOUR)
    expect(await calls.remindOfPolls()).toBe(0)
    server.passTime(HOUR)
    const runs = await Promise.all([calls.remindOfPolls(), calls.remindOfPolls()])
    expect(runs.toSorted()).toEqual([0, 1])
    expect(await subjects('otto')).toEqual([
      'New date poll for “Ravens”: Which evening?',
      'Tomorrow: answers close for Which evening?',
    ])
    expect((await sent()).filter((one) => one.startsWith('poll-reminder'))).toEqual([
      'poll-reminder otto',
    ])
    // Another closing date brings no second reminder.
    const options = (open?.options ?? []).map(
      ({ id, starts_at }) => [id, Date.parse(starts_at)] as const,
    )
    await calls.edit(olwen, open, options, { closes_at: iso(calls.at(3)) })
    server.passTime(2 * DAY)
    expect(await calls.remindOfPolls()).toBe(0)
  })

  test('remind when a third of a short time is left, and not about what is fixed or closed', async () => {
    const closes_at = iso(server.deps.clock() + 6 * HOUR)
    await calls.ask(olwen, group, [calls.at(3)], { closes_at })
    await calls.ask(olwen, group, [calls.at(3)], { closes_at, title: 'Fixed' })
    const second = (await polls())[1]
    server.passTime(4 * HOUR - 1)
    expect(await calls.remindOfPolls()).toBe(0)
    await calls.fix(olwen, second?.id, second?.options[0]?.id)
    server.passTime(1)
    expect(await calls.remindOfPolls()).toBe(1)
    await calls.ask(olwen, group, [calls.at(3)], { closes_at: iso(calls.at(1)) })
    server.passTime(DAY)
    expect(await calls.remindOfPolls()).toBe(0)
  })

  describe('whose dates change', () => {
    /** A poll about three dates that Finn and Otto have answered. */
    async function answered() {
      const starts = [calls.at(5), calls.at(6), calls.at(7)] as const
      await calls.ask(olwen, group, starts)
      const open = await poll()
      const [a, b, c] = open?.options.map(({ id }) => id) ?? []
      await calls.vote(finn, open?.id, [
        [a, 'yes'],
        [b, 'no'],
      ])
      await calls.vote(otto, open?.id, [[a, 'maybe']])
      return { open, starts, ids: [a, b, c] as const }
    }
    const answersIn = (plan: Plan) =>
      plan.polls[0]?.options.map(({ starts_at, answers }) => [
        starts_at,
        answers.map(({ name, answer }) => `${name} ${answer}`),
      ])

    test('keep the other answers, and those who answered a changed one get one email', async () => {
      const { open, starts, ids } = await answered()
      const [a, b] = ids
      const next = calls.at(8)
      const edited = await calls.edit(olwen, open, [
        [a, starts[0]],
        [b, starts[1] + HOUR],
        [undefined, next],
      ])
      expect(answersIn(edited.json<Plan>())).toEqual([
        [iso(starts[0]), ['Olwen yes', 'Finn yes', 'Otto maybe']],
        [iso(starts[1] + HOUR), ['Olwen yes']],
        [iso(next), ['Olwen yes']],
      ])
      expect((await sent()).filter((one) => one.startsWith('poll-changed'))).toEqual([
        'poll-changed finn',
      ])
      const mail = (await mails()).at(-1)
      expect(mail?.subject).toBe('Dates changed: Which evening?')
      expect(mail?.text.match(/Vienna time/g)).toHaveLength(1)
      // An answer that was on its way is refused, not taken for the other date.
      expect(await statusOf(calls.vote(otto, open?.id, [[b, 'yes']]))).toBe('409 poll_changed')
      expect(await statusOf(calls.fix(olwen, open?.id, b))).toBe('409 poll_changed')
    })

    test('refuse the second of two changes at once, and lose nothing', async () => {
      const { open, starts, ids } = await answered()
      const codes = await Promise.all(
        [8, 9].map((day) =>
          statusOf(
            calls.edit(olwen, open, [
              [ids[0], starts[0]],
              [undefined, calls.at(day)],
            ]),
          ),
        ),
      )
      expect(codes.toSorted()).toEqual(['200', '409 poll_changed'])
      expect((await poll())?.options).toHaveLength(2)
      expect((await poll())?.options[0]?.answers).toHaveLength(3)
    })

    test('refuse what a new poll would refuse, and foreign options', async () => {
      const { open, starts, ids } = await answered()
      const edit = (...options: Parameters<typeof calls.edit>[2][number][]) =>
        statusOf(calls.edit(olwen, open, options))
      expect(await edit()).toMatch(/^400/)
      expect(await edit([ids[0], starts[0]], [undefined, starts[0]])).toBe(
        '400 same_options options',
      )
      expect(await edit([ids[0], calls.at(-1)])).toBe('400 not_ahead starts_at')
      expect(await edit([99_999 as never, calls.at(9)])).toBe('409 poll_changed')
      expect(await statusOf(calls.edit(finn, open, [[ids[0], starts[0]]]))).toBe('403 may_not_plan')
      const late = { closes_at: iso(calls.at(6)) }
      expect(await statusOf(calls.edit(olwen, open, [[ids[0], starts[0]]], late))).toBe(
        '400 bad_closing closes_at',
      )
      await calls.call(olwen, 'DELETE', `polls/${open?.id}`)
      expect(await edit([ids[0], starts[0]])).toBe('409 poll_closed')
    })

    test('may keep a date that has passed', async () => {
      const { open, starts, ids } = await answered()
      server.passTime(5.5 * DAY)
      const options = ids.slice(0, 2).map((id, n) => [id, starts[n] ?? 0] as const)
      expect(await statusOf(calls.edit(olwen, open, options))).toBe('200')
    })
  })

  test('have a comment of each member, which is saved with the answers', async () => {
    await calls.ask(olwen, group, [calls.at(5)])
    const open = await poll()
    const say = (who: TestUser, comment: string | undefined) =>
      calls.call(who, 'PUT', `polls/${open?.id}`, {
        time_zone: 'Europe/Vienna',
        answers: [],
        comment,
      })
    await say(otto, 'Late, by train.')
    await say(finn, '  Only until ten.  ')
    await say(otto, undefined)
    expect((await poll())?.comments).toEqual([
      { member_id: finn.id, name: 'Finn', text: 'Only until ten.' },
      { member_id: otto.id, name: 'Otto', text: 'Late, by train.' },
    ])
    expect(await statusOf(say(finn, 'x'.repeat(201)))).toMatch(/^400/)
    await say(finn, '')
    expect((await poll())?.comments).toMatchObject([{ name: 'Otto' }])
    await calls.call(otto, 'GET', `leave/${group}`)
    expect((await poll())?.comments).toEqual([])
  })

  test('mark every date that is as good as the best one', async () => {
    await calls.ask(olwen, group, [calls.at(5), calls.at(6), calls.at(7)])
    const open = await poll()
    const [a, b, c] = open?.options.map(({ id }) => id) ?? []
    const marks = async () =>
      (await poll())?.options.map(({ is_best, is_tied }) => [is_best, is_tied])
    await calls.vote(finn, open?.id, [
      [a, 'yes'],
      [b, 'maybe'],
      [c, 'yes'],
    ])
    expect(await marks()).toEqual([
      [true, true],
      [false, false],
      [false, true],
    ])
    await calls.vote(otto, open?.id, [[c, 'yes']])
    expect(await marks()).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ])
  })
})

serverTests('polls of which all dates are over, on %s,', { engines: bothEngines }, (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
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
