import type { ContentBody } from '#contract/content.ts'
import { formatColumn } from '../../desk/aliases.ts'
import { deskErrors } from '../../desk/errors.ts'
import { searchedColumns } from '../../text/keys.ts'
import { millis } from '../../text/time.ts'

const EVENT_FIELDS = ['starts_at', 'ends_at', 'event_scope', 'event_type'] as const

/** The texts and times of a body as columns. @throws Refusal for an event that lacks a field, or news with a field of events */
export function columnsOf(body: ContentBody) {
  const [title, short_description] = [body.title.trim(), body.short_description.trim()]
  const { description } = body
  const texts = {
    title,
    short_description,
    description,
    ...searchedColumns(title, [short_description, description]),
    ...formatColumn(body),
  }
  if (body.kind === 'news') {
    for (const field of [...EVENT_FIELDS, 'location'] as const)
      if (body[field] != null && body[field] !== '') throw deskErrors.unwanted(field)
    return texts
  }
  for (const field of EVENT_FIELDS) if (body[field] == null) throw deskErrors.required(field)
  const starts_at = timestampOf(body.starts_at, 'starts_at')
  const ends_at = timestampOf(body.ends_at, 'ends_at')
  if (ends_at < starts_at) throw deskErrors.wrongState('ends_before_start', 'ends_at')
  return {
    ...texts,
    starts_at,
    ends_at,
    location: body.location?.trim() || null,
    event_scope: body.event_scope ?? null,
    event_type: body.event_type ?? null,
  }
}

/** @throws Refusal naming the field */
export function timestampOf(time: string | null | undefined, field: string): number {
  const timestamp = millis(time)
  if (timestamp === null || Number.isNaN(timestamp)) throw deskErrors.required(field)
  return timestamp
}
