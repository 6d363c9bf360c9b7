import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import type { DateAnswer, GameAnswer } from '#contract/sets.ts'
import { searchKey } from '#shared/search.ts'
import { DAY_MS, HOUR_MS } from '../../config/time.ts'
import { plainText } from '../../text/light.ts'
import { insertRow } from '../rows.ts'
import { named, type Peopled } from './accounts.ts'
import type { DemoTexts } from './languages.ts'

const LENGTH_MS = 4 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Dates of series without an end are stored for as long. */
const YEAR_MS = 366 * DAY_MS

type Plans = DemoTexts<'planning'>
type Past = DemoTexts<'past'>
type Evening = { readonly days: number; readonly hour: number }

/**
 * An open date poll with a few answers, and a session in a week, of a group that mira owns; a series without an end of
 * a group that meets in turn at the homes of its members.
 */
export async function seedPlanning(
  w: Peopled,
  { group, time_zone, poll, session, series }: Plans,
): Promise<void> {
  const made = await madeIn(w, group, time_zone)
  await seedPoll(w, made, poll)
  await seedSession(w, made, session)
  await seedSeries(w, await madeIn(w, series.group, time_zone), series)
}

async function madeIn({ db, now }: Peopled, name: string, time_zone: string): Promise<Made> {
  const { id, owner_id } = await db
    .selectFrom('groups')
    .select(['id', 'owner_id'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { group_id: id, made_by: owner_id, time_zone, created_at: now, updated_at: now }
}

type Made = {
  readonly group_id: GroupId
  readonly made_by: MemberId
  readonly time_zone: string
  readonly created_at: number
  readonly updated_at: number
}

async function seedPoll(
  { db, users }: Peopled,
  made: Made,
  { options, closes, comments, ...texts }: Plans['poll'],
): Promise<void> {
  const { id: poll_id } = await insertRow(db, 'date_polls', {
    ...texts,
    ...made,
    state: 'open',
    closes_at: periodOf(made, closes).starts_at,
  })
  const updated_at = made.created_at
  for (const [member, text] of Object.entries(comments)) {
    const whose = { poll_id, group_id: made.group_id, user_id: named(users, member) }
    await db
      .insertInto('date_comments')
      .values({ ...whose, text, updated_at })
      .execute()
  }
  for (const { answers, ...evening } of options) {
    const row = { poll_id, ...periodOf(made, evening) }
    const { id: option_id } = await insertRow(db, 'date_options', row)
    await db
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

async function seedSession(
  w: Peopled,
  made: Made,
  { answers, days, hour, ...texts }: Plans['session'],
): Promise<void> {
  const uid = 'demo-orchard-jury@discordia'
  const { id } = await insertRow(w.db, 'game_sessions', { ...texts, ...made, uid })
  const period = periodOf(made, { days, hour })
  const row = { session_id: id, planned_at: period.starts_at, ...period }
  const { id: date_id } = await insertRow(w.db, 'game_dates', row)
  await seedAnswers(w, { ...made, date_id }, answers)
}

/** The dates of a year from now; the background job adds the next ones. */
async function seedSeries(
  w: Peopled,
  made: Made,
  { group: _group, hour, rule, hosts, answers, ...texts }: Plans['series'],
): Promise<void> {
  const now = made.created_at
  const starts = startsOf(made, rule, hour)
  const order = hosts.map((name) => named(w.users, name))
  const { id: session_id } = await insertRow(w.db, 'game_sessions', {
    ...{ ...texts, ...made, rule, uid: 'demo-bell-goats@discordia' },
    ...{ extend_at: now + WEEK_MS, date_length: LENGTH_MS },
  })
  const ids = { session_id, group_id: made.group_id }
  const turns = order.map((user_id, position) => ({ ...ids, user_id, position }))
  await w.db.insertInto('session_hosts').values(turns).execute()
  for (const [turn, starts_at] of starts.entries()) {
    const { id } = await insertRow(w.db, 'game_dates', {
      ...{ session_id, planned_at: starts_at, starts_at, ends_at: starts_at + LENGTH_MS },
      host_id: order[turn % order.length] ?? null,
      reminded_at: starts_at - now < DAY_MS ? now : null,
    })
    if (turn === 0) await seedAnswers(w, { ...made, date_id: id }, answers)
  }
}

function startsOf({ time_zone, created_at: now }: Made, rule: string, hour: number): number[] {
  const from = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(time_zone)
    .withPlainTime({ hour })
  const begin = from.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
  const rruleString = `DTSTART;TZID=${time_zone}:${begin}\nRRULE:${rule}`
  return new RRuleTemporal({ rruleString })
    .between(new Date(now), new Date(now + YEAR_MS), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
}

type Answered = Pick<Made, 'group_id' | 'created_at'> & { readonly date_id: GameDateId }

async function seedAnswers(
  { db, users }: Peopled,
  { group_id, created_at: updated_at, date_id }: Answered,
  answers: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await db
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

function periodOf({ time_zone, created_at }: Made, { days, hour }: Evening) {
  const day = Temporal.Instant.fromEpochMilliseconds(created_at)
    .toZonedDateTimeISO(time_zone)
    .toPlainDate()
    .add({ days })
  const time = Temporal.PlainTime.from({ hour })
  const starts_at = day.toZonedDateTime({
    timeZone: time_zone,
    plainTime: time,
  }).epochMilliseconds
  return { starts_at, ends_at: starts_at + LENGTH_MS }
}

/** Two past sessions with recaps of a group that mira owns. */
export async function seedPast(w: Peopled, { time_zone, ...demo }: Past): Promise<void> {
  const made = await madeIn(w, demo.group, time_zone)
  for (const session of demo.sessions) await seedPastSession(w, made, session)
}

async function seedPastSession(
  w: Peopled,
  { group_id, made_by, time_zone }: Made,
  { title, place, days_ago, hour, answers, corrected, writer, recap }: Past['sessions'][number],
): Promise<void> {
  const { db, now, users } = w
  const starts_at = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(time_zone)
    .subtract({ days: days_ago })
    .withPlainTime({ hour }).epochMilliseconds
  const ends_at = starts_at + LENGTH_MS
  const { id: session_id } = await insertRow(db, 'game_sessions', {
    ...{ group_id, made_by, uid: `demo-orchard-jury-${days_ago}@discordia` },
    ...{ title, place, link: '', notes: '', time_zone },
    created_at: starts_at - 7 * LENGTH_MS,
    updated_at: starts_at - 7 * LENGTH_MS,
  })
  const row = { session_id, planned_at: starts_at, starts_at, ends_at, reminded_at: starts_at }
  const { id: date_id } = await insertRow(db, 'game_dates', row)
  await seedAnswers(w, { group_id, created_at: starts_at, date_id }, answers)
  for (const [member, came] of Object.entries(corrected)) {
    const user_id = named(users, member)
    const attendance = { date_id, user_id, came: came ? 1 : 0, updated_at: ends_at }
    await insertRow(db, 'date_attendance', attendance)
  }
  const written_by = named(users, writer)
  // It is written in the evening of the next day.
  const written_at = ends_at + 21 * HOUR_MS
  await db
    .insertInto('date_recaps')
    .values({
      ...{ date_id, text: recap, search_text: searchKey(plainText('light', recap)) },
      ...{ version: 1, written_by, written_at },
    })
    .execute()
  await insertRow(db, 'group_log', {
    ...{ group_id, actor_id: written_by, kind: 'recap_written', detail: title },
    created_at: written_at,
  })
}
