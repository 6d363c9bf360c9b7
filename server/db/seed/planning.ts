import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import type { DateAnswer, GameAnswer } from '#contract/sets.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../../config/time.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'
import demo from './demo/planning.json' with { type: 'json' }

const LENGTH_MS = 4 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Dates of series without an end are stored for as long. */
const YEAR_MS = 366 * DAY_MS

type Evening = { readonly days: number; readonly hour: number }

/**
 * An open date poll with a few answers, and a session in a week, of a group that mira owns; a series without an end of
 * a group that meets in turn at the homes of its members.
 */
export async function seedPlanning(tx: Db, clock: Clock, users: DemoUsers): Promise<void> {
  const made = await madeIn(tx, demo.group, clock())
  await seedPoll(tx, clock, users, made)
  await seedSession(tx, clock, users, made)
  await seedSeries(tx, users, await madeIn(tx, demo.series.group, clock()))
}

async function madeIn(tx: Db, name: string, now: number): Promise<Made> {
  const { id, owner_id } = await tx
    .selectFrom('groups')
    .select(['id', 'owner_id'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const { time_zone } = demo
  return { group_id: id, made_by: owner_id, time_zone, created_at: now, updated_at: now }
}

type Made = {
  readonly group_id: GroupId
  readonly made_by: MemberId
  readonly time_zone: string
  readonly created_at: number
  readonly updated_at: number
}

async function seedPoll(tx: Db, clock: Clock, users: DemoUsers, made: Made): Promise<void> {
  const { options, closes, comments, ...texts } = demo.poll
  const { id: poll_id } = await insertRow(tx, 'date_polls', {
    ...texts,
    ...made,
    state: 'open',
    closes_at: periodOf(clock, closes).starts_at,
  })
  const updated_at = made.created_at
  for (const [member, text] of Object.entries(comments)) {
    const whose = { poll_id, group_id: made.group_id, user_id: named(users, member) }
    await tx
      .insertInto('date_comments')
      .values({ ...whose, text, updated_at })
      .execute()
  }
  for (const { answers, ...evening } of options) {
    const row = { poll_id, ...periodOf(clock, evening) }
    const { id: option_id } = await insertRow(tx, 'date_options', row)
    await tx
      .insertInto('date_answers')
      .values(
        Object.entries(answers).map(([member, answer]) => ({
          option_id,
          group_id: made.group_id,
          user_id: named(users, member),
          answer: answer as DateAnswer,
          updated_at: made.created_at,
        })),
      )
      .execute()
  }
}

async function seedSession(tx: Db, clock: Clock, users: DemoUsers, made: Made): Promise<void> {
  const { answers, days, hour, ...texts } = demo.session
  const uid = 'demo-orchard-jury@discordia'
  const { id } = await insertRow(tx, 'game_sessions', { ...texts, ...made, uid })
  const period = periodOf(clock, { days, hour })
  const row = { session_id: id, planned_at: period.starts_at, ...period }
  const { id: date_id } = await insertRow(tx, 'game_dates', row)
  await seedAnswers(tx, users, made, date_id, answers)
}

/** The dates of a year from now; the background job adds the next ones. */
async function seedSeries(tx: Db, users: DemoUsers, made: Made): Promise<void> {
  const { group: _group, hour, rule, hosts, answers, ...texts } = demo.series
  const now = made.created_at
  const starts = startsOf(rule, hour, now)
  const { id: session_id } = await insertRow(tx, 'game_sessions', {
    ...{ ...texts, ...made, rule, uid: 'demo-bell-goats@discordia' },
    ...{ extend_at: now + WEEK_MS, date_length: LENGTH_MS },
  })
  for (const [turn, starts_at] of starts.entries()) {
    const { id } = await insertRow(tx, 'game_dates', {
      ...{ session_id, planned_at: starts_at, starts_at, ends_at: starts_at + LENGTH_MS },
      host_id: named(users, hosts[turn % hosts.length] ?? ''),
      reminded_at: starts_at - now < DAY_MS ? now : null,
    })
    if (turn === 0) await seedAnswers(tx, users, made, id, answers)
  }
}

function startsOf(rule: string, hour: number, now: number): number[] {
  const from = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(demo.time_zone)
    .withPlainTime({ hour })
  const begin = from.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
  const rruleString = `DTSTART;TZID=${demo.time_zone}:${begin}\nRRULE:${rule}`
  return new RRuleTemporal({ rruleString })
    .between(new Date(now), new Date(now + YEAR_MS), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
}

async function seedAnswers(
  tx: Db,
  users: DemoUsers,
  { group_id, created_at: updated_at }: Made,
  date_id: GameDateId,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  await tx
    .insertInto('game_answers')
    .values(
      Object.entries(answers).map(([member, answer]) => ({
        ...{ date_id, group_id, updated_at },
        user_id: named(users, member),
        answer: answer as GameAnswer,
      })),
    )
    .execute()
}

function periodOf(clock: Clock, { days, hour }: Evening) {
  const day = Temporal.Instant.fromEpochMilliseconds(clock())
    .toZonedDateTimeISO(demo.time_zone)
    .toPlainDate()
    .add({ days })
  const time = Temporal.PlainTime.from({ hour })
  const starts_at = day.toZonedDateTime({
    timeZone: demo.time_zone,
    plainTime: time,
  }).epochMilliseconds
  return { starts_at, ends_at: starts_at + LENGTH_MS }
}
