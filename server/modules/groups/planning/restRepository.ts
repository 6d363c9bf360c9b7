import type { GameDateId, GameSessionId } from '#contract/ids.ts'
import type { HasDb } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import type { DateRow, SessionTexts } from './sessionRepository.ts'

/** The caller deletes no date that is over. */
export const deleteDates = (w: HasDb, ids: readonly GameDateId[]) =>
  w.db
    .deleteFrom('game_dates')
    .where(isOneOf(w.db, 'id', ids))
    .execute()

/** Takes dates out of the order of their series, in which no two can have one planned start. */
export const loosenDates = (w: HasDb, ids: readonly GameDateId[]) =>
  w.db
    .updateTable('game_dates')
    .set(({ neg, ref }) => ({ planned_at: neg(ref('id')) }))
    .where(isOneOf(w.db, 'id', ids))
    .execute()

type Placed = Pick<DateRow, 'starts_at' | 'ends_at' | 'reminded_at'> & {
  readonly session_id: GameSessionId
  /** Texts that become those of the session. */
  readonly without: ReadonlyArray<keyof SessionTexts>
}

/** A date, with its answers, becomes one of a series. */
export const placeDate = (w: HasDb, id: GameDateId, { without, ...date }: Placed) =>
  w.db
    .updateTable('game_dates')
    .set({
      ...date,
      planned_at: date.starts_at,
      ...Object.fromEntries(without.map((name) => [name, null])),
    })
    .where('id', '=', id)
    .execute()
