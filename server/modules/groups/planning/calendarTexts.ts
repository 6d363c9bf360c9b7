import { fillIn } from '../../../text/fillIn.ts'
import { DEFAULT_TEXTS } from '../../../text/kit.ts'
import { sessionSummary } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'

type Hosted = { readonly host?: string | null; readonly notes: string }

/** The notes of a date in calendars, which have no place for its host. */
export const notesOf = ({ host, notes }: Hosted): string =>
  [host && fillIn(DEFAULT_TEXTS.feeds.mine.host, { name: host }), notes]
    .filter(Boolean)
    .join('\n\n')

/** A session, or a date of one, as the files of mails have it. */
export const inCalendarOf =
  (group: string) =>
  <T extends Hosted & { readonly title: string }>(one: T): T => ({
    ...one,
    title: sessionSummary(nameInMail(group), one.title),
    notes: notesOf(one),
  })
