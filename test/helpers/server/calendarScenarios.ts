import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GroupId } from '#contract/ids.ts'
import type { NewSession } from '#contract/planning.ts'
import { DAY, HOUR } from '../fixtures/contents.ts'
import type { ShownDate } from './calendarProgram.ts'
import { deliveredMail } from './mailbox.ts'
import { calendarsOf } from './memberCalendars.ts'
import { planningOf } from './planning.ts'
import type { TestServer } from './testServer.ts'

/* Sessions of a group as calendar programs get them: by mail, by the private link, or both. */

const VIENNA = 'Europe/Vienna'
/** Thursdays at 19:00 in Vienna: the first one, and those before the clocks change in autumn and in spring. */
const FIRST = Date.UTC(2026, 9, 1, 17)
const AUTUMN = Date.UTC(2026, 9, 15, 17)
const SPRING = Date.UTC(2027, 2, 18, 18)
const WEEK = 7 * DAY
/** Two weeks before the clocks skip midnight in Havana. */
const MIDNIGHT = Date.UTC(2027, 1, 28, 5)
const SECOND = Date.UTC(2026, 9, 25, 1, 30)
const weekly = (count: number) => ({ unit: 'week', every: 1, count }) as const

type World = Awaited<ReturnType<typeof makeWorld>>
export type Scenario = {
  /** What the group plans first. */
  readonly plan: (world: World) => Promise<unknown>
  readonly change: (world: World) => Promise<unknown>
  /** Time zone of the planner and of the table. */
  readonly zone?: string
  /** The last time that is looked at; a rule may go on. */
  readonly until?: number
}

const planned =
  (start: number, over: Partial<NewSession> = {}) =>
  ({ plan }: World) =>
    plan(start, over)

/** By the first column of the table in `docs/calendar-programs.md`. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'One session, moved': {
    plan: planned(FIRST),
    change: ({ change }) => change(0, FIRST + DAY),
  },
  'One session, cancelled': {
    plan: planned(FIRST),
    change: ({ cancel }) => cancel(0),
  },
  'Series, one date cancelled': {
    plan: planned(FIRST, { repeats: weekly(3) }),
    change: ({ cancel }) => cancel(1),
  },
  'Series, one date moved': {
    plan: planned(FIRST, { repeats: weekly(3) }),
    change: ({ change }) => change(1, FIRST + WEEK + DAY),
  },
  'Series, a date moved, then cancelled': {
    async plan({ plan, change }) {
      await plan(FIRST, { repeats: weekly(3) })
      await change(1, FIRST + WEEK + DAY)
    },
    change: ({ cancel }) => cancel(1),
  },
  'Series over the end of summer time, a date after it moved': {
    plan: planned(AUTUMN, { repeats: weekly(4) }),
    change: ({ change }) => change(2, AUTUMN + 2 * WEEK + 2 * HOUR),
  },
  'Series over the beginning of summer time, a date after it cancelled': {
    plan: planned(SPRING, { repeats: weekly(4) }),
    change: ({ cancel }) => cancel(3),
  },
  'Series, this and later dates an hour earlier': {
    plan: planned(AUTUMN, { repeats: weekly(4) }),
    change: ({ change }) => change(1, AUTUMN + WEEK - HOUR, { scope: 'later' }),
  },
  'Series, one date at another place': {
    plan: planned(FIRST, { repeats: weekly(3) }),
    change: ({ change }) => change(1, FIRST + WEEK, { place: 'Linz', scope: 'this' }),
  },
  'Series, all dates longer': {
    plan: planned(FIRST, { repeats: { unit: 'month', every: 1, count: 3 } }),
    change: ({ change, period }) => change(0, FIRST, { ...period(FIRST, 4), scope: 'all' }),
  },
  'Series, the member doesn’t come to a date': {
    plan: planned(FIRST, { repeats: weekly(3) }),
    change: ({ answer }) => answer(1, 'not_coming'),
  },
  'Series, all dates cancelled': {
    plan: planned(FIRST, { repeats: weekly(3) }),
    change: ({ cancelAll }) => cancelAll(),
  },
  'Series, the member leaves the group': {
    plan: planned(FIRST, { repeats: weekly(3) }),
    change: ({ leave }) => leave(),
  },
  'Series, the member has left and comes back, one date moved': {
    async plan({ plan, leave, comeBack, sendMails }) {
      await plan(FIRST, { repeats: weekly(3) })
      await sendMails()
      await leave()
      await sendMails()
      await comeBack()
    },
    change: ({ change }) => change(0, FIRST + DAY),
  },
  'Saturday nights over the end of summer time, one date shorter': {
    plan: ({ plan, period }) =>
      plan(FIRST + 16 * DAY, { ...period(FIRST + 16 * DAY, 9), repeats: weekly(3) }),
    change: ({ change, period }) =>
      change(2, FIRST + 30 * DAY + HOUR, period(FIRST + 30 * DAY + HOUR, 6)),
  },
  'Mondays and Thursdays until a day, one date cancelled': {
    plan: ({ planByRule }) =>
      planByRule(
        'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261015T170000Z',
        [0, 4, 7, 11, 14].map((days) => FIRST + days * DAY),
      ),
    change: ({ cancel }) => cancel(3),
  },
  'Series without an end, of which four dates are stored, one moved': {
    plan: ({ planByRule }) =>
      planByRule(
        'FREQ=WEEKLY;INTERVAL=1;BYDAY=TH',
        [0, 1, 2, 3].map((weeks) => FIRST + weeks * WEEK),
      ),
    change: ({ change }) => change(1, FIRST + WEEK + DAY),
    until: FIRST + 6 * WEEK,
  },
  'Planned at midnight in Havana, which the clocks skip once, a date after it moved': {
    zone: 'America/Havana',
    plan: planned(MIDNIGHT, { repeats: weekly(4), time_zone: 'America/Havana' }),
    change: ({ change }) => change(3, MIDNIGHT + 3 * WEEK + DAY),
  },
  'Planned at midnight in Havana, the date that the clocks skip cancelled': {
    zone: 'America/Havana',
    plan: planned(MIDNIGHT, { repeats: weekly(4), time_zone: 'America/Havana' }),
    change: ({ cancel }) => cancel(2),
  },
  'Series from the second 02:30 of the night in which summer time ends, one date moved': {
    plan: planned(SECOND, { repeats: weekly(3) }),
    change: ({ change }) => change(1, SECOND + WEEK + DAY),
  },
  'Series, a date moved to the second 02:30 of the night in which summer time ends': {
    plan: planned(AUTUMN, { repeats: weekly(3) }),
    change: ({ change }) => change(1, SECOND),
  },
  'Planned in New York, where the clocks change a week later, one date moved': {
    zone: 'America/New_York',
    plan: planned(Date.UTC(2026, 9, 20, 23), {
      repeats: weekly(4),
      time_zone: 'America/New_York',
    }),
    change: ({ change }) => change(2, Date.UTC(2026, 10, 5, 0)),
  },
}

/** A group of a planner and a member, of which the member has files. */
async function makeWorld(server: TestServer) {
  const calls = planningOf(server)
  const planner = await server.addUser('Olwen')
  const member = await server.addUser('Finn')
  const group = await calls.group(planner, member)
  const path = await calendarsOf(server).feedOf(member)
  let read = (await deliveredMail(server)).length
  const ahead = async () => (await calls.read(planner, group)).dates
  /** The date in the order of starts. */
  async function dateAt(at: number) {
    const date = (await ahead())[at]
    if (date === undefined) throw new Error(`no date ${at}`)
    return date
  }
  const world = {
    period: calls.period,
    plan: (start: number, over: Partial<NewSession> = {}) =>
      calls.plan(planner, group, start, { title: 'Dusk', place: 'Graz', ...over }),
    async planByRule(rule: string, starts: readonly number[]) {
      await world.plan(starts[0] ?? 0, { repeats: weekly(2) })
      await storeRule(server, group, rule, starts)
    },
    async change(at: number, start: number, over: object = {}) {
      const { id, title, place, link, notes, sequence } = await dateAt(at)
      await calls.change(planner, id, start, { title, place, link, notes, sequence, ...over })
    },
    cancel: async (at: number) => calls.call(planner, 'DELETE', `dates/${(await dateAt(at)).id}`),
    cancelAll: async () =>
      calls.call(planner, 'DELETE', `sessions/${(await dateAt(0)).session_id}`),
    answer: async (at: number, answer: 'coming' | 'not_coming') =>
      calls.answer(member, await dateAt(at), answer),
    leave: () => calls.call(member, 'GET', `leave/${group}`),
    async comeBack() {
      await calls.call(planner, 'POST', `invite/${group}`, { username: 'Finn' })
      const [invite] = (await calls.call(member, 'GET', 'list/invites')).json()
      await calls.call(member, 'GET', `accept/${invite.id}`)
    },
    async sendMails() {
      await deliveredMail(server)
      server.passTime(HOUR)
    },
    /** The files of the mails that the member has got since the last call, and the feed as it is. */
    async files() {
      const mails = (await deliveredMail(server)).slice(read)
      read += mails.length
      const own = mails.filter(({ to }) => to.startsWith('finn@'))
      const feed = (await server.app.inject(path)).body
      server.passTime(HOUR)
      return { mails: own.flatMap(({ attachments }) => attachments.map(({ text }) => text)), feed }
    },
  }
  return world
}

/** A rule that no form offers. */
async function storeRule(
  { deps: { db } }: TestServer,
  group: GroupId,
  rule: string,
  starts: readonly number[],
) {
  const { id } = await db
    .updateTable('game_sessions')
    .set({ rule })
    .where('group_id', '=', group)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('game_dates').where('session_id', '=', id).execute()
  await db
    .insertInto('game_dates')
    .values(
      starts.map((start) => ({
        session_id: id,
        planned_at: start,
        starts_at: start,
        ends_at: start + 3 * HOUR,
      })),
    )
    .execute()
}

export type Files = Awaited<ReturnType<World['files']>>

/** Plays a scenario on an empty server. */
export async function play(server: TestServer, { plan, change }: Scenario) {
  await server.empty()
  const world = await makeWorld(server)
  await plan(world)
  const before = await world.files()
  await change(world)
  return { before, after: await world.files() }
}

/** The range that a program shows, in epoch milliseconds. */
export const rangeOf = ({ until }: Scenario) =>
  ({ from: FIRST - WEEK, to: until ?? SPRING + 30 * WEEK }) as const

type Shown = Pick<ShownDate, 'start' | 'end' | 'place' | 'isFree'>

/** Dates as the table has them: `Thu 1 Oct 19:00–22:00`. */
export const inWords = (dates: readonly Shown[], { zone = VIENNA }: Scenario): string =>
  dates
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, place, isFree }) =>
      [
        `${at(start, zone, DAY_AND_TIME)}–${at(end, zone, TIME)}`,
        place === 'Graz' ? '' : ` in ${place}`,
        isFree ? ' (free)' : '',
      ].join(''),
    )
    .join(', ') || 'nothing'

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const DAY_AND_TIME = { weekday: 'short', day: 'numeric', month: 'short', ...TIME } as const
const at = (time: number, timeZone: string, form: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...form }).format(time).replaceAll(',', '')

const PAGE = join(import.meta.dirname, '../../../docs/calendar-programs.md')

/** The rows of the table, by their first column. */
export const documented = (): Record<string, { before: string; after: string }> =>
  Object.fromEntries(
    readFileSync(PAGE, 'utf8')
      .split('\n')
      .filter((line) => /^\| (?!Scenario|-)/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === 5)
      .map(([, name = '', before = '', after = '']) => [name, { before, after }]),
  )
