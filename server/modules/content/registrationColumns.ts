import type { ContentBody } from '#contract/content.ts'
import { CONFIRM_HOURS } from '#contract/registration.ts'
import { deskErrors } from '../../desk/errors.ts'
import { timestampOf } from './columns.ts'
import type { ContentRow } from './repository.ts'

const FIELDS = ['seats', 'waiting_max', 'registration_closes_at', 'confirm_hours'] as const

const NO_REGISTRATION = {
  seats: null,
  waiting_max: null,
  registration_closes_at: null,
  confirm_hours: null,
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
    for (const field of FIELDS) if (body[field] != null) throw deskErrors.unwanted(field)
    if ((body.questions ?? []).length > 0) throw deskErrors.unwanted('questions')
    return NO_REGISTRATION
  }
  const kept = before ?? NO_REGISTRATION
  const seats = body.seats === undefined ? kept.seats : body.seats
  if (seats === null) return NO_REGISTRATION
  return {
    seats,
    waiting_max: (body.waiting_max === undefined ? kept.waiting_max : body.waiting_max) ?? 0,
    registration_closes_at: closingTime(body, kept),
    confirm_hours:
      (body.confirm_hours === undefined ? kept.confirm_hours : body.confirm_hours) ?? CONFIRM_HOURS,
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
