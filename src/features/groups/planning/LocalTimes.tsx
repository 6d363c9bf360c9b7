import { useTranslation } from 'react-i18next'
import type { Plan } from '#contract/planning.ts'
import { listed } from '#shared/lists.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { accountApi } from '#src/store/account/api.ts'
import type { Voter } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Props = {
  /** ISO 8601. */
  start: string
  members: Plan['zones']
}

/** The start on the clocks of members in other time zones. */
export function LocalTimes({ start, members = [] }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const times = localTimesOf(start, members, readerTimeZone(), language)
  if (times.length === 0) return null
  return (
    <span className="block text-sm text-ink-soft wrap-anywhere">
      {times
        .map(({ time, names }) =>
          t('planning.local_time', { time, names: listed(names, language) }),
        )
        .join(', ')}
    </span>
  )
}

/** The reader as a member of the group; null until the profile is there. */
export function useReader({ members }: Pick<GroupRow, 'members'>): Voter | null {
  const { username } = accountApi.useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ username: data?.username }),
  })
  const own = members.find(({ name }) => name === username)
  return own ? { member_id: own.id, name: own.name } : null
}

const HOUR_MS = 3_600_000
/** UTC also stands for a browser whose offset belongs to no known zone. */
const isUtc = (): boolean => readerTimeZone() === 'UTC'
const two = (part: number): string => String(part).padStart(2, '0')

/** Value of `<input type="datetime-local">` for a time, in the reader's zone. @param iso ISO 8601 */
export function localValue(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  if (isUtc()) return date.toISOString().slice(0, 16)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** @param value value of the input, in the reader's zone @returns null if it is incomplete */
export function periodFrom(value: string, hours: number) {
  const start = new Date(isUtc() ? `${value}Z` : value)
  if (value === '' || Number.isNaN(start.getTime())) return null
  return {
    starts_at: start.toISOString(),
    ends_at: new Date(start.getTime() + hours * HOUR_MS).toISOString(),
  }
}

export const hoursBetween = (start: string, end: string): number =>
  (Date.parse(end) - Date.parse(start)) / HOUR_MS

type InZone = { readonly name: string; readonly time_zone: string }

/** "Sat 20:00". @returns null for a zone that this browser does not know */
function clockIn(timeZone: string, at: Date, language: string): string | null {
  try {
    return new Intl.DateTimeFormat(language, {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
      .format(at)
      .replace(',', '')
  } catch {
    return null
  }
}

/** @returns names of members by the time on their clocks, without those who read the same time as the reader */
function localTimesOf(
  iso: string,
  members: readonly InZone[],
  readerZone: string,
  language: string,
) {
  const at = new Date(iso)
  const others = members.filter(({ time_zone }) => time_zone !== readerZone)
  if (others.length === 0 || Number.isNaN(at.getTime())) return []
  const own = clockIn(readerZone, at, language)
  const times = new Map<string, string[]>()
  for (const { name, time_zone } of others) {
    const time = clockIn(time_zone, at, language)
    if (time !== null && time !== own) times.set(time, [...(times.get(time) ?? []), name])
  }
  return [...times].map(([time, names]) => ({ time, names }))
}
