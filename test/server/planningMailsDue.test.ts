import type { GroupId } from '#contract/ids.ts'
import { iso } from '#server/text/time.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('mails about plans that are not wanted when they are due, on %s,', (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
    group = await calls.group(olwen, finn)
  })

  const sent = async () =>
    (await deliveredMail(server)).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`)
  const poll = async () => (await calls.read(finn, group)).polls[0]
  /** A new poll of which the members have got their mail. */
  async function asked(closes_at: number | null = null) {
    const over = closes_at === null ? {} : { closes_at: iso(closes_at) }
    await calls.ask(olwen, group, [calls.at(5), calls.at(6)], over)
    await deliveredMail(server)
    return poll()
  }
  const series = { repeats: { unit: 'week', every: 1, count: 4 } } as const

  /** What causes a mail to Finn. */
  const CAUSES: Readonly<Record<string, () => Promise<unknown>>> = {
    'session-made': () => calls.plan(olwen, group, calls.at(3)),
    'poll-made': () => calls.ask(olwen, group, [calls.at(5)]),
    async 'poll-changed'() {
      const open = await asked()
      await calls.vote(finn, open?.id, [[open?.options[0]?.id, 'yes']])
      await calls.edit(olwen, await poll(), [[open?.options[0]?.id, calls.at(7)]])
    },
    async 'poll-reminder'() {
      await asked(calls.at(3))
      server.passTime(2 * DAY)
      await calls.remindOfPolls()
    },
    async 'session-rest'() {
      await calls.plan(olwen, group, calls.at(3), series)
      await deliveredMail(server)
      const [, second] = (await calls.read(olwen, group)).dates
      const repeats = { unit: 'week', every: 2, count: 3 }
      await calls.change(olwen, second?.id, Date.parse(second?.starts_at ?? ''), {
        scope: 'later',
        repeats,
      })
    },
    async 'session-gone'() {
      await calls.plan(olwen, group, calls.at(3))
      await deliveredMail(server)
      await calls.call(finn, 'GET', `leave/${group}`)
    },
  }
  const mailed = async (kind: string) => (await sent()).filter((one) => one === `${kind} finn`)
  const account = (change: object) => server.update('users', { id: finn.id }, change)
  const stopped = () =>
    server.insert('preferences', {
      user_id: finn.id,
      planning_mails_off_at: 1,
      reminder_mails_off_at: 1,
    })

  test.each(Object.keys(CAUSES))('are of the kind %s', async (kind) => {
    await CAUSES[kind]?.()
    expect(await mailed(kind)).toEqual([`${kind} finn`])
  })

  test.each([
    ['session-made', []],
    ['session-gone', ['session-gone finn']],
  ])(
    'reach an account that was deactivated since only to end its sessions: %s',
    async (kind, to) => {
      await CAUSES[kind]?.()
      await account({ deactivated_at: 1 })
      expect(await mailed(kind)).toEqual(to)
    },
  )

  test('do not take out a session for a member who has stopped them since', async () => {
    await CAUSES['session-gone']?.()
    await stopped()
    expect(await mailed('session-gone')).toEqual([])
  })

  test.each(['poll-changed', 'poll-reminder'])(
    'do not reach a member who has answered since: %s',
    async (kind) => {
      await CAUSES[kind]?.()
      const open = await poll()
      const answers = open?.options.map(({ id }) => [id, 'no'] as const) ?? []
      await calls.vote(finn, open?.id, answers)
      expect(await mailed(kind)).toEqual([])
    },
  )

  test('are those about a poll that takes no answers any more', async () => {
    await calls.ask(olwen, group, [calls.at(5)], { closes_at: iso(calls.at(1)) })
    server.passTime(DAY)
    expect(await sent()).toEqual([])
  })

  test('are those that remind of a date that has begun', async () => {
    await calls.plan(olwen, group, calls.at(2))
    server.passTime(2 * DAY + HOUR)
    expect(await calls.remind()).toBe(0)
  })

  test('are those that remind of a date that was moved or cancelled since', async () => {
    for (const title of ['Moved', 'Cancelled'])
      await calls.plan(olwen, group, calls.at(3), { title })
    await deliveredMail(server)
    server.passTime(2.5 * DAY)
    expect(await calls.remind()).toBe(2)
    const [moved, cancelled] = (await calls.read(olwen, group)).dates
    await calls.change(olwen, moved?.id, calls.at(5))
    await calls.call(olwen, 'DELETE', `dates/${cancelled?.id}`)
    expect((await sent()).filter((one) => one.startsWith('session-reminder'))).toEqual([])
  })

  test('is a reminder of a poll whose closing date was moved since', async () => {
    await CAUSES['poll-reminder']?.()
    const open = await poll()
    const same = open?.options.map(({ id, starts_at }) => [id, Date.parse(starts_at)] as const)
    await calls.edit(olwen, open, same ?? [], { closes_at: iso(calls.at(2)) })
    expect(await mailed('poll-reminder')).toEqual([])
  })

  describe('about sessions that are no longer those of the member', () => {
    const gone = async () => {
      await calls.call(finn, 'GET', `leave/${group}`)
      return mailed('session-gone')
    }
    beforeEach(async () => {
      await calls.call(olwen, 'PUT', `plan/${group}`, { planners: 'members' })
    })

    test('are about an own one, until somebody else has changed it', async () => {
      await calls.plan(finn, group, calls.at(3))
      const [date] = (await calls.read(olwen, group)).dates
      await calls.change(olwen, date?.id, calls.at(4))
      expect(await gone()).toEqual(['session-gone finn'])
    })

    test('are about one that is over', async () => {
      await calls.plan(olwen, group, calls.at(1))
      server.passTime(2 * DAY)
      expect(await gone()).toEqual([])
    })
  })
})
