import Type from 'typebox'
import type { ContentId, MemberId, RegistrationId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import { HOUR_MS } from '../../config/time.ts'
import { findRow, type RowOf } from '../../db/rows.ts'
import { changeValues } from '../../mail/moves.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { addressMail, type MailWork, mail, mailTable, readersOf } from '../../mail/table.ts'
import { mailedInvitation, pageAddress } from '../../text/calendar.ts'
import { titleInMail } from '../../text/datesInMail.ts'
import { contactOf, siteOf } from '../../text/kit.ts'
import { dayInSubject, readingIn, timeInMail } from '../../text/time.ts'
import type { Work } from '../../work/work.ts'
import { offerEndOf, sizeOf } from './policy.ts'
import {
  type EventRow,
  findGuestMail,
  findMailable,
  isOfMember,
  type RegistrationRow,
} from './repository.ts'
import { seatLink } from './seatTokens.ts'

type About = Options & {
  /** That the registration must still have when the mail is sent. */
  readonly state: RegistrationRow['state']
  readonly text: MailText
}
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
}

type Found = {
  readonly registration: RegistrationRow
  readonly event: EventRow
  readonly before: RowOf<'event_moves'> | undefined
}
type To = { readonly email: string; readonly username?: string; readonly time_zone?: string | null }

function valuesOf({ registration, event, before }: Found, w: MailWork, { time_zone }: To) {
  const zone = registration.time_zone ?? time_zone ?? w.settings.timeZone
  const reading = readingIn(zone, w)
  return {
    title: titleInMail(w.kit.current(), [event], reading),
    date: timeInMail(event.starts_at, event.ends_at, reading),
    day: dayInSubject(event.starts_at ?? 0, reading),
    location: event.location ?? '',
    // Left out for one person.
    people: registration.companions > 0 ? sizeOf(registration) : '',
    until: timeInMail(offerEndOf(registration, event), null, { ...reading, isZoneNamed: true }),
    ...changeValues(w.kit.current(), { event, before }, reading),
  }
}

function filesOf({ registration, event }: Found, w: MailWork, { to, calendar }: Invited) {
  if (calendar === undefined) return []
  const attendee = {
    name: to.username ?? registration.name ?? '',
    email: to.email,
    sequence: event.sequence + registration.sequence,
    isCancelled: calendar === 'CANCEL',
  }
  const updated_at = Math.max(event.updated_at, registration.updated_at)
  return [mailedInvitation(siteOf(w), { ...event, updated_at }, attendee)]
}
type Invited = { readonly to: To; readonly calendar: Options['calendar'] }

const moveOf = async (w: MailWork, move: number | undefined) =>
  move === undefined ? undefined : findRow(w.db, 'event_moves', move)

/** A mail to a member about a registration; a later change of it makes the mail superfluous. */
const about = ({ state, text, calendar, isNeeded, leadsTo }: About) =>
  mail({
    data: DATA,
    ...(isNeeded && { isNeeded }),
    async find(w, { registration: id, sequence, move }) {
      const found = await findMailable(w, id)
      const { registration } = found ?? {}
      if (!found || registration?.state !== state || registration.sequence !== sequence) return null
      return { ...found, before: await moveOf(w, move) }
    },
    text,
    values: valuesOf,
    link: ({ event }, w) =>
      leadsTo
        ? linkTo(w, { ...event, id: event.parent_id ?? event.id }, '#programme')
        : linkTo(w, event, '#registration'),
    replyTo: (_found, w) => contactOf(w),
    files: (found, w, to) => filesOf(found, w, { to, calendar }),
  })

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
    replyTo: (_found, w) => contactOf(w),
  })

/** A withdrawn event has no page. */
const linkTo = ({ settings }: MailWork, event: Linked, hash = '') =>
  event.unpublished_at === null ? `${pageAddress(settings, event)}${hash}` : undefined

type Linked = Pick<EventRow, 'id' | 'kind' | 'unpublished_at'>

const ENTERED = { calendar: 'PUBLISH' } as const
const REMOVED = { calendar: 'CANCEL' } as const
const NEEDED = { isNeeded: true } as const

const ABOUT = {
  confirmed: { state: 'coming', text: 'registration_confirmed', ...ENTERED },
  added: { state: 'coming', text: 'registration_added', ...ENTERED, ...NEEDED },
  fewer: { state: 'coming', text: 'registration_fewer' },
  waiting: { state: 'waiting', text: 'registration_waiting' },
  offered: { state: 'offered', text: 'registration_offered', ...NEEDED },
  'offer-over': { state: 'cancelled', text: 'registration_offer_over', ...NEEDED },
  cancelled: { state: 'cancelled', text: 'registration_cancelled', ...REMOVED },
  removed: { state: 'cancelled', text: 'registration_removed', ...REMOVED, ...NEEDED },
  'struck-off': { state: 'cancelled', text: 'registration_struck_off', ...NEEDED },
  moved: { state: 'coming', text: 'registration_moved', ...ENTERED, ...NEEDED },
  'called-off': { state: 'coming', text: 'registration_called_off', ...REMOVED, ...NEEDED },
  /** The link leads to the other tables. */
  'table-called-off': {
    state: 'coming',
    text: 'registration_table_called_off',
    ...REMOVED,
    ...NEEDED,
    leadsTo: 'programme',
  },
  'offered-moved': { state: 'offered', text: 'registration_offered_moved', ...NEEDED },
  'offered-called-off': { state: 'offered', text: 'registration_waiting_called_off', ...NEEDED },
  'waiting-moved': { state: 'waiting', text: 'registration_waiting_moved' },
  'waiting-called-off': { state: 'waiting', text: 'registration_waiting_called_off', ...NEEDED },
  reminder: { state: 'coming', text: 'registration_reminder' },
} as const satisfies Readonly<Record<string, About>>
type RegistrationMail = keyof typeof ABOUT
const KINDS: ReadonlyMap<string, About> = new Map(Object.entries(ABOUT))

export const registrationMails = mailTable('event_mails', {
  'registration-confirmed': about(ABOUT['confirmed']),
  'registration-added': about(ABOUT['added']),
  'registration-fewer': about(ABOUT['fewer']),
  'registration-waiting': about(ABOUT['waiting']),
  'registration-offered': about(ABOUT['offered']),
  'registration-offer-over': about(ABOUT['offer-over']),
  'registration-cancelled': about(ABOUT['cancelled']),
  'registration-removed': about(ABOUT['removed']),
  'registration-struck-off': about(ABOUT['struck-off']),
  'registration-moved': about(ABOUT['moved']),
  'registration-called-off': about(ABOUT['called-off']),
  'registration-table-called-off': about(ABOUT['table-called-off']),
  'registration-offered-moved': about(ABOUT['offered-moved']),
  'registration-offered-called-off': about(ABOUT['offered-called-off']),
  'registration-waiting-moved': about(ABOUT['waiting-moved']),
  'registration-waiting-called-off': about(ABOUT['waiting-called-off']),
  'registration-reminder': about(ABOUT['reminder']),
  /** The same mails to people without an account, whose link leads to their own page. */
  'registration-guest': addressMail({
    data: { ...DATA, about: Type.String(), language: Type.Optional(Type.String()) },
    async find(w, { registration: id, sequence, move, about }, address) {
      const found = await findGuestMail(w, id, address)
      const kind = KINDS.get(about)
      if (!found || kind === undefined || found.registration.sequence !== sequence) return null
      if (found.registration.state !== kind.state) return null
      return { ...found, kind, before: await moveOf(w, move) }
    },
    text: ({ kind }) => kind.text,
    values: (found, w, to) => ({
      ...valuesOf(found, w, to),
      username: found.registration.name ?? '',
    }),
    link: ({ registration }, w) => seatLink(w, registration),
    replyTo: (_found, w) => contactOf(w),
    files: (found, w, to) => filesOf(found, w, { to, calendar: found.kind.calendar }),
  }),
  /** Leads to the page whose button takes the seat; to the login where the address has an account. */
  'registration-guest-link': addressMail({
    data: { registration: id<RegistrationId>(), language: Type.Optional(Type.String()) },
    async find(w, { registration: id }, address) {
      const found = await findGuestMail(w, id, address)
      return found && { ...found, before: undefined, isMember: await isOfMember(w, address) }
    },
    text: ({ isMember, registration }) =>
      isMember ? 'seat_known' : registration.guest_until === null ? 'seat_again' : 'seat_held',
    values: (found, w, to) => ({
      ...valuesOf(found, w, to),
      username: found.registration.name ?? '',
      until: timeInMail(found.registration.guest_until, null, {
        ...readingIn(found.registration.time_zone ?? w.settings.timeZone, w),
        isZoneNamed: true,
      }),
    }),
    link: ({ registration, event, isMember }, w) =>
      isMember ? linkTo(w, event, '#registration') : seatLink(w, registration),
    replyTo: (_found, w) => contactOf(w),
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
    replyTo: (_found, w) => contactOf(w),
  }),
  /** A text of the staff. */
  'registration-guest-message': addressMail({
    data: { registration: id<RegistrationId>(), message: Type.Integer() },
    async find(w, data, address) {
      const found = await findGuestMail(w, data.registration, address)
      const message = await findRow(w.db, 'registration_messages', data.message)
      const isWanted = found && message && found.registration.state !== 'cancelled'
      return isWanted ? { ...found, message } : null
    },
    text: 'registration_message',
    values: ({ registration, event: { title }, message: { subject, text } }) => ({
      ...{ username: registration.name ?? '', title, subject, text },
    }),
    link: ({ registration }, w) => seatLink(w, registration),
    replyTo: (_found, w) => contactOf(w),
  }),
  'registration-message': mail({
    data: { registration: id<RegistrationId>(), message: Type.Integer() },
    isNeeded: true,
    async find(w, data) {
      const found = await findMailable(w, data.registration)
      const message = await findRow(w.db, 'registration_messages', data.message)
      const isWanted = found && message && found.registration.state !== 'cancelled'
      return isWanted ? { event: found.event, message } : null
    },
    text: 'registration_message',
    values: ({ event: { title }, message: { subject, text } }) => ({ title, subject, text }),
    link: ({ event }, w) => linkTo(w, event),
    replyTo: (_found, w) => contactOf(w),
  }),
})
type Row = Pick<
  RegistrationRow,
  'id' | 'user_id' | 'sequence' | 'email' | 'guest_until' | 'language'
> & {
  /** The move of the event since the last mail. */
  readonly move?: number | undefined
}

/** People whose names staff have added get no mails, nor do those who have not confirmed their address. */
export function mailRegistrations(w: Work, kind: RegistrationMail, rows: readonly Row[]): void {
  for (const { id: registration, user_id, sequence, move, ...row } of rows) {
    const data = { registration, sequence, ...(move !== undefined && { move }) }
    if (user_id !== null) w.mail([user_id], registrationMails.of(`registration-${kind}`, data))
    else if (row.email !== null && row.guest_until === null) {
      const own = { about: kind, ...(row.language !== null && { language: row.language }) }
      w.mail(row.email, registrationMails.of('registration-guest', { ...data, ...own }))
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

/** Mails a text of the staff to each of the registered. @returns the number of recipients */
export async function mailMessage(
  w: Work,
  message: number,
  rows: readonly RegistrationRow[],
): Promise<number> {
  const members = rows.flatMap(({ user_id }) => user_id ?? [])
  let guests = 0
  for (const { id: registration, user_id, email, guest_until } of rows) {
    const options = { onceKey: `registration-message:${message}:${registration}`, isBulk: true }
    const data = { registration, message }
    if (user_id !== null)
      w.mail([user_id], registrationMails.of('registration-message', data, options))
    else if (email !== null && guest_until === null) {
      guests += 1
      w.mail(email, registrationMails.of('registration-guest-message', data, options))
    }
  }
  return guests + (await readersOf(w, members, null)).length
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
