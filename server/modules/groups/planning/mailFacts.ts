import type { MemberId } from '#contract/ids.ts'
import { joinedByAnd, rhythmWords } from '#shared/rhythm.ts'
import { findRow } from '../../../db/rows.ts'
import type { MailWork } from '../../../mail/table.ts'
import { fillIn } from '../../../text/fillIn.ts'
import type { Kit } from '../../../text/kit.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { iso, type Reading, timeInMail } from '../../../text/time.ts'
import { rhythmOf } from './series.ts'
import type { DateRow } from './sessionRepository.ts'

/** Lines with dates, and names, that a mail lists at most. */
const LISTED_MAX = 10

/** "Every week on Thu, until Thu 28 Jan" @param last start of its last date */
export function rhythmIn(
  { language, texts }: Kit,
  rule: string,
  { last, zone }: { readonly last?: number; readonly zone: string },
): string {
  const words: Readonly<Record<string, string>> = texts.translation.planning
  const { count, ...rhythm } = rhythmOf(rule)
  const ends = count !== undefined && { count, ...(last !== undefined && { until: iso(last) }) }
  const textOf: Parameters<typeof rhythmWords>[1] = (key, values = {}) => {
    const form = new Intl.PluralRules(language).select(Number(values['count'] ?? 0))
    return fillIn(words[key] ?? words[`${key}_${form}`] ?? words[`${key}_other`] ?? '', values)
  }
  return rhythmWords({ ...rhythm, ...ends }, textOf, { language, timeZone: zone })
}

const moreOf = ({ texts }: Kit, count: number): string[] =>
  count > 0 ? [fillIn(texts.mail.layout.more, { count })] : []

/** "Ann, Ben and 3 more" */
export function namesIn(kit: Kit, names: readonly string[]): string {
  const shown = names.slice(0, LISTED_MAX).map(nameInMail)
  return joinedByAnd([...shown, ...moreOf(kit, names.length - shown.length)], kit.language)
}

/** Who has made a change; of mails from earlier versions, and of accounts that are gone, nobody knows. */
export async function nameOf(w: MailWork, member: MemberId | null | undefined): Promise<string> {
  const account = member == null ? undefined : await findRow(w.db, 'users', member)
  return account ? nameInMail(account.username) : w.kit.current().texts.mail.layout.someone
}

/** Times of dates, a line each; the last one names the zone. */
export function timesIn(kit: Kit, dates: readonly DateRow[], reading: Reading): string {
  const lines = dates
    .slice(0, LISTED_MAX)
    .map(({ starts_at, ends_at }, n, { length }) =>
      timeInMail(starts_at, ends_at, { ...reading, isZoneNamed: n < length - 1 }),
    )
  return [...lines, ...moreOf(kit, dates.length - lines.length)].join('\n')
}

const SHARED = ['place', 'link', 'notes', 'host'] as const
const isShared = (dates: readonly DateRow[], name: (typeof SHARED)[number] | 'title'): boolean =>
  dates.every((one) => one[name] === dates[0]?.[name])

/** Where dates are and what to know about them, as far as they share it. */
export const sharedIn = (dates: readonly DateRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SHARED.map((name) => [name, (isShared(dates, name) && dates[0]?.[name]) || '']),
  )

/** What a date does not share with the others of a mail. */
export function apartIn({ texts }: Kit, dates: readonly DateRow[], date: DateRow): string {
  const hosted = fillIn(texts.translation.planning.hosted_by, { name: date.host ?? '' })
  const host = date.host === null ? '' : hosted
  return (['title', 'place', 'host'] as const)
    .filter((name) => !isShared(dates, name))
    .map((name) => (name === 'host' ? host : date[name]))
    .filter(Boolean)
    .join(', ')
}
