import type { GameDateId, MemberId } from '#contract/ids.ts'
import { findRow } from '../../../db/rows.ts'
import type { MailWork } from '../../../mail/table.ts'
import { fillIn, type Kit } from '../../../text/kit.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import type { DateRow, SessionRow, SessionTexts } from './sessionRepository.ts'

/** Who has made a change; of mails from earlier versions, and of accounts that are gone, it is unknown. */
export async function nameOf(w: MailWork, member: MemberId | null | undefined): Promise<string> {
  const account = member == null ? undefined : await findRow(w.db, 'users', member)
  return account ? nameInMail(account.username) : w.kit.current().texts.mail.layout.someone
}

const TEXTS = ['title', 'place', 'link', 'notes', 'host'] as const
/** What is said of all of the dates. */
export const sharedIn = (dates: readonly DateRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    TEXTS.map((name) => {
      const isShared = dates.every((one) => one[name] === dates[0]?.[name])
      return [name, (isShared && dates[0]?.[name]) || '']
    }),
  )

/** What a date has besides. */
export function apartIn({ texts }: Kit, dates: readonly DateRow[], date: DateRow): string {
  const { title, place, host } = sharedIn(dates)
  const hosted = fillIn(texts.translation.planning.hosted_by, { name: date.host ?? '' })
  return [
    title === '' && date.title,
    place === '' && date.place,
    host === '' && date.host && hosted,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What a change has changed, as it was before. */
export type Was = Partial<Pick<DateRow, 'starts_at' | 'ends_at' | keyof SessionTexts>> &
  Partial<Pick<SessionRow, 'rule'>> & {
    /** The date that was named, of several; absent in mails of earlier versions. */
    readonly of?: GameDateId
  }

export const wasIn = ({ was = '{}' }: { readonly was?: string }): Was => JSON.parse(was) as Was

const NAMES = ['starts_at', 'ends_at', 'title', 'place', 'link', 'notes'] as const
/** What a change of a date changes, as it was before. */
export const wasOf = (date: DateRow, change: Was): Was =>
  Object.fromEntries(
    NAMES.filter((name) => name in change && change[name] !== date[name]).map((name) => [
      name,
      date[name],
    ]),
  )

type Changed = { readonly was: Was; readonly named: readonly [DateRow, ...DateRow[]] }

/** The date that was named by a change. */
export const changedOf = ({ was, named }: Changed): DateRow =>
  named.find(({ id }) => id === was.of) ?? named[0]

/** Whether it was moved, and moved back before the mail was sent. */
export const isBack = (found: Changed): boolean =>
  found.was.starts_at === changedOf(found).starts_at

export const asTold = (dates: readonly DateRow[], { of, rule: _, ...was }: Was): DateRow[] =>
  dates.map((one) => (one.id === of ? { ...one, ...was } : one))
