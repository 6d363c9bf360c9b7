import Type from 'typebox'
import type { ContentId, MemberId, RegistrationId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import { findRow } from '../../db/rows.ts'
import { changeValues } from '../../mail/moves.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { type MailWork, mail, mailTable, readersOf } from '../../mail/table.ts'
import { mailedInvitation, pageAddress } from '../../text/calendar.ts'
import { titleInMail } from '../../text/datesInMail.ts'
import { contactOf, siteOf } from '../../text/kit.ts'
import { dayInSubject, readingIn, timeInMail } from '../../text/time.ts'
import type { Work } from '../../work/work.ts'
import { offerEndOf, sizeOf } from './policy.ts'
import { type EventRow, findMailable, type RegistrationRow } from './repository.ts'

type Options = {
  readonly calendar?: 'PUBLISH' | 'CANCEL'
  /** Members cannot stop mails without which they lose a seat, or come in vain, or at the wrong time. */
  readonly isNeeded?: true
  /** The programme of the event that the event is a table of. */
  readonly leadsTo?: 'programme'
}

/**
 * A mail about a registration; a later change of it makes the mail superfluous.
 * @param state that the registration must still have when the mail is sent
 */
const about = (
  state: RegistrationRow['state'],
  text: MailText,
  { calendar, isNeeded, leadsTo }: Options = {},
) =>
  mail({
    data: {
      registration: id<RegistrationId>(),
      sequence: Type.Integer(),
      move: Type.Optional(Type.Integer()),
    },
    ...(isNeeded && { isNeeded }),
    async find(w, { registration: id, sequence, move }) {
      const found = await findMailable(w, id)
      const { registration } = found ?? {}
      if (!found || registration?.state !== state || registration.sequence !== sequence) return null
      return { ...found, before: move && (await findRow(w.db, 'event_moves', move)) }
    },
    text,
    values({ registration, event, before }, w, { time_zone }) {
      const zone = registration.time_zone ?? time_zone ?? w.settings.timeZone
      const reading = readingIn(zone, w)
      return {
        title: titleInMail(w.kit.current(), [event], reading),
        date: timeInMail(event.starts_at, event.ends_at, reading),
        day: dayInSubject(event.starts_at ?? 0, reading),
        location: event.location ?? '',
        // Left out for one person.
        people: registration.companions > 0 ? sizeOf(registration) : '',
        until: timeInMail(offerEndOf(registration, event), null, {
          ...reading,
          isZoneNamed: true,
        }),
        ...changeValues(w.kit.current(), { event, before: before || undefined }, reading),
      }
    },
    link: ({ event }, w) =>
      leadsTo
        ? linkTo(w, { ...event, id: event.parent_id ?? event.id }, '#programme')
        : linkTo(w, event, '#registration'),
    replyTo: (_found, w) => contactOf(w),
    files({ registration, event }, w, { username, email }) {
      if (calendar === undefined) return []
      const attendee = {
        name: username,
        email,
        sequence: event.sequence + registration.sequence,
        isCancelled: calendar === 'CANCEL',
      }
      const updated_at = Math.max(event.updated_at, registration.updated_at)
      return [mailedInvitation(siteOf(w), { ...event, updated_at }, attendee)]
    },
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

export const registrationMails = mailTable('event_mails', {
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
type Kind = Parameters<typeof registrationMails.of>[0]
type Named<K> = K extends `registration-${infer Name}` ? Name : never
type RegistrationMail = Exclude<Named<Kind>, 'message' | `led-${string}`>
type Row = Pick<RegistrationRow, 'id' | 'user_id' | 'sequence'> & {
  /** The move of the event since the last mail. */
  readonly move?: number | undefined
}

/** People without an account get no mails. */
export function mailRegistrations(w: Work, kind: RegistrationMail, rows: readonly Row[]): void {
  for (const { id: registration, user_id, sequence, move } of rows) {
    if (user_id === null) continue
    const data = { registration, sequence, ...(move !== undefined && { move }) }
    w.mail([user_id], registrationMails.of(`registration-${kind}`, data))
  }
}

/** Mails a text of the staff to each of the registered. @returns the number of recipients */
export async function mailMessage(
  w: Work,
  message: number,
  rows: readonly RegistrationRow[],
): Promise<number> {
  const members = rows.flatMap(({ user_id }) => user_id ?? [])
  for (const { id: registration, user_id } of rows) {
    if (user_id === null) continue
    const options = { onceKey: `registration-message:${message}:${registration}`, isBulk: true }
    const mail = registrationMails.of('registration-message', { registration, message }, options)
    w.mail([user_id], mail)
  }
  return (await readersOf(w, members, null)).length
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
