import type { GameSessionId, MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../../db/schema.ts'
import { memberIn, memberMail } from '../../../mail/jobs.ts'
import { stopLink } from '../../../mail/mailSwitches.ts'
import type { MailData, MailJob } from '../../../mail/outbox.ts'
import { renderMail } from '../../../mail/renderMail.ts'
import type { MailWriters } from '../../../mail/worker.ts'
import { sessionsPage } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { readingIn } from '../../../text/time.ts'
import type { Membership } from '../policy.ts'
import { sessionFile } from './calendarTexts.ts'
import { findMailable } from './mailRepository.ts'
import { dateChoices, factsOf } from './mails.ts'
import { recipientsOf } from './recipients.ts'
import type { DateRow, SessionRow } from './sessionRepository.ts'

const SESSION_REST = 'session-rest'

/**
 * One mail for each of the other members about a series that ends, and the one that has its rest. A later change of
 * either makes it no less needed: it is the only mail that ends the first one in calendars.
 */
export async function restMails(
  w: HasDb,
  old: Pick<SessionRow, 'id'>,
  rest: Pick<SessionRow, 'id'>,
  { members }: Pick<Membership, 'members'>,
  except: MemberId,
): Promise<MailJob[]> {
  const others = members.filter((member) => member !== except)
  const recipients = await recipientsOf(w, others, 'planning_mails')
  const data: MailData = { session: rest.id, old: old.id }
  return [...recipients].map((member) => memberMail(SESSION_REST, member, data))
}

const isPlanned = ({ cancelled_at }: DateRow) => cancelled_at === null

export const restMailWriters: MailWriters = {
  async [SESSION_REST]({ data }, deps) {
    const { db, settings, kit } = deps
    const find = (name: string) =>
      findMailable({ db }, Number(data[name]) as GameSessionId, memberIn(data))
    const [rest, old] = [await find('session'), await find('old')]
    const planned = rest?.dates.filter(isPlanned) ?? []
    const isCancelled = planned.length === 0
    const [date, ...others] = isCancelled ? (rest?.dates ?? []) : planned
    const unsubscribe = await stopLink(deps, 'planning_mails', memberIn(data))
    if (rest === undefined || date === undefined || unsubscribe === null) return null
    const { session, member } = rest
    const reading = readingIn(member.time_zone ?? session.time_zone, deps)
    const group = nameInMail(member.group)
    // A cancelled rest has a mail of its own; this one still ends the series before it.
    const mail = renderMail(kit.current(), isCancelled ? 'session_cancelled' : 'session_rest', {
      to: member.email,
      values: {
        ...factsOf([date, ...others], reading),
        title: session.title || group,
        username: member.username,
        group,
      },
      link: sessionsPage(settings, session.group_id),
      choices: await dateChoices(deps, memberIn(data), rest.dates, reading),
      unsubscribe,
    })
    const ended = old ? [sessionFile(deps, old)] : []
    return { ...mail, attachments: isCancelled ? ended : [...ended, sessionFile(deps, rest)] }
  },
}
