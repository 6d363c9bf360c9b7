import { Temporal } from 'temporal-polyfill'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { searchKey } from '#shared/search.ts'
import { type Clock, HOUR_MS } from '../../config/time.ts'
import { plainText } from '../../text/light.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'
import type { DemoTexts } from './languages.ts'

const LENGTH_MS = 4 * HOUR_MS

type Past = DemoTexts<'past'>
type Session = Past['sessions'][number]
type Group = {
  readonly id: GroupId
  readonly owner_id: MemberId
  readonly time_zone: string
}

/** Two past sessions with recaps of a group that mira owns. */
export async function seedPast(
  tx: Db,
  clock: Clock,
  users: DemoUsers,
  { time_zone, ...demo }: Past,
): Promise<void> {
  const group = await tx
    .selectFrom('groups')
    .select(['id', 'owner_id'])
    .where('name', '=', demo.group)
    .executeTakeFirstOrThrow()
  for (const session of demo.sessions)
    await seedSession(tx, clock, users, { ...group, time_zone }, session)
}

async function seedSession(
  tx: Db,
  clock: Clock,
  users: DemoUsers,
  { id: group_id, owner_id, time_zone }: Group,
  { title, place, days_ago, hour, answers, corrected, writer, recap }: Session,
): Promise<void> {
  const starts_at = Temporal.Instant.fromEpochMilliseconds(clock())
    .toZonedDateTimeISO(time_zone)
    .subtract({ days: days_ago })
    .withPlainTime({ hour }).epochMilliseconds
  const ends_at = starts_at + LENGTH_MS
  const { id: session_id } = await insertRow(tx, 'game_sessions', {
    group_id,
    made_by: owner_id,
    uid: `demo-orchard-jury-${days_ago}@discordia`,
    ...{ title, place, link: '', notes: '', time_zone },
    created_at: starts_at - 7 * LENGTH_MS,
    updated_at: starts_at - 7 * LENGTH_MS,
  })
  const row = { session_id, planned_at: starts_at, starts_at, ends_at, reminded_at: starts_at }
  const { id: date_id } = await insertRow(tx, 'game_dates', row)
  for (const [member, answer] of Object.entries(answers))
    await tx
      .insertInto('game_answers')
      .values({
        ...{ date_id, group_id, user_id: named(users, member) },
        answer: answer as GameAnswer,
        updated_at: starts_at,
      })
      .execute()
  for (const [member, came] of Object.entries(corrected)) {
    const user_id = named(users, member)
    const attendance = { date_id, user_id, came: came ? 1 : 0, updated_at: ends_at }
    await insertRow(tx, 'date_attendance', attendance)
  }
  const written_by = named(users, writer)
  await tx
    .insertInto('date_recaps')
    .values({
      ...{ date_id, text: recap, search_text: searchKey(plainText('light', recap)) },
      ...{ version: 1, written_by, written_at: ends_at + HOUR_MS },
    })
    .execute()
  await insertRow(tx, 'group_log', {
    ...{ group_id, actor_id: written_by, kind: 'recap_written', detail: title },
    created_at: ends_at + HOUR_MS,
  })
}
