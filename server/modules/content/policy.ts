import type { Read } from '../../db/rows.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { ContentRow } from './repository.ts'

type Now = Pick<Read, 'now'>
type State = Pick<ContentRow, 'kind' | 'publish_at' | 'unpublished_at' | 'cancelled_at'>
type Appearing = Pick<ContentRow, 'publish_at' | 'updated_at'>

/**
 * Whether an article has appeared on the site, withdrawn since or not. A change that waited for another one is never
 * earlier than that, although it began before, or by a clock that is behind.
 */
export const hasAppeared = ({ now }: Now, { publish_at, updated_at }: Appearing): boolean =>
  publish_at !== null && publish_at <= Math.max(now, updated_at)

/** Links, calendars and feeds lead to what is on the site: it is withdrawn first. */
export function assertNotPublic(w: Now, row: Appearing & Pick<State, 'unpublished_at'>): void {
  if (row.unpublished_at === null && hasAppeared(w, row)) throw deskErrors.wrongState('on_the_site')
}

/** Links, calendars and feeds name an article by its kind. */
export function assertSameKind(before: Pick<State, 'kind'>, sent: Pick<State, 'kind'>): void {
  if (before.kind !== sent.kind) throw deskErrors.unwanted('kind')
}

/** Members may have signed up, and calendars have the event. */
export function assertMayCloseRegistration(
  w: Now,
  row: Appearing & Pick<ContentRow, 'seats'>,
): void {
  if (row.seats !== null && hasAppeared(w, row))
    throw deskErrors.wrongState('event_has_seats', 'seats')
}

type Sized = Pick<ContentRow, 'seats'>

/** Seats are not lowered below those in use. Staff may have added people beyond them. */
export function assertSeatsFor(taken = 0, before: Sized, { seats }: Sized): void {
  if (seats !== null && seats < Math.min(before.seats ?? 0, taken))
    throw deskErrors.seatsInUse(taken)
}

/** A cancellation is final: it was announced. */
export function assertMayPublish({ cancelled_at }: Pick<State, 'cancelled_at'>): void {
  if (cancelled_at !== null) throw deskErrors.wrongState('event_cancelled')
}

export function assertMayUnpublish({ publish_at, unpublished_at }: State): void {
  if (publish_at === null || unpublished_at !== null) throw deskErrors.wrongState('not_published')
}

export function assertMayCancel({ kind, cancelled_at }: State): void {
  if (kind !== 'event') throw deskErrors.wrongState('events_only')
  if (cancelled_at !== null) throw deskErrors.wrongState('event_cancelled')
}
