import type { Upcoming, UpcomingDate } from '#contract/calendar.ts'
import type { GroupId } from '#contract/ids.ts'
import type { IconName } from '#src/ui/icons.ts'

/** A row of "Coming up", which links to what it is about. */
export type NextRow = {
  key: string
  icon: IconName
  /** Name of the group that the row belongs to; null for an event. */
  group: string | null
  title: string
  date: UpcomingDate | null
  kind: 'date' | 'poll' | 'invite' | 'entry'
  to: string
}

/** The sessions in the card of a group, or its polls. */
const sessionsOf = (id: GroupId, place = ''): string =>
  `?group=${id}&part=sessions#group-${id}${place}`

const dateRow = (date: UpcomingDate, place: number): NextRow => ({
  // Two dates of one group may begin at the same time, and a server may send dates without ids.
  key: `date ${date.date_id ?? -place}`,
  icon: date.group_id === null ? 'calendar' : 'users',
  group: date.group_name,
  title: date.title,
  date,
  kind: 'date',
  to: date.group_id === null ? `/discordia/news/${date.content_id}` : sessionsOf(date.group_id),
})

const isSession = ({ date }: NextRow) => date?.group_id != null && date.state !== 'cancelled'

/** Order: the next session, seats and polls that wait for an answer, invites, other dates, decisions of others. */
export function nextRows({ dates, polls, invites, entries }: Upcoming): NextRow[] {
  const all = dates.items.map(dateRow)
  const session = all.find(isSession)
  const isOffered = ({ date }: NextRow) => date?.state === 'offered'
  const base = { group: null, date: null }
  return [
    ...(session ? [session] : []),
    ...all.filter(isOffered),
    ...polls.items.map(
      ({ group_id, group_name, title }, place): NextRow => ({
        ...base,
        key: `poll ${place}`,
        icon: 'users',
        kind: 'poll',
        group: group_name,
        title,
        to: sessionsOf(group_id, '-polls'),
      }),
    ),
    ...invites.items.map(
      ({ id, group_name }): NextRow => ({
        ...base,
        key: `invite ${id}`,
        icon: 'mail',
        kind: 'invite',
        title: group_name,
        to: '?tab=invites',
      }),
    ),
    ...all.filter((row) => row !== session && !isOffered(row)),
    ...entries.items.map(
      ({ id, title }): NextRow => ({
        ...base,
        key: `entry ${id}`,
        icon: 'book',
        kind: 'entry',
        title,
        to: `/discordia/world?show=mine&entry=${id}`,
      }),
    ),
  ]
}

const LISTS = ['dates', 'polls', 'invites', 'entries'] as const

/** Number of all rows, including those that were not sent. */
export const countNext = (upcoming: Upcoming): number =>
  LISTS.reduce((sum, list) => sum + upcoming[list].total, 0)

/** Lists that have more rows than were sent. */
export const moreOf = (upcoming: Upcoming) =>
  LISTS.map((list) => ({
    list,
    count: upcoming[list].total - upcoming[list].items.length,
  })).filter(({ count }) => count > 0)
