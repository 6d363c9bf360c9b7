import ICAL from 'ical.js'
import type { GroupId } from '#contract/ids.ts'
import type { GameDate, Plan } from '#contract/planning.ts'
import { listOccurrencesOfMember } from '#server/modules/groups/planning/calendarRepository.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

/** A Thursday; the clocks of Vienna go back on 31 October 2027. */
const START = Date.UTC(2027, 9, 14, 17)
const WEEK = 7 * DAY
/** 19:00 in Vienna. */
const STARTS = [START, START + WEEK, START + 2 * WEEK, START + 3 * WEEK + HOUR]

serverTests('a change of a date of a series on %s', (server) => {
  const calls = planningOf(server)
  let group: GroupId
  let dates: readonly GameDate[]
  beforeEach(() => server.empty())
  const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
    group = await calls.group(olwen, finn)
    const repeats = { unit: 'week', every: 1, count: 4 } as const
    await calls.plan(olwen, group, START, { repeats, title: 'Club', place: 'Graz', notes: 'Dice' })
    dates = (await calls.read(olwen, group)).dates
  })

  type Change = {
    readonly start?: number
    readonly scope?: string
    readonly [text: string]: unknown
  }
  /** Changes the date of this number; its other texts and its time stay. */
  async function change(at: number, { start = STARTS[at] ?? 0, ...over }: Change) {
    const date = (await calls.read(olwen, group)).dates[at]
    const { title, place, link, notes, sequence } = date ?? {}
    return calls.change(olwen, date?.id, start, { title, place, link, notes, sequence, ...over })
  }
  const places = async () => (await calls.read(finn, group)).dates.map(({ place }) => place)
  const hoursMoved = async () =>
    (await calls.read(finn, group)).dates.map(
      ({ starts_at }, at) => (Date.parse(starts_at) - (STARTS[at] ?? 0)) / HOUR,
    )

  test.each([
    ['this', ['Graz', 'Linz', 'Graz', 'Graz'], [0, 2, 0, 0]],
    ['later', ['Graz', 'Linz', 'Linz', 'Linz'], [0, 2, 2, 2]],
    ['all', ['Linz', 'Linz', 'Linz', 'Linz'], [2, 2, 2, 2]],
    // Callers that know no scope: the time of this date, the texts of all.
    [undefined, ['Linz', 'Linz', 'Linz', 'Linz'], [0, 2, 0, 0]],
  ])('concerns %s of its dates', async (scope, afterPlaces, hours) => {
    const start = START + WEEK + 2 * HOUR
    const response = await change(1, { start, place: 'Linz', ...(scope && { scope }) })
    expect(response.statusCode).toBe(200)
    expect([await places(), await hoursMoved()]).toEqual([afterPlaces, hours])
  })

  test('changes only what differs from the date: others keep their own texts', async () => {
    await change(1, { place: 'Linz', scope: 'this' })
    await change(0, { link: 'https://vtt.example/', scope: 'all' })
    await change(0, { place: 'Wels', scope: 'this' })
    await change(2, { title: 'Finale', scope: 'later' })
    const after = (await calls.read(finn, group)).dates
    expect(after.map(({ title, place, link, notes }) => [title, place, link, notes])).toEqual([
      ['Club', 'Wels', 'https://vtt.example/', 'Dice'],
      ['Club', 'Linz', 'https://vtt.example/', 'Dice'],
      ['Finale', 'Graz', 'https://vtt.example/', 'Dice'],
      ['Finale', 'Graz', 'https://vtt.example/', 'Dice'],
    ])
    await change(1, { place: 'Steyr', scope: 'all' })
    expect(await places()).toEqual(['Steyr', 'Steyr', 'Steyr', 'Steyr'])
    await change(0, { place: '', scope: 'this' })
    expect(await places()).toEqual(['', 'Steyr', 'Steyr', 'Steyr'])
  })

  test('leaves dates that are over or cancelled as they are', async () => {
    await calls.call(olwen, 'DELETE', `dates/${dates[2]?.id}`)
    server.passTime(START + 4 * HOUR - server.deps.clock())
    const [next] = (await calls.read(olwen, group)).dates
    const { title, link, notes, sequence } = next ?? {}
    const start = START + WEEK + DAY
    await calls.change(olwen, next?.id, start, {
      title,
      link,
      notes,
      sequence,
      place: 'Linz',
      scope: 'all',
    })
    const all = await listOccurrencesOfMember(server.deps, finn.id, {
      from: START,
      to: START * 2,
      limit: 9,
    })
    expect(all.map(({ starts_at, place }) => [starts_at, place])).toEqual([
      [START, 'Graz'],
      [start, 'Linz'],
      [STARTS[2], 'Graz'],
      [(STARTS[3] ?? 0) + DAY, 'Linz'],
    ])
  })

  test('asks again about the dates whose start changes, and no others', async () => {
    for (const date of dates)
      for (const who of [olwen, finn]) await calls.answer(who, date, 'coming')
    const answered = async () =>
      (await calls.read(olwen, group)).dates.map(({ answers }) =>
        answers.map(({ name }) => name).join(),
      )
    const both = 'Olwen,Finn'
    await change(1, { place: 'Linz', scope: 'all' })
    expect(await answered()).toEqual([both, both, both, both])
    await change(1, { ...calls.period(START + WEEK, 5), scope: 'later' })
    expect(await answered()).toEqual([both, both, both, both])
    await change(2, { start: START + 2 * WEEK - HOUR, scope: 'later' })
    expect(await answered()).toEqual([both, both, 'Olwen', 'Olwen'])
    const { dates: after } = await calls.read(olwen, group)
    const lengths = after.map((one) => (Date.parse(one.ends_at) - Date.parse(one.starts_at)) / HOUR)
    // The helper sends three hours with each start.
    expect(lengths).toEqual([3, 5, 3, 3])
  })

  test('refuses what moves a date into the past, or what another change has overtaken', async () => {
    server.passTime(START - HOUR - server.deps.clock())
    expect((await change(1, { start: STARTS[1] ?? 0 - 3 * HOUR, scope: 'some' })).statusCode).toBe(
      400,
    )
    const early = await change(1, { start: START + WEEK - 2 * HOUR, scope: 'all' })
    expect([early.statusCode, early.json().errors[0].code]).toEqual([400, 'not_ahead'])
    const both = await Promise.all(
      ['this', 'all'].map((scope) => change(1, { place: scope, scope })),
    )
    const codes = both.map(({ statusCode }) => statusCode)
    // Two writers that have read the same plan: the second is refused.
    if (codes.includes(409)) expect(codes.toSorted()).toEqual([200, 409])
    const stale = await calls.change(olwen, dates[1]?.id, STARTS[1] ?? 0, { scope: 'all' })
    expect(stale.statusCode).toBe(409)
  })

  test('is mailed once to each member, with its dates, and the place of each in the file', async () => {
    await deliveredMail(server)
    await change(1, { start: START + WEEK + HOUR, place: 'Linz', scope: 'later' })
    const mails = (await deliveredMail(server)).filter(({ kind }) => kind === 'session-moved')
    expect(mails.map(({ to }) => to)).toEqual(['finn@example.org'])
    const [mail] = mails
    expect(mail?.text).toContain('Before: Thu 21 Oct 2027, 19:00–22:00')
    for (const day of ['Thu 21 Oct 2027, 20:00', 'Thu 28 Oct 2027, 20:00', 'Thu 4 Nov 2027, 20:00'])
      expect(mail?.text).toContain(day)
    expect(mail?.text).not.toContain('14 Oct')
    expect(mail?.text).toContain('Where: Linz')
    const calendar = new ICAL.Component(ICAL.parse(mail?.attachments[0]?.text ?? ''))
    const entries = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
    expect(entries.map(({ location }) => location)).toEqual(['Graz', 'Linz', 'Linz', 'Linz'])
    expect(entries.map(({ recurrenceId }) => recurrenceId?.toJSDate().getTime())).toEqual([
      undefined,
      ...STARTS.slice(1),
    ])
  })

  test('says in which zones the other members last answered', async () => {
    expect((await calls.read(olwen, group)).zones).toEqual([])
    await calls.answer(finn, dates[0], 'coming', 'Asia/Tokyo')
    expect((await calls.read(olwen, group)).zones).toEqual([
      { member_id: finn.id, name: 'Finn', time_zone: 'Asia/Tokyo' },
    ])
    expect((await calls.read(finn, group)).zones).toEqual([
      { member_id: olwen.id, name: 'Olwen', time_zone: 'Europe/Vienna' },
    ])
    await server.update('users', { id: finn.id }, { deactivated_at: 1 })
    expect((await calls.read(olwen, group)).zones).toEqual([])
  })

  test('names the next date by its own title in the list of groups', async () => {
    await change(0, { title: 'First evening', scope: 'this' })
    const [listed] = (await calls.call(finn, 'GET', 'list')).json<{ plan: Plan }[]>()
    expect(listed?.plan).toMatchObject({ next_session: { title: 'First evening' } })
  })
})
