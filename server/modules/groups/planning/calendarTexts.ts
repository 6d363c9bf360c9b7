import type { MailDeps } from '../../../mail/worker.ts'
import { siteOf } from '../../../text/kit.ts'
import { mailedSession } from '../../../text/sessionCalendar.ts'
import type { findMailable } from './mailRepository.ts'

type Mailable = NonNullable<Awaited<ReturnType<typeof findMailable>>>

/** The file of a mail to a member, with all dates of a session and the answers of the member. */
export const sessionFile = (
  deps: Pick<MailDeps, 'settings' | 'kit'>,
  { session, dates, member, answers }: Mailable,
) =>
  mailedSession(
    siteOf(deps),
    {
      ...session,
      group_name: member.group,
      updated_at: Math.max(session.updated_at, session.stamped_at ?? 0),
    },
    dates.map((one) => ({ ...one, answer: answers.get(one.id) ?? null })),
    { name: member.username, email: member.email },
  )
