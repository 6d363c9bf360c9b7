import type { MailDeps } from '../../../mail/worker.ts'
import { fillIn } from '../../../text/fillIn.ts'
import { siteOf } from '../../../text/kit.ts'
import { textsIn } from '../../../text/languages.ts'
import { mailedSession } from '../../../text/sessionCalendar.ts'
import type { findMailable } from './mailRepository.ts'

type Notes = { readonly notes: string }
type Hosted = { readonly host: string | null; readonly notes: string | null }

/** A date in calendars, which have no place for its host but the notes. */
export const hostInNotes = <T extends Hosted>(session: Notes, date: T): T =>
  date.host === null
    ? date
    : {
        ...date,
        notes: [
          fillIn(textsIn('en').feeds.mine.host, { name: date.host }),
          date.notes ?? session.notes,
        ]
          .filter(Boolean)
          .join('\n\n'),
      }

type Mailable = NonNullable<Awaited<ReturnType<typeof findMailable>>>

/** The file of a mail to a member, with all dates of a session and the answers of the member. */
export const sessionFile = (
  deps: Pick<MailDeps, 'settings' | 'kit'>,
  { session, dates, member, answers }: Mailable,
) =>
  mailedSession(
    siteOf(deps),
    { ...session, group_name: member.group },
    dates.map((one) => hostInNotes(session, { ...one, answer: answers.get(one.id) ?? null })),
    { name: member.username, email: member.email },
  )
