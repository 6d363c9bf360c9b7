import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { codesOf } from '#src/store/http/errors.ts'

const REFUSALS = [
  'may_not_plan',
  'too_many_polls',
  'too_many_sessions',
  'poll_closed',
  'not_ahead',
  'bad_period',
  'same_options',
  'repeats_too_long',
  'date_gone',
  'date_moved',
  'session_changed',
] as const

/** Why a change of a plan has failed, as a text of the site. */
export function refusalKey(error: unknown): MessageKey {
  const known = REFUSALS.find((code) => codesOf(error).includes(code))
  return known ? `planning.${known}` : 'planning.failed'
}
