import { deskErrors } from '../../desk/errors.ts'
import type { ContentRow } from './repository.ts'

type State = Pick<ContentRow, 'kind' | 'publish_at' | 'unpublished_at' | 'cancelled_at'>

/** Links, calendars and feeds lead to what is on the site: it is withdrawn first. */
export function assertNotPublic(
  { publish_at, unpublished_at }: Pick<State, 'publish_at' | 'unpublished_at'>,
  now: number,
): void {
  if (unpublished_at === null && publish_at !== null && publish_at <= now)
    throw deskErrors.wrongState('on_the_site')
}

/** Links, calendars and feeds name an article by its kind. */
export function assertSameKind(before: Pick<State, 'kind'>, sent: Pick<State, 'kind'>): void {
  if (before.kind !== sent.kind) throw deskErrors.unwanted('kind')
}

/** Members may have signed up, and calendars have the event. */
export function assertMayCloseRegistration(
  { seats, publish_at }: Pick<ContentRow, 'seats' | 'publish_at'>,
  now: number,
): void {
  if (seats !== null && publish_at !== null && publish_at <= now)
    throw deskErrors.wrongState('event_has_seats', 'seats')
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
