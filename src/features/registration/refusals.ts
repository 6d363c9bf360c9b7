import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { codesOf } from '#src/store/http/errors.ts'

const REFUSALS = [
  'event_full',
  'only_waiting_list',
  'registration_closed',
  'offer_over',
  'questions_changed',
] as const

/** Why a change of a registration has failed, as a text of the site. */
export function refusalKey(error: unknown): MessageKey {
  const known = REFUSALS.find((code) => codesOf(error).includes(code))
  return known ? `registration.${known}` : 'registration.failed'
}
