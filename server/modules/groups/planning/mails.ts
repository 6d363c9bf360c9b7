import type { GameDateId, GameSessionId, MemberId } from '#contract/ids.ts'
import type { Db } from '../../../db/schema.ts'
import { memberIn, memberMail } from '../../../mail/jobs.ts'
import type { MailData, MailJob } from '../../../mail/outbox.ts'
import { type MailText, renderMail } from '../../../mail/renderMail.ts'
import type { MailWriter, MailWriters } from '../../../mail/worker.ts'
import { mailedSession, sessionSummary } from '../../../text/sessionCalendar.ts'
import { dayInSubject, timeInMail } from '../../../text/time.ts'
import { listActiveUsers } from '../../account/repository.ts'
import { nameInMail } from '../mails.ts'
import type { Membership } from '../policy.ts'
import { findMailable } from './mailRepository.ts'
import type { DateRow, SessionRow } from './sessionRepository.ts'

type Spec = { readonly text: MailText; readonly calendar?: 'REQUEST' | 'CANCEL' }

/** Mails to members about sessions of their group, by kind. */
const MAILS = {
  'session-made': { text: 'session_made', calendar: 'REQUEST' },
  'session-moved': { text: 'session_moved', calendar: 'REQUEST' },
  'session-date-cancelled': { text: 'session_cancelled', calendar: 'CANCEL' },
  'session-cancelled': { text: 'session_cancelled', calendar: 'CANCEL' },
  'session-reminder': { text: 'session_reminder' },
} as const satisfies Record<string, Spec>
type Kind = keyof typeof MAILS

/** @param date that the mail is about, instead of the first @param starts must still be its start */
type About = { readonly date?: GameDateId | undefined; readonly starts?: number }

/**
 * One mail for each of the members, which a later change of the session makes superfluous.
 * @param except the member who made the change
 */
export async function sessionMails(
  tx: Db,
  kind: Kind,
  { id: session, sequence }: Pick<SessionRow, 'id' | 'sequence'>,
  { members }: Pick<Membership, 'members'>,
  except: MemberId | null,
  { date, starts }: About = {},
): Promise<MailJob[]> {
  const recipients = await listActiveUsers(
    tx,
    members.filter((member) => member !== except),
  )
  const data: MailData = {
    session,
    sequence,
    ...(date !== undefined && { date }),
    ...(starts !== undefined && { starts }),
  }
  return [...recipients.values()].map((member) => memberMail(kind, member, data))
}

export const planningMailWriters: MailWriters = Object.fromEntries(
  Object.entries<Spec>(MAILS).map(([kind, spec]) => [kind, writer(spec)]),
)

/** The date that a mail is about. @returns undefined if it is too late for the mail */
function dateOf(data: MailData, { sequence }: SessionRow, dates: readonly DateRow[]) {
  const named = dates.find(({ id }) => id === data['date'])
  const isReminder = data['starts'] !== undefined
  if (isReminder)
    return named?.starts_at === data['starts'] && named?.cancelled_at === null ? named : undefined
  if (data['sequence'] !== sequence) return undefined
  return data['date'] === undefined ? dates[0] : named
}

function writer({ text, calendar }: Spec): MailWriter {
  return async ({ data }, { db, clock, settings }) => {
    const found = await findMailable(db, Number(data['session']) as GameSessionId, memberIn(data))
    const date = found && dateOf(data, found.session, found.dates)
    if (found === undefined || date === undefined) return null
    const { session, dates, member } = found
    const zone = member.time_zone ?? session.time_zone
    const title = session.title || nameInMail(member.group)
    const further = dates.filter(
      (one) => one.cancelled_at === null && one.starts_at > date.starts_at,
    ).length
    const mail = renderMail(text, {
      to: member.email,
      values: {
        title,
        username: member.username,
        group: nameInMail(member.group),
        date: timeInMail(date.starts_at, date.ends_at, zone, clock()),
        day: dayInSubject(date.starts_at, zone, clock()),
        place: session.place,
        link: session.link,
        notes: session.notes,
        further: data['date'] === undefined && further > 0 ? further : '',
      },
      link: `${settings.publicUrl}/discordia/dashboard?group=${session.group_id}&part=sessions`,
    })
    if (calendar === undefined) return mail
    const isCancelled = calendar === 'CANCEL'
    const only = isCancelled && data['date'] !== undefined ? date : undefined
    const file = mailedSession(
      settings,
      { ...session, title: sessionSummary(nameInMail(member.group), session.title) },
      dates,
      { name: member.username, email: member.email, isCancelled, status: statusOf(found, date) },
      only,
    )
    return { ...mail, attachments: [file] }
  }
}

const STATUS = { coming: 'ACCEPTED', not_coming: 'DECLINED' } as const

function statusOf(
  { answers }: NonNullable<Awaited<ReturnType<typeof findMailable>>>,
  { id }: DateRow,
) {
  const answer = answers.get(id)
  return answer === undefined ? 'NEEDSACTION' : STATUS[answer]
}
