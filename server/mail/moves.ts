import type { Selectable } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import { MINUTE_MS } from '../config/time.ts'
import { type DB, exists, type HasDb, type Read } from '../db/rows.ts'
import type { Kit } from '../text/kit.ts'
import { type Reading, timeInMail } from '../text/time.ts'

/** What an event was before a change of its time, place or mode; the database notes it. */
export type Move = Selectable<DB['event_moves']>
type Facts = Pick<Move, 'starts_at' | 'ends_at' | 'location' | 'event_type'>

/** A move is mailed once no other has followed it for this time. */
const SETTLED_MS = 10 * MINUTE_MS

export const listMoves = (w: HasDb, event: ContentId): Promise<Move[]> =>
  w.db
    .selectFrom('event_moves')
    .selectAll()
    .where('content_id', '=', event)
    .orderBy('moved_at')
    .orderBy('id')
    .execute()

/** Moves of all events that others may follow. */
export const unsettledMoves = (w: Read) =>
  w.db
    .selectFrom('event_moves')
    .select('content_id')
    .where('moved_at', '>', w.now - SETTLED_MS)

export const isSettled = async (w: Read, event: ContentId): Promise<boolean> =>
  !(await exists(unsettledMoves(w).where('content_id', '=', event)))

const isMoved = (a: Facts, b: Facts): boolean =>
  a.starts_at !== b.starts_at || a.ends_at !== b.ends_at

export const isSame = (a: Facts, b: Facts): boolean =>
  !isMoved(a, b) && a.location === b.location && a.event_type === b.event_type

const MODES = { Online: 'online', Offline: 'offline', Both: 'both' } as const

/** What has changed, for a mail: empty for what is the same. @param before undefined: unknown */
export function changeValues(
  { texts }: Kit,
  { event, before }: { readonly event: Facts; readonly before: Facts | undefined },
  reading: Reading,
) {
  const words = texts.mail.layout.moved
  const nothing = { change: words.other, was_date: '', was_location: '', mode: '', was_mode: '' }
  if (before === undefined) return nothing
  const bare = { ...reading, isZoneNamed: true }
  const isOther = { time: isMoved(before, event), place: before.location !== event.location }
  const modeOf = ({ event_type }: Facts) => texts.translation.news[MODES[event_type ?? 'Both']]
  return {
    change: isOther.time
      ? words[isOther.place ? 'both' : 'time']
      : words[isOther.place ? 'place' : 'other'],
    was_date: isOther.time ? timeInMail(before.starts_at, before.ends_at, bare) : '',
    was_location: isOther.place ? (before.location ?? '') : '',
    ...(before.event_type === event.event_type
      ? { mode: '', was_mode: '' }
      : { mode: modeOf(event), was_mode: modeOf(before) }),
  }
}
