import { sql } from 'kysely'
import type { GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import { searchKey } from '#shared/search.ts'
import type { HasDb } from '../../../db/schema.ts'
import { plainText } from '../../../text/light.ts'
import { DATE_TEXTS } from '../planning/sessionRepository.ts'

type Written = {
  readonly text: string
  readonly version: number
  readonly written_by: MemberId
  readonly written_at: number
}

/** The caller has locked the group. */
export const saveRecap = (w: HasDb, date_id: GameDateId, written: Written) => {
  const row = { ...written, search_text: searchKey(plainText('light', written.text)) }
  return w.db
    .insertInto('date_recaps')
    .values({ date_id, ...row })
    .onConflict((conflict) => conflict.column('date_id').doUpdateSet(row))
    .execute()
}

/** The latest recap of a date that ended since then and began before: of the same session, else of its group. */
export const findLastRecap = (
  w: HasDb,
  group: GroupId,
  session: GameSessionId,
  { since, before }: { readonly since: number; readonly before: number },
) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .innerJoin('date_recaps as r', 'r.date_id', 'd.id')
    .select(['d.id', 'd.starts_at', 'r.text'])
    .select(DATE_TEXTS)
    .where('d.session_group_id', '=', group)
    .where('d.cancelled_at', 'is', null)
    .where('d.starts_at', '<', before)
    .where('d.ends_at', '>', since)
    .where('r.text', '<>', '')
    .orderBy(sql`case when d.session_id = ${session} then 0 else 1 end`)
    .orderBy('d.starts_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst()
