import type { ContentBody } from '#contract/schemas/deskContent.ts'
import { deskErrors } from '../../desk/errors.ts'
import { millis } from '../../desk/present.ts'
import type { ContentRow } from './repository.ts'

const EVENT_FIELDS = ['starts_at', 'ends_at', 'event_scope', 'event_type'] as const

/** The texts and times of a body as columns. @throws Refusal for an event that lacks something, or news with an event's fields */
export function columnsOf(body: ContentBody) {
  const texts = {
    title: body.title.trim(),
    short_description: body.short_description.trim(),
    description: body.description,
  }
  if (body.kind === 'news') {
    for (const field of [...EVENT_FIELDS, 'location'] as const)
      if (body[field] != null && body[field] !== '') throw deskErrors.unwanted(field)
    return texts
  }
  for (const field of EVENT_FIELDS) if (body[field] == null) throw deskErrors.required(field)
  const starts_at = timeOf(body.starts_at, 'starts_at')
  const ends_at = timeOf(body.ends_at, 'ends_at')
  if (ends_at < starts_at)
    throw deskErrors.wrongState('An event cannot end before it begins.', 'ends_at')
  return {
    ...texts,
    starts_at,
    ends_at,
    location: body.location?.trim() || null,
    event_scope: body.event_scope ?? null,
    event_type: body.event_type ?? null,
  }
}

export function timeOf(text: string | null | undefined, attr: string): number {
  const time = millis(text)
  if (time === null || Number.isNaN(time)) throw deskErrors.required(attr)
  return time
}

type State = Pick<ContentRow, 'kind' | 'publish_at' | 'unpublished_at' | 'cancelled_at'>

/** In words that a filter takes; see `contract/schemas/deskContent.ts`. */
export function stateOf({ publish_at, unpublished_at, cancelled_at }: State, now: number): string {
  if (unpublished_at !== null) return 'unpublished'
  if (cancelled_at !== null) return 'cancelled'
  if (publish_at === null) return 'draft'
  return publish_at > now ? 'scheduled' : 'published'
}

/** Once it was to be seen, an item stays: links, calendars and feeds know it. */
export function assertNeverSeen({ publish_at }: Pick<State, 'publish_at'>, now: number): void {
  if (publish_at !== null && publish_at <= now)
    throw deskErrors.wrongState('This has been published: unpublish it instead.')
}

/** A cancelled event is told as cancelled; it does not come back. */
export function assertMayPublish({ cancelled_at }: Pick<State, 'cancelled_at'>): void {
  if (cancelled_at !== null) throw deskErrors.wrongState('This event is cancelled.')
}

export function assertMayUnpublish({ publish_at, unpublished_at }: State): void {
  if (publish_at === null || unpublished_at !== null)
    throw deskErrors.wrongState('This is not published.')
}

export function assertMayCancel({ kind, cancelled_at }: State): void {
  if (kind !== 'event') throw deskErrors.wrongState('Only events can be cancelled.')
  if (cancelled_at !== null) throw deskErrors.wrongState('This event is cancelled already.')
}
