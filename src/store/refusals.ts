import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { codesOf, fieldErrorsOf, ownSentence } from './http/errors.ts'

type Row = { text: MessageKey /** The field of a form that it is about. */; field?: string }

/** Messages for refusals, by their codes. Calls whose failures are toasts have their texts in each `api.ts`. */
const REFUSALS: Readonly<Record<string, Row>> = {
  username_exists: { text: 'register.username_exists', field: 'new_name' },
  email_exists: { text: 'register.email_exists', field: 'new_email' },

  second_factor_invalid: { text: 'second_step.code_invalid', field: 'code' },
  wrong_password: { text: 'step_up.password_wrong', field: 'password' },
  passkey_required: { text: 'step_up.passkey_required' },
  set_up_at_desk: { text: 'step_up.set_up_at_desk' },

  event_full: { text: 'registration.event_full' },
  only_waiting_list: { text: 'registration.only_waiting_list' },
  party_too_large: { text: 'registration.party_too_large' },
  too_many_companions: { text: 'registration.too_many_companions' },
  companions_changed: { text: 'registration.companions_changed' },
  registration_closed: { text: 'registration.registration_closed' },
  offer_over: { text: 'registration.offer_over' },
  questions_changed: { text: 'registration.questions_changed' },

  needs_evening_seat: { text: 'programme.needs_evening_seat' },
  slot_taken: { text: 'programme.slot_taken' },
  leads_in_slot: { text: 'programme.leads_in_slot' },
  no_offers: { text: 'programme.no_offers' },
  too_many_offers: { text: 'programme.too_many_offers' },
  too_many_tables: { text: 'programme.too_many_tables' },
  offer_decided: { text: 'programme.offer_decided' },

  invalid_image: { text: 'glossary.image_type' },
  too_many_pictures: { text: 'editor.too_many_pictures' },

  page_changed: { text: 'group_page.conflict' },
  too_many_links: { text: 'invite_link.too_many' },
  already_mailed: { text: 'mail_invite.already_mailed', field: 'email' },
  mailed_enough: { text: 'mail_invite.mailed_enough', field: 'email' },
  too_many_mail_invites: { text: 'mail_invite.too_many' },

  hook_address: { text: 'hook.address_wrong', field: 'url' },
  recap_changed: { text: 'past.conflict' },
  already_asked: { text: 'openings.already_asked' },
  asked_lately: { text: 'openings.asked_lately' },
  no_free_place: { text: 'openings.no_free_place' },
  opening_not_found: { text: 'openings.not_found' },
  too_many_places: { text: 'openings.too_many_places', field: 'places' },
  too_many_requests_open: { text: 'openings.too_many_open' },
  too_many_requests_today: { text: 'openings.too_many_today' },
  too_many_requests_waiting: { text: 'openings.too_many_waiting' },
  too_many_invites: { text: 'openings.too_many_invites' },
  join_request_not_found: { text: 'openings.request_not_found' },

  may_not_plan: { text: 'planning.may_not_plan' },
  too_many_polls: { text: 'planning.too_many_polls' },
  too_many_sessions: { text: 'planning.too_many_sessions' },
  poll_closed: { text: 'planning.poll_closed' },
  option_over: { text: 'planning.option_over' },
  answers_closed: { text: 'planning.answers_closed' },
  poll_changed: { text: 'planning.poll_changed' },
  bad_closing: { text: 'planning.bad_closing', field: 'closes' },
  not_ahead: { text: 'planning.not_ahead' },
  bad_period: { text: 'planning.bad_period' },
  same_options: { text: 'planning.same_options' },
  repeats_too_long: { text: 'planning.repeats_too_long' },
  start_not_in_rule: { text: 'planning.start_not_in_rule', field: 'start' },
  series_size: { text: 'planning.series_size' },
  has_host: { text: 'planning.has_host' },
  date_gone: { text: 'planning.date_gone' },
  date_moved: { text: 'planning.date_moved' },
  session_changed: { text: 'planning.session_changed' },
}

const rowOf = (error: unknown): Row | undefined =>
  codesOf(error).flatMap((code) => (Object.hasOwn(REFUSALS, code) ? (REFUSALS[code] ?? []) : []))[0]

type Say = (key: MessageKey) => string

/** Why a call was refused. Undefined after a success. */
export const refusalText = (error: unknown, say: Say, otherwise: MessageKey): string | undefined =>
  error === undefined ? undefined : (ownSentence(error) ?? say(rowOf(error)?.text ?? otherwise))

type Said<Field extends string> = { [Name in Field]?: string }

/** The same for `Form`: at the field that the refusal is about, or for the form as a whole. Nothing after a success. */
export function refusalOf<Field extends string>(
  error: unknown,
  say: Say,
  otherwise?: MessageKey,
): { fields?: Said<Field>; form?: string } | undefined {
  if (error === undefined) return undefined
  const own = ownSentence(error)
  if (own !== undefined) return { form: own }
  const { text = otherwise, field } = rowOf(error) ?? {}
  if (text === undefined) return undefined
  return field === undefined
    ? { form: say(text) }
    : { fields: { [field]: say(text) } as Said<Field> }
}

/** The server's own sentences at their fields, for `Form`: of calls whose failure is also a toast. */
export const sentencesOf = <Field extends string>(error: unknown): { fields: Said<Field> } => ({
  fields: Object.fromEntries(
    [...fieldErrorsOf(error)].flatMap(([field, text]) => (field === null ? [] : [[field, text]])),
  ) as Said<Field>,
})
