import Type, { type Static } from 'typebox'
import { EVENT_KINDS_MAX, EventKind } from './content.ts'
import { anyId, changes, changesWith, Person, posting, Reason, reads } from './deskShapes.ts'
import { LONG_TEXT_MAX } from './fields.ts'
import type { EventKindId, NameChangeId } from './ids.ts'
import { type CallTable, memberCall, memberRead, openCall } from './route.ts'
import { NAME_CHANGE_STATES, NAME_OBSTACLES } from './sets.ts'
import { byId, emailAddress, id, lenient, line, Nothing, nullable, optionalLine, refused, unchecked } from './shapes.ts'

/**
 * Emails that members turn off one by one, as the fields of their preferences: invites to groups, polls and sessions,
 * reminders of them, what happens to their groups, and events with a registration of theirs.
 */
export const MAIL_SWITCHES = [
  'invite_mails',
  'planning_mails',
  'reminder_mails',
  'group_log_mails',
  'event_mails',
] as const
export type MailSwitch = (typeof MAIL_SWITCHES)[number]
/** The switches of mails, and the one that says whether other sessions and seats count when dates are suggested. */
export const SWITCHES = [...MAIL_SWITCHES, 'busy_times'] as const
export type Switch = (typeof SWITCHES)[number]

/** Kinds of emails that can come once a week, in one; as the fields of the preferences. */
export const WEEKLY_MAILS = ['email_notifications', 'invite_mails', 'group_log_mails'] as const
export type WeeklyMail = (typeof WEEKLY_MAILS)[number]

/** Characters of the name of a time zone. */
export const ZONE_NAME_MAX = 100

export const NameChange = Type.Object({
  id: id<NameChangeId>(),
  new_name: lenient(Type.String(), ''),
  reason: lenient(Type.String(), ''),
})
export type NameChange = Static<typeof NameChange>

/** The server tolerates a blank reason; the site requires one (ruling 45). */
export const NameChangeBody = Type.Object({
  new_name: line(),
  reason: Type.String({ maxLength: LONG_TEXT_MAX }),
})
export type NameChangeBody = Static<typeof NameChangeBody>

export const Preferences = Type.Object({
  email_notifications: Type.Boolean(),
  /* `SWITCHES`. Additive: a request leaves settings that it does not name unchanged. */
  invite_mails: Type.Optional(Type.Boolean()),
  planning_mails: Type.Optional(Type.Boolean()),
  reminder_mails: Type.Optional(Type.Boolean()),
  group_log_mails: Type.Optional(Type.Boolean()),
  event_mails: Type.Optional(Type.Boolean()),
  busy_times: Type.Optional(Type.Boolean()),
  /** Those of the emails above that come once a week while they are on. Additive, as the fields above. */
  weekly_mails: Type.Optional(Type.Array(Type.Enum(WEEKLY_MAILS), { maxItems: WEEKLY_MAILS.length })),
  /** Zone of times in mails: an IANA name; null until one is chosen. Additive, as the field above. */
  time_zone: Type.Optional(nullable(Type.String({ maxLength: ZONE_NAME_MAX }))),
  /** Language of mails, calendar links and archives: two letters. Additive; where the site is served in one language, no response has it. */
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 2 })),
  /** Kinds of events whose new events are mailed; null: all events, also those without a kind. Additive; no response has it without kinds. */
  event_kinds: Type.Optional(nullable(Type.Array(id<EventKindId>(), { maxItems: EVENT_KINDS_MAX }))),
  /** The kinds of the community, in its order. No request has it. */
  kinds_of_events: Type.Optional(Type.Array(EventKind)),
  /** False hides the first steps of a newcomer (`Upcoming`). No response has it. */
  first_steps: Type.Optional(Type.Boolean()),
})
export type Preferences = Static<typeof Preferences>

export const OrderDetails = Type.Object({
  first_name: lenient(Type.String(), ''),
  last_name: lenient(Type.String(), ''),
  email: lenient(Type.String(), ''),
  phone_number: lenient(Type.String(), ''),
  /** ISO 3166-1 alpha-2. */
  country_key: lenient(Type.String(), ''),
  city: lenient(Type.String(), ''),
  zipcode: lenient(Type.String(), ''),
  address: lenient(Type.String(), ''),
})
export type OrderDetails = Static<typeof OrderDetails>

const OrderDetailsBody = Type.Object({
  first_name: line(),
  last_name: line(),
  email: emailAddress(),
  phone_number: optionalLine(),
  country_key: line(),
  city: line(),
  zipcode: line(),
  address: line(),
})

export const Country = Type.Object({ key: Type.String(), name: Type.String() })
export type Country = Static<typeof Country>

export const profileCalls = {
  // As specified: a literal dash where the other call has an id (ruling 45).
  listNameChanges: memberRead('GET', '/users/name-change-request/-', {
    summary: 'The caller’s pending name-change requests',
    response: { 200: Type.Array(NameChange) },
  }),
  createNameChange: memberCall('POST', '/users/name-change-request/-', {
    summary: 'Request another display name; at most one request is pending',
    body: NameChangeBody,
    response: { 201: unchecked(NameChange), ...refused(400) },
  }),
  deleteNameChange: memberCall('DELETE', '/users/name-change-request/:id', byId<NameChangeId>(), {
    summary: 'Delete a request; responds with the remaining list',
    response: { 200: unchecked(Type.Array(NameChange)), ...refused(404) },
  }),
  getPreferences: memberRead('GET', '/users/preferences', {
    summary: 'Notification settings',
    response: { 200: Preferences },
  }),
  savePreferences: memberCall('PUT', '/users/preferences/', {
    summary: 'Save the notification settings',
    body: Type.Omit(Preferences, ['kinds_of_events']),
    response: { 200: Nothing, ...refused(400) },
  }),
  listOrderDetails: memberCall('GET', '/users/order-details', {
    summary: 'Saved order details: an empty list, or one item',
    response: { 200: Type.Array(OrderDetails) },
  }),
  saveOrderDetails: memberCall('POST', '/users/order-details/', {
    summary: 'Save the order details',
    body: OrderDetailsBody,
    response: { 200: unchecked(OrderDetails), ...refused(400) },
  }),
  listCountries: openCall('GET', '/settings/countries/', {
    summary: 'Countries by name',
    response: { 200: Type.Array(Country) },
  }),
} as const satisfies CallTable

/* At the desk. */

const DeskNameChange = Type.Object({
  id: anyId(),
  user: Person,
  /** The name at the time of the request. */
  old_name: Type.String(),
  new_name: Type.String(),
  reason: Type.String(),
  state: Type.Enum(NAME_CHANGE_STATES),
  created_at: Type.String(),
  decided_at: nullable(Type.String()),
  decision_reason: nullable(Type.String()),
  /** Why an approval would be refused at present; null when it would not. */
  obstacle: nullable(Type.Enum(NAME_OBSTACLES)),
})
export type DeskNameChange = Static<typeof DeskNameChange>

export const deskProfileCalls = {
  'name-changes': {
    ...reads('name-changes', DeskNameChange),
    approve: posting('/name-changes/:id/approve', changes(DeskNameChange)),
    refuse: posting('/name-changes/:id/refuse', changesWith(DeskNameChange, Reason)),
  },
}
