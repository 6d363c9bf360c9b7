import type { GameSessionId, MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../../db/schema.ts'
import { findSession, listDates } from './sessionRepository.ts'

/** A session with all its dates, and a member of its group whose account is active. */
export async function findMailable(w: HasDb, id: GameSessionId, user: MemberId) {
  const session = await findSession(w, id)
  if (session === undefined) return undefined
  const member = await w.db
    .selectFrom('memberships as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .innerJoin('groups', 'groups.id', 'm.group_id')
    .select(['users.email', 'users.username', 'groups.name as group'])
    .select(({ fn }) => fn.coalesce('m.time_zone', 'users.time_zone').as('time_zone'))
    .where('m.group_id', '=', session.group_id)
    .where('m.user_id', '=', user)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (member === undefined) return undefined
  const dates = await listDates(w, id)
  const rows = await w.db
    .selectFrom('game_answers')
    .innerJoin('game_dates', 'game_dates.id', 'game_answers.date_id')
    .select(['date_id', 'answer'])
    .where('session_id', '=', id)
    .where('user_id', '=', user)
    .execute()
  return { session, member, dates, answers: new Map(rows.map((row) => [row.date_id, row.answer])) }
}
