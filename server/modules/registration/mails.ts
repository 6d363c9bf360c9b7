import type { HasDb } from '../../db/schema.ts'
import { memberMail } from '../../mail/jobs.ts'
import { listStoppedMembers, stopLink } from '../../mail/mailSwitches.ts'
import type { MailJob } from '../../mail/outbox.ts'
import { type MailText, renderMail } from '../../mail/renderMail.ts'
import type { MailDeps, MailWriter, MailWriters } from '../../mail/worker.ts'
import { mailedInvitation, pageAddress } from '../../text/calendar.ts'
import { contactOf, siteOf } from '../../text/kit.ts'
import { dayInSubject, readingIn, timeInMail } from '../../text/time.ts'
import type { Work } from '../../work/work.ts'
import { listActiveUsers } from '../account/repository.ts'
import { findMessage } from './deskRepository.ts'
import { offerEndOf } from './policy.ts'
import { findMailable, type RegistrationRow } from './repository.ts'

type Spec = {
  readonly text: MailText
  /** State that the registration must still have when the mail is sent. */
  readonly state: RegistrationRow['state']
  readonly calendar?: 'PUBLISH' | 'CANCEL'
  /** Members cannot stop mails without which they lose a seat, or come in vain. */
  readonly isNeeded?: true
}

/** Mails to members about their registrations, by kind. */
const MAILS = {
  confirmed: { text: 'registration_confirmed', state: 'coming', calendar: 'PUBLISH' },
  waiting: { text: 'registration_waiting', state: 'waiting' },
  offered: { text: 'registration_offered', state: 'offered', isNeeded: true },
  'offer-over': { text: 'registration_offer_over', state: 'cancelled', isNeeded: true },
  cancelled: { text: 'registration_cancelled', state: 'cancelled', calendar: 'CANCEL' },
  removed: {
    text: 'registration_removed',
    state: 'cancelled',
    calendar: 'CANCEL',
    isNeeded: true,
  },
  'struck-off': { text: 'registration_struck_off', state: 'cancelled', isNeeded: true },
  moved: { text: 'registration_moved', state: 'coming', calendar: 'PUBLISH' },
  'called-off': {
    text: 'registration_called_off',
    state: 'coming',
    calendar: 'CANCEL',
    isNeeded: true,
  },
  'offered-moved': { text: 'registration_offered_moved', state: 'offered', isNeeded: true },
  'offered-called-off': {
    text: 'registration_waiting_called_off',
    state: 'offered',
    isNeeded: true,
  },
  'waiting-moved': { text: 'registration_waiting_moved', state: 'waiting' },
  'waiting-called-off': {
    text: 'registration_waiting_called_off',
    state: 'waiting',
    isNeeded: true,
  },
  reminder: { text: 'registration_reminder', state: 'coming' },
} as const satisfies Record<string, Spec>
const SPECS: Readonly<Record<RegistrationMail, Spec>> = MAILS
export type RegistrationMail = keyof typeof MAILS

/** One mail for each of the registrations; a later change of one makes its mail superfluous. */
export async function registrationMails(
  w: HasDb,
  kind: RegistrationMail,
  rows: readonly Pick<RegistrationRow, 'id' | 'user_id' | 'sequence'>[],
): Promise<MailJob[]> {
  const ids = rows.map(({ user_id }) => user_id)
  const members = await listActiveUsers(w, ids)
  const stopped = SPECS[kind].isNeeded ? null : await listStoppedMembers(w, 'event_mails', ids)
  return rows.flatMap(({ id: registration, user_id, sequence }) => {
    const member = members.get(user_id)
    if (member === undefined || stopped?.has(user_id)) return []
    return [memberMail(`registration-${kind}`, member, { registration, sequence })]
  })
}

const MESSAGE = 'registration-message'
/** Mails of one statement. */
const BATCH = 200

/**
 * Enqueues a text of the staff for each of the registrations.
 * @returns the number of recipients
 */
export async function enqueueMessage(
  w: Work,
  message: number,
  rows: readonly RegistrationRow[],
): Promise<number> {
  const members = await listActiveUsers(
    w,
    rows.map(({ user_id }) => user_id),
  )
  const jobs = rows.flatMap(({ id: registration, user_id }) => {
    const member = members.get(user_id)
    if (member === undefined) return []
    const key = `${MESSAGE}:${message}:${registration}`
    return [{ ...memberMail(MESSAGE, member, { registration, message }, key), isBulk: true }]
  })
  for (let from = 0; from < jobs.length; from += BATCH) w.mail(jobs.slice(from, from + BATCH))
  return jobs.length
}

type Settings = MailDeps['settings']
type Event = NonNullable<Awaited<ReturnType<typeof findMailable>>>['event']

/** A withdrawn event has no page. */
const linkTo = (settings: Settings, event: Event) =>
  event.unpublished_at === null ? pageAddress(settings, event) : undefined

export const registrationMailWriters: MailWriters = {
  ...Object.fromEntries(
    Object.entries<Spec>(MAILS).map(([kind, spec]) => [`registration-${kind}`, writer(spec)]),
  ),

  async [MESSAGE]({ data }, deps) {
    const { db, settings, kit } = deps
    const found = await findMailable({ db }, Number(data['registration']) as RegistrationRow['id'])
    const message = await findMessage({ db }, Number(data['message']))
    if (found === undefined || message === undefined) return null
    if (found.registration.state === 'cancelled') return null
    const { event, username, email } = found
    const { subject, text } = message
    const values = { username, title: event.title, subject, text }
    const link = linkTo(settings, event)
    const replyTo = contactOf(deps)
    return renderMail(kit.current(), 'registration_message', { to: email, values, link, replyTo })
  },
}

function writer({ text, state, calendar, isNeeded }: Spec): MailWriter {
  return async ({ data }, deps) => {
    const { db, settings, kit } = deps
    const found = await findMailable({ db }, Number(data['registration']) as RegistrationRow['id'])
    if (found === undefined) return null
    const { registration, event, username, email } = found
    if (registration.state !== state || registration.sequence !== data['sequence']) return null
    const unsubscribe = isNeeded
      ? undefined
      : await stopLink(deps, 'event_mails', registration.user_id)
    if (unsubscribe === null) return null
    const zone = registration.time_zone ?? found.time_zone ?? settings.timeZone
    const reading = readingIn(zone, deps)
    const link = linkTo(settings, event)
    const mail = renderMail(kit.current(), text, {
      to: email,
      values: {
        username,
        title: event.title,
        date: timeInMail(event.starts_at, event.ends_at, reading),
        day: dayInSubject(event.starts_at ?? 0, reading),
        location: event.location ?? '',
        until: timeInMail(offerEndOf(registration, event), null, reading),
      },
      link: link && `${link}#registration`,
      replyTo: contactOf(deps),
      unsubscribe,
    })
    if (calendar === undefined) return mail
    const attendee = {
      name: username,
      email,
      sequence: event.sequence + registration.sequence,
      isCancelled: calendar === 'CANCEL',
    }
    const updated_at = Math.max(event.updated_at, registration.updated_at)
    const file = mailedInvitation(siteOf(deps), { ...event, updated_at }, attendee)
    return { ...mail, attachments: [file] }
  }
}
