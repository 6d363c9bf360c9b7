import { Temporal } from 'temporal-polyfill'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { DateAnswer, GameAnswer } from '#contract/sets.ts'
import { type Clock, HOUR_MS } from '../../config/time.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'
import demo from './demo/planning.json' with { type: 'json' }

const LENGTH_MS = 4 * HOUR_MS

type Evening = { readonly days: number; readonly hour: number }

/** An open date poll with a few answers, and a session in a week, of a group that mira owns. */
export async function seedPlanning(tx: Db, clock: Clock, users: DemoUsers): Promise<void> {
  const group = await tx
    .selectFrom('groups')
    .select(['id', 'owner_id'])
    .where('name', '=', demo.group)
    .executeTakeFirstOrThrow()
  const made = {
    group_id: group.id,
    made_by: group.owner_id,
    time_zone: demo.time_zone,
    created_at: clock(),
    updated_at: clock(),
  }
  await seedPoll(tx, clock, users, made)
  await seedSession(tx, clock, users, made)
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
  await tx
    .insertInto('game_answers')
    .values(
      Object.entries(answers).map(([member, answer]) => ({
        date_id,
        group_id: made.group_id,
        user_id: named(users, member),
        answer: answer as GameAnswer,
        updated_at: made.created_at,
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
