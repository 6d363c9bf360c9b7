import Type from 'typebox'
import type { ContentId, MemberId, RegistrationId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import { HOUR_MS } from '../../config/time.ts'
import { findRow, insertRow, type RowOf } from '../../db/rows.ts'
import { changeValues } from '../../mail/moves.ts'
import type { MailText } from '../../mail/renderMail.ts'
import {
  addressMail,
  type DataOf,
  type MailWork,
  mail,
  mailTable,
  readersOf,
} from '../../mail/table.ts'
import { mailedInvitation, pageAddress } from '../../text/calendar.ts'
import { titleInMail } from '../../text/datesInMail.ts'
import { contactOf, siteOf } from '../../text/kit.ts'
import { dayInSubject, readingIn, timeInMail } from '../../text/time.ts'
import type { Work } from '../../work/work.ts'
import { assertHasReaders, offerEndOf, sizeOf } from './policy.ts'
import {
  type EventRow,
  findMailable,
  isApartFrom,
  isOfMember,
  type OfMail,
  type RegistrationRow,
} from './repository.ts'
import { seatLink } from './seatTokens.ts'

type Options = {
  readonly calendar?: 'PUBLISH' | 'CANCEL'
  /** Members cannot stop mails without which they lose a seat, or come in vain, or at the wrong time. */
  readonly isNeeded?: true
  /** The programme of the event that the event is a table of. */
  readonly leadsTo?: 'programme'
}

const DATA = {
  registration: id<RegistrationId>(),
  sequence: Type.Integer(),
  move: Type.Optional(Type.Integer()),
  /** Seats at tables of the event that the same act has changed; their entries are in the calendar files. */
  tables: Type.Optional(Type.Array(id<RegistrationId>())),
}

type Entered = { readonly registration: RegistrationRow; readonly event: EventRow }
type Found = Entered & {
  readonly tables?: readonly Entered[]
  readonly before: RowOf<'event_moves'> | undefined
}
type To = { readonly email: string; readonly username?: string; readonly time_zone?: string | null }

function valuesOf(
  { registration, event, before, tables = [] }: Found,
  w: MailWork,
  { username, time_zone }: To,
) {
  const zone = registration.time_zone ?? time_zone ?? w.settings.timeZone
  const reading = readingIn(zone, w)
  const end = registration.guest_until ?? offerEndOf(registration, event)
  return {
    username: username ?? registration.name ?? '',
    title: titleInMail(w.kit.current(), [event], reading),
    date: timeInMail(event.starts_at, event.ends_at, reading),
    day: dayInSubject(event.starts_at ?? 0, reading),
    location: event.location ?? '',
    tables: tables
      .filter((one) => one.registration.state === 'coming' && one.event.cancelled_at === null)
      .map(({ event: { title, starts_at, ends_at, location } }) =>
        [title, timeInMail(starts_at, ends_at, reading), location].filter(Boolean).join(', '),
      )
      .join('; '),
    // Left out for one person.
    people: registration.companions > 0 ? sizeOf(registration) : '',
    until: timeInMail(end, null, { ...reading, isZoneNamed: true }),
    ...changeValues(w.kit.current(), { event, before }, reading),
  }
}

function filesOf({ tables = [], ...own }: Found, w: MailWork, { to, calendar }: Invited) {
  if (calendar === undefined) return []
  const fileOf = ({ registration, event }: Entered, isCancelled: boolean) => {
    const name = to.username ?? registration.name ?? ''
    const sequence = event.sequence + registration.sequence
    const updated_at = Math.max(event.updated_at, registration.updated_at)
    const attendee = { name, email: to.email, sequence, isCancelled }
    return mailedInvitation(siteOf(w), { ...event, updated_at }, attendee)
  }
  return [
    fileOf(own, calendar === 'CANCEL'),
    ...tables.map((one) =>
      fileOf(one, one.registration.state !== 'coming' || one.event.cancelled_at !== null),
    ),
  ]
}
type Invited = { readonly to: To; readonly calendar: Options['calendar'] }

const replyTo = (_found: unknown, w: MailWork) => contactOf(w)

/**
 * A mail to a member about a registration; a later change of it makes the mail superfluous.
 * @param state that the registration must still have when the mail is sent
 */
const about = (
  state: RegistrationRow['state'],
  text: MailText,
  { calendar, isNeeded, leadsTo }: Options = {},
) => ({
  ...mail({
    data: DATA,
    ...(isNeeded && { isNeeded }),
    find: (w, data, reader) => findAbout(w, data, { state, reader }),
    text,
    values: valuesOf,
    link: ({ event }, w) => eventLink(w, event, leadsTo),
    replyTo,
    files: (found, w, to) => filesOf(found, w, { to, calendar }),
  }),
  facts: { state, text, calendar, leadsTo },
})

const eventLink = (w: MailWork, event: EventRow, leadsTo: Options['leadsTo']) =>
  leadsTo
    ? linkTo(w, { ...event, id: event.parent_id ?? event.id }, '#programme')
    : linkTo(w, event, '#registration')

async function findAbout(
  w: MailWork,
  { registration: id, sequence, move, tables = [] }: DataOf<typeof DATA>,
  { state, reader }: { readonly state: RegistrationRow['state']; readonly reader: OfMail },
): Promise<Found | null> {
  const found = await findMailable(w, id, reader)
  if (found?.registration.state !== state || found.registration.sequence !== sequence) return null
  const before = move === undefined ? undefined : await findRow(w.db, 'event_moves', move)
  const seats = await Promise.all(tables.map((seat) => findMailable(w, seat, reader)))
  return { ...found, before, tables: seats.filter((seat) => seat !== undefined) }
}

/** A mail to the leader of a table; a later change of the facts of the table sends another one. */
const aboutLed = (text: MailText) =>
  mail({
    data: { table: id<ContentId>(), leader: id<MemberId>() },
    isNeeded: true,
    async find(w, { table: id, leader }) {
      const event = await findRow(w.db, 'contents', id)
      return event?.led_by === leader ? { event } : null
    },
    text,
    values: ({ event }, w, { time_zone }) => ({
      title: event.title,
      date: timeInMail(
        event.starts_at,
        event.ends_at,
        readingIn(time_zone ?? w.settings.timeZone, w),
      ),
      location: event.location ?? '',
    }),
    link: ({ event }, w) => linkTo(w, event),
    replyTo,
  })

/** A withdrawn event has no page. */
const linkTo = ({ settings }: MailWork, event: Linked, hash = '') =>
  event.unpublished_at === null ? `${pageAddress(settings, event)}${hash}` : undefined

type Linked = Pick<EventRow, 'id' | 'kind' | 'unpublished_at'>

const ENTERED = { calendar: 'PUBLISH' } as const
const REMOVED = { calendar: 'CANCEL' } as const
const NEEDED = { isNeeded: true } as const

const ABOUT = {
  'registration-confirmed': about('coming', 'registration_confirmed', ENTERED),
  'registration-added': about('coming', 'registration_added', { ...ENTERED, ...NEEDED }),
  'registration-fewer': about('coming', 'registration_fewer'),
  'registration-waiting': about('waiting', 'registration_waiting'),
  'registration-offered': about('offered', 'registration_offered', NEEDED),
  'registration-offer-over': about('cancelled', 'registration_offer_over', NEEDED),
  'registration-cancelled': about('cancelled', 'registration_cancelled', REMOVED),
  'registration-removed': about('cancelled', 'registration_removed', { ...REMOVED, ...NEEDED }),
  'registration-struck-off': about('cancelled', 'registration_struck_off', NEEDED),
  'registration-moved': about('coming', 'registration_moved', { ...ENTERED, ...NEEDED }),
  'registration-called-off': about('coming', 'registration_called_off', { ...REMOVED, ...NEEDED }),
  /** The link leads to the other tables. */
  'registration-table-called-off': about('coming', 'registration_table_called_off', {
    ...REMOVED,
    ...NEEDED,
    leadsTo: 'programme',
  }),
  'registration-offered-moved': about('offered', 'registration_offered_moved', NEEDED),
  'registration-offered-called-off': about('offered', 'registration_waiting_called_off', NEEDED),
  'registration-waiting-moved': about('waiting', 'registration_waiting_moved'),
  'registration-waiting-called-off': about('waiting', 'registration_waiting_called_off', NEEDED),
  'registration-reminder': about('coming', 'registration_reminder'),
} as const
type KindIn<Name> = Name extends `registration-${infer Kind}` ? Kind : never
export type RegistrationMail = KindIn<keyof typeof ABOUT>
const KINDS = new Map(Object.entries(ABOUT))

const MESSAGE = {
  registration: id<RegistrationId>(),
  message: Type.Integer(),
  by_leader: Type.Optional(Type.Boolean()),
}

async function findMessage(w: MailWork, data: DataOf<typeof MESSAGE>, reader: OfMail) {
  const found = await findMailable(w, data.registration, reader)
  const message = await findRow(w.db, 'registration_messages', data.message)
  if (!found || !message || found.registration.state === 'cancelled') return null
  if (data.by_leader && (await isApartFrom(w, message.sent_by, reader))) return null
  const leader = data.by_leader && (await findRow(w.db, 'users', message.sent_by))
  return { ...found, message, leader: leader ? leader.username : '' }
}

type WithMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>
const textOfMessage = ({ leader }: WithMessage): MailText =>
  leader === '' ? 'registration_message' : 'table_message'
const messageIn = ({ registration, event, message, leader }: WithMessage, _: unknown, to: To) => ({
  by: leader,
  username: to.username ?? registration.name ?? '',
  title: event.title,
  subject: message.subject,
  text: message.text,
})

export const registrationMails = mailTable('event_mails', {
  ...ABOUT,
  /** The same mails to people without an account. The link leads to the page of the seat; that of one that is over, to the event. */
  'registration-guest': addressMail({
    data: { ...DATA, about: Type.String(), language: Type.Optional(Type.String()) },
    async find(w, data, address) {
      const kind = KINDS.get(`registration-${data.about}`)?.facts
      const found = kind && (await findAbout(w, data, { state: kind.state, reader: address }))
      return found && { ...found, kind }
    },
    text: ({ kind }) => kind.text,
    values: valuesOf,
    link: ({ registration, event, kind }, w) =>
      registration.state === 'cancelled' || event.cancelled_at !== null
        ? eventLink(w, event, kind.leadsTo)
        : seatLink(w, registration),
    replyTo,
    files: (found, w, to) => filesOf(found, w, { to, calendar: found.kind.calendar }),
  }),
  /** Leads to the page whose button takes the seat; to the login where the address has an account. */
  'registration-guest-link': addressMail({
    data: { registration: id<RegistrationId>(), language: Type.Optional(Type.String()) },
    async find(w, { registration: id }, address) {
      const found = await findMailable(w, id, address)
      return found && { ...found, before: undefined, isMember: await isOfMember(w, address) }
    },
    text: ({ isMember, registration }) =>
      isMember ? 'seat_known' : registration.guest_until === null ? 'seat_again' : 'seat_held',
    values: (found, w, to) => ({
      ...valuesOf(found, w, to),
      seat: seatLink(w, found.registration) ?? '',
    }),
    link: ({ registration, event, isMember }, w) =>
      isMember ? linkTo(w, event, '#registration') : seatLink(w, registration),
    replyTo,
  }),
  'registration-led-accepted': aboutLed('table_accepted'),
  'registration-led-moved': aboutLed('table_moved'),
  'registration-led-called-off': aboutLed('table_called_off'),
  /** The table is deleted; its title and the reason are all that is left. */
  'registration-led-declined': mail({
    data: { evening: id<ContentId>(), title: Type.String(), reason: Type.String() },
    isNeeded: true,
    async find(w, { evening, ...said }) {
      const event = await findRow(w.db, 'contents', evening)
      return event ? { event, ...said } : null
    },
    text: 'table_declined',
    values: ({ event, title, reason }) => ({ event: event.title, title, reason }),
    link: ({ event }, w) => linkTo(w, event, '#programme'),
    replyTo,
  }),
  /** A text of the staff, or of the leader of a table, whose address stays unknown. */
  'registration-guest-message': addressMail({
    data: { ...MESSAGE, language: Type.Optional(Type.String()) },
    find: findMessage,
    text: textOfMessage,
    values: messageIn,
    link: ({ event }, w) => linkTo(w, event),
    replyTo,
  }),
  'registration-message': mail({
    data: MESSAGE,
    isNeeded: true,
    find: findMessage,
    text: textOfMessage,
    values: messageIn,
    link: ({ event }, w) => linkTo(w, event),
    replyTo,
  }),
})
type Row = Pick<
  RegistrationRow,
  'id' | 'user_id' | 'sequence' | 'email' | 'guest_until' | 'language'
> & {
  /** The move of the event since the last mail. */
  readonly move?: number | undefined
  readonly tables?: readonly RegistrationId[] | undefined
}

/** People whose names staff have added get no mails, nor do those who have not confirmed their address. */
export function mailRegistrations(w: Work, kind: RegistrationMail, rows: readonly Row[]): void {
  for (const { id: registration, user_id, sequence, move, tables = [], ...row } of rows) {
    const own = { registration, sequence, ...(move !== undefined && { move }) }
    const data = { ...own, ...(tables.length > 0 && { tables: [...tables] }) }
    if (user_id !== null) w.mail([user_id], registrationMails.of(`registration-${kind}`, data))
    else if (row.email !== null && row.guest_until === null) {
      const to = { about: kind, ...(row.language !== null && { language: row.language }) }
      w.mail(row.email, registrationMails.of('registration-guest', { ...data, ...to }))
    }
  }
}

/** Mails the link to the page of a seat without an account. */
export function mailSeatLink(w: Work, { id: registration, sequence, email, language }: Row): void {
  if (email === null) return
  // Strangers may ask again and again: once an hour for each seat.
  const onceKey = `registration-guest-link:${registration}:${sequence}:${Math.floor(w.now / HOUR_MS)}`
  const data = { registration, ...(language !== null && { language }) }
  w.mail(email, registrationMails.of('registration-guest-link', data, { onceKey }))
}

type Message = Pick<
  RowOf<'registration_messages'>,
  'content_id' | 'subject' | 'text' | 'sent_by'
> & { readonly by_leader?: true }

/**
 * Mails a text of the staff, or of a leader, to each of the registered.
 * @returns the text as it is sent, and the number of recipients
 * @throws Refusal without any
 */
export async function sendMessage(
  w: Work,
  { by_leader, content_id, sent_by, ...typed }: Message,
  rows: readonly RegistrationRow[],
) {
  assertHasReaders(rows.length)
  const subject = typed.subject.trim()
  const text = typed.text.trim().replace(/\r\n?/g, '\n')
  const written = { content_id, sent_by, subject, text, created_at: w.now }
  const { id: message } = await insertRow(w.db, 'registration_messages', written)
  const members = rows.flatMap(({ user_id }) => user_id ?? [])
  let guests = 0
  for (const { id: registration, user_id, email, guest_until, language } of rows) {
    const options = { onceKey: `registration-message:${message}:${registration}`, isBulk: true }
    const data = { registration, message, ...(by_leader && { by_leader }) }
    if (user_id !== null)
      w.mail([user_id], registrationMails.of('registration-message', data, options))
    else if (email !== null && guest_until === null) {
      guests += 1
      const own = { ...data, ...(language !== null && { language }) }
      w.mail(email, registrationMails.of('registration-guest-message', own, options))
    }
  }
  return { subject, text, told: guests + (await readersOf(w, members, null)).length }
}

/** @param kind of what has become of the table */
export function tellLeader(
  w: Work,
  { id: table, led_by }: Pick<EventRow, 'id' | 'led_by'>,
  kind: 'accepted' | 'moved' | 'called-off',
): void {
  if (led_by === null) return
  w.mail([led_by], registrationMails.of(`registration-led-${kind}`, { table, leader: led_by }))
}

type Declined = { readonly evening: ContentId; readonly title: string; readonly reason: string }

export const mailDeclined = (w: Work, leader: MemberId, data: Declined): void =>
  w.mail([leader], registrationMails.of('registration-led-declined', data))
