import Type, { type Static } from 'typebox'
import { ContentBody } from '#contract/content.ts'
import { time } from '#contract/deskShapes.ts'
import { translationOfFile } from '#contract/languages.ts'
import { CONFIRM_HOURS, type Question } from '#contract/registration.ts'
import { line, nullable } from '#contract/shapes.ts'
import type { Read } from '../../db/rows.ts'
import { deskErrors } from '../../desk/errors.ts'
import { textColumns } from '../../desk/translations.ts'
import { searchedColumns } from '../../text/keys.ts'
import { millis } from '../../text/time.ts'
import { fileKey } from '../../transfer/reading.ts'
import { hasAppeared } from './policy.ts'
import type { ContentRow } from './repository.ts'
import { FileSeries } from './seriesFile.ts'

/** The fields of the form, except for the picture. Absent times of the publication and fields of a registration stay. */
export const TransferContent = Type.Object({
  key: fileKey(),
  ...Type.Omit(ContentBody, [
    'picture_upload',
    'translation_of',
    'repeats',
    'scope',
    'event_kind_id',
    'parent_id',
    'leader',
  ]).properties,
  /** `key` of the event that it is a table of. */
  parent: Type.Optional(fileKey()),
  /** Its name. */
  event_kind: Type.Optional(nullable(line())),
  ...translationOfFile,
  series: Type.Optional(FileSeries),
  published_at: Type.Optional(nullable(time())),
  unpublished_at: Type.Optional(nullable(time())),
  cancelled_at: Type.Optional(nullable(time())),
})
export type TransferContent = Static<typeof TransferContent>

const EVENT_FIELDS = ['starts_at', 'ends_at', 'event_scope', 'event_type'] as const
const FREE_FIELDS = ['location', 'event_kind_id', 'access'] as const

/** The texts and times of a body as columns. @throws Refusal for an event that lacks a field, or news with a field of events */
export function columnsOf(body: ContentBody) {
  const [title, short_description] = [body.title.trim(), body.short_description.trim()]
  const { description } = body
  const texts = {
    title,
    short_description,
    description,
    ...searchedColumns(title, [short_description, description]),
    ...textColumns({ format: body.format }),
  }
  if (body.kind === 'news') {
    for (const field of [...EVENT_FIELDS, ...FREE_FIELDS, 'repeats'] as const)
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
    ...(body.event_kind_id !== undefined && { event_kind_id: body.event_kind_id }),
    ...(body.access !== undefined && { access: body.access?.trim() || null }),
  }
}

/** @throws Refusal naming the field */
export function timestampOf(time: string | null | undefined, field: string): number {
  const timestamp = millis(time)
  if (timestamp === null || Number.isNaN(timestamp)) throw deskErrors.required(field)
  return timestamp
}

type Publication = Pick<ContentRow, 'publish_at' | 'unpublished_at' | 'cancelled_at'>
type Decided = Publication & Pick<ContentRow, 'updated_at'>

/** The work of an import; a file of another program leaves decisions of now as they are, where ours would be refused. */
export type Importing = Pick<Read, 'now'> & { readonly isForeign?: boolean }

/**
 * When the article of a row of a file is published. What has been decided of an article that is here is changed at the
 * desk, where members are notified of it.
 * @throws Refusal naming the field
 */
export function publicationColumns(
  w: Importing,
  row: TransferContent,
  before: Decided | undefined,
): Publication {
  const kept = {
    publish_at: before?.publish_at ?? null,
    unpublished_at: before?.unpublished_at ?? null,
    cancelled_at: before?.cancelled_at ?? null,
  }
  const sent = {
    publish_at: timeOf(row, 'published_at', kept.publish_at),
    unpublished_at: timeOf(row, 'unpublished_at', kept.unpublished_at),
    cancelled_at: timeOf(row, 'cancelled_at', kept.cancelled_at),
  }
  if (row.kind === 'news' && sent.cancelled_at !== null) throw deskErrors.unwanted('cancelled_at')
  if (sent.unpublished_at !== null && sent.publish_at === null)
    throw deskErrors.required('published_at')
  const problem = before && changedDecision(w, before, { ...sent, updated_at: before.updated_at })
  if (problem === undefined) return sent
  if (w.isForeign) return kept
  throw deskErrors.wrongState('decided_at_desk', problem)
}

/**
 * The field of a decision that a file may not change: drafts may be published, and a past time corrected. What is
 * scheduled announces itself: earlier by a file, it would appear without.
 */
function changedDecision(w: Importing, kept: Decided, sent: Decided): string | undefined {
  for (const field of ['unpublished_at', 'cancelled_at'] as const)
    if (sent[field] !== kept[field]) return field
  if (sent.publish_at === kept.publish_at) return undefined
  const isDecided = kept.unpublished_at !== null || kept.cancelled_at !== null
  const isScheduled = kept.publish_at !== null && !hasAppeared(w, kept)
  const isHidden = hasAppeared(w, kept) && !hasAppeared(w, sent)
  return isDecided || isScheduled || isHidden ? 'published_at' : undefined
}

function timeOf(
  row: TransferContent,
  field: 'published_at' | 'unpublished_at' | 'cancelled_at',
  kept: number | null,
): number | null {
  const time = row[field]
  if (time === undefined) return kept
  return time === null ? null : timestampOf(time, field)
}

const FIELDS = ['seats', 'waiting_max', 'registration_closes_at', 'confirm_hours'] as const

export const NO_REGISTRATION = {
  seats: null,
  waiting_max: null,
  registration_closes_at: null,
  confirm_hours: null,
  companions_max: null,
  companion_names: 0,
  guests: 0,
  questions: null,
} as const

type Before = Pick<ContentRow, keyof typeof NO_REGISTRATION>

/**
 * The registration of a body as columns; fields that are absent keep their values.
 * @throws Refusal for news with a field of a registration, for a closing time after the event, and for one question
 * twice
 */
export function registrationColumns(body: ContentBody, before: Before | null): Before {
  if (body.kind === 'news') {
    for (const field of [...FIELDS, 'companions_max'] as const)
      if (body[field] != null) throw deskErrors.unwanted(field)
    if ((body.questions ?? []).length > 0) throw deskErrors.unwanted('questions')
    return NO_REGISTRATION
  }
  const kept = before ?? NO_REGISTRATION
  const own = (field: 'seats' | 'waiting_max' | 'confirm_hours' | 'companions_max') =>
    body[field] === undefined ? kept[field] : body[field]
  const seats = own('seats')
  if (seats === null) return NO_REGISTRATION
  return {
    seats,
    waiting_max: own('waiting_max') ?? 0,
    registration_closes_at: closingTime(body, kept),
    confirm_hours: own('confirm_hours') ?? CONFIRM_HOURS,
    companions_max: own('companions_max') || null,
    companion_names: Number(body.companion_names ?? kept.companion_names),
    guests: Number(body.guests ?? kept.guests),
    questions: body.questions === undefined ? kept.questions : questionsColumn(body.questions),
  }
}

function closingTime(body: ContentBody, kept: Before): number | null {
  const field = 'registration_closes_at'
  const closesAt = body[field]
  if (closesAt === undefined) return kept[field]
  if (closesAt === null) return null
  const closing = timestampOf(closesAt, field)
  if (closing > timestampOf(body.ends_at, 'ends_at'))
    throw deskErrors.wrongState('registration_closes_late', field)
  return closing
}

/** Answers are stored by the text of their question. */
function questionsColumn(sent: NonNullable<ContentBody['questions']>): string {
  const questions = sent.map(({ text, is_required }) => ({ text: text.trim(), is_required }))
  const texts = questions.map(({ text }) => text)
  const again = texts.findIndex((text, index) => texts.indexOf(text) < index)
  if (again !== -1) throw deskErrors.wrongState('same_question', `questions.${again}.text`)
  return JSON.stringify(questions)
}

export const questionsOf = ({ questions }: Pick<ContentRow, 'questions'>): Question[] =>
  JSON.parse(questions ?? '[]') as Question[]
