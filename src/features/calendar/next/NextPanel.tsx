import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Upcoming, UpcomingDate } from '#contract/calendar.ts'
import type { GroupId } from '#contract/ids.ts'
import { NEXT_STATES, type NextState } from '#contract/sets.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Near, TIME, Timed, TimeSpan } from '#src/ui/Time.tsx'
import { countNext, NEXT_BOX, NEXT_LISTS } from './NextOutline.tsx'

/** A row of "Coming up", which links to what it is about. */
type NextRow = {
  key: string
  icon: IconName
  /** Name of the group that the row belongs to; null for an event. */
  group: string | null
  title: string
  date: UpcomingDate | null
  kind: 'date' | 'requests' | 'poll' | 'invite' | 'recap' | 'entry'
  /** Number of requests to join. */
  count?: number
  to: string
}

const partOf = (id: GroupId, part: 'sessions' | 'members', place = ''): string =>
  `?group=${id}&part=${part}#group-${id}${place}`

const ICONS = {
  date: 'users',
  requests: 'userPlus',
  poll: 'users',
  invite: 'mail',
  recap: 'pencil',
  entry: 'book',
} as const

type Rest = Pick<NextRow, 'title' | 'to'> & Partial<NextRow>

const rowOf = (kind: NextRow['kind'], id: number, rest: Rest): NextRow => ({
  key: `${kind} ${id}`,
  icon: ICONS[kind],
  group: null,
  date: null,
  kind,
  ...rest,
})

function dateRow(date: UpcomingDate, place: number): NextRow {
  const { group_id, group_name: group, title } = date
  // Two dates of one group may begin at the same time, and a server may send dates without ids.
  const id = date.date_id ?? -place
  return group_id === null
    ? rowOf('date', id, {
        icon: 'calendar',
        group,
        title,
        date,
        to: `/discordia/news/${date.content_id}`,
      })
    : rowOf('date', id, { group, title, date, to: partOf(group_id, 'sessions') })
}

const isSession = ({ date }: NextRow) => date?.group_id != null && date.state !== 'cancelled'

/** Order: the next session, seats, requests and polls that wait for an answer, invites, recaps, other dates, decisions of others. */
function nextRows({ dates, requests, polls, invites, recaps, entries }: Upcoming): NextRow[] {
  const all = dates.items.map(dateRow)
  const session = all.find(isSession)
  const isOffered = ({ date }: NextRow) => date?.state === 'offered'
  return [
    ...(session ? [session] : []),
    ...all.filter(isOffered),
    ...(requests?.items ?? []).map(({ group_id, group_name: title, count }) =>
      rowOf('requests', group_id, { count, title, to: partOf(group_id, 'members') }),
    ),
    ...polls.items.map(({ group_id, group_name: group, title }, place) =>
      rowOf('poll', place, { group, title, to: partOf(group_id, 'sessions', '-polls') }),
    ),
    ...invites.items.map(({ id, group_name: title }) =>
      rowOf('invite', id, { title, to: '?tab=invites' }),
    ),
    ...(recaps?.items ?? []).map(({ group_id, group_name: group, date_id, title }) =>
      rowOf('recap', date_id, {
        group,
        title,
        to: `?group=${group_id}&part=sessions&date=${date_id}#group-${group_id}-recap`,
      }),
    ),
    ...all.filter((row) => row !== session && !isOffered(row)),
    ...entries.items.map(({ id, title }) =>
      rowOf('entry', id, { title, to: `/discordia/world?show=mine&entry=${id}` }),
    ),
  ]
}

/** Lists that have more rows than were sent. */
const moreOf = (upcoming: Upcoming) =>
  NEXT_LISTS.map((list) => ({
    list,
    count: (upcoming[list]?.total ?? 0) - (upcoming[list]?.items.length ?? 0),
  })).filter(({ count }) => count > 0)

const isKnown = (state: string): state is NextState =>
  (NEXT_STATES as readonly string[]).includes(state)

type NextItemProps = {
  row: NextRow
  /** The control of the own answer, which replaces the words about it. */
  answer: Elements
  /** Truncates each line, so that all rows have the same height. */
  isShort?: boolean
  isHiddenSmall?: boolean
}

/** All of the row but the answer is the link. */
function NextItem({ row, answer, isShort = false, isHiddenSmall = false }: NextItemProps) {
  const { t } = useTranslation()
  const { group, title } = row
  return (
    <li
      className={joined(
        'flex min-w-0 flex-wrap items-center gap-x-4 border-line not-first:border-t',
        isShort && Boolean(answer) && 'max-sm:row-span-2 max-sm:content-evenly',
        isHiddenSmall && 'max-sm:hidden',
      )}
    >
      <ItemLink
        to={row.to}
        icon={row.icon}
        title={group && title ? t('next.group_title', { group, title }) : title || (group ?? '')}
        facts={<Facts row={row} hasAnswer={Boolean(answer)} />}
        isShort={isShort}
      />
      {answer && <div className="font-sans text-ui max-sm:ps-8 max-sm:pb-1.5">{answer}</div>}
    </li>
  )
}

type FactsProps = { row: NextRow; hasAnswer: boolean }

function Facts({ row: { kind, count, date }, hasAnswer }: FactsProps) {
  const { t } = useTranslation()
  if (kind === 'requests') return <span>{t('next.requests', { count })}</span>
  if (kind !== 'date') return <span>{t(`next.${kind}`)}</span>
  const state = date?.state ?? ''
  return (
    <>
      <TimeSpan start={date?.starts_at} end={date?.ends_at} /> <Near start={date?.starts_at} />
      {!hasAnswer && isKnown(state) && (
        <span className={state === 'cancelled' ? 'text-ember' : undefined}>
          <span>{' · '}</span>
          <Timed
            text={t(`next.${state}`, { date: TIME })}
            at={state === 'offered' ? date?.offered_until : null}
          />
        </span>
      )}
    </>
  )
}

/** Rows that are shown at first. On narrow windows the row of an answer is as high as two others. */
const SHOWN = 3

type Props = {
  /** Has ended at least once. */
  result: LoadResult<Upcoming>
  /** The control of the own answer to a date; null for dates that have none. */
  answer: (date: UpcomingDate) => Elements
}

/** The next session, open decisions and dates of the member. Its height changes only when the member opens the whole list. */
export function NextPanel({ result, answer }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const [isWhole, setIsWhole] = useState(false)
  const upcoming = result.data
  const rows = (upcoming ? nextRows(upcoming) : []).map((row) => ({
    row,
    answer: row.date && answer(row.date),
  }))
  const count = upcoming ? countNext(upcoming) : 0
  const shownSmall = rows[0]?.answer ? SHOWN - 1 : SHOWN
  return (
    <section aria-labelledby={titleId} className="pb-6">
      <div className="flex min-h-tap items-center justify-between gap-4">
        <h3 id={titleId} className="text-lg font-semibold">
          {t('next.title')}
        </h3>
        {count > shownSmall && (
          <Button
            variant="quiet"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
            className={joined(count <= SHOWN && !isWhole && 'sm:hidden')}
          >
            {isWhole ? t('next.show_fewer') : t('next.show_all', { count })}
          </Button>
        )}
      </div>
      <LoadState result={result} skeleton={null} failed={(retry) => <Failed retry={retry} />}>
        {(shown) =>
          rows.length === 0 ? (
            <p className={joined(NEXT_BOX, 'flex items-center font-sans text-ui text-ink-soft')}>
              {t('next.nothing')}
            </p>
          ) : (
            <div className={NEXT_BOX}>
              <ul aria-label={t('next.title')} className="grid auto-rows-[minmax(4rem,auto)]">
                {(isWhole ? rows : rows.slice(0, SHOWN)).map((item, place) => (
                  <NextItem
                    key={item.row.key}
                    {...item}
                    isShort={!isWhole}
                    isHiddenSmall={!isWhole && place >= shownSmall}
                  />
                ))}
              </ul>
              {isWhole && <Unsent upcoming={shown} />}
            </div>
          )
        }
      </LoadState>
    </section>
  )
}

function Failed({ retry }: { retry: Elements }) {
  const { t } = useTranslation()
  return (
    <div className={joined(NEXT_BOX, 'flex flex-wrap content-center items-center gap-4')}>
      <p role="alert" className="font-sans text-ui">
        {t('next.failed')}
      </p>
      {retry}
    </div>
  )
}

function Unsent({ upcoming }: { upcoming: Upcoming }) {
  const { t } = useTranslation()
  return moreOf(upcoming).map(({ list, count }) => (
    <p key={list} className="border-t border-line py-2 font-sans text-sm text-ink-soft">
      {t(`next.more_${list}`, { count })}
    </p>
  ))
}

type ItemLinkProps = {
  to: string
  icon: IconName
  title: string
  /** A second line. */
  facts?: Elements
  /** Truncates each line, so that all rows have the same height. */
  isShort: boolean
}

export function ItemLink({ to, icon, title, facts, isShort }: ItemLinkProps) {
  const line = isShort ? 'block truncate' : 'block wrap-anywhere'
  return (
    <Link
      to={to}
      className="flex min-h-tap min-w-0 flex-1 basis-56 items-center gap-3 py-2 text-start hover:text-gold-deep"
    >
      <Icon name={icon} className="text-gold-deep" />
      <span className="min-w-0 flex-1 font-sans">
        <span className={joined(line, 'text-ui font-medium underline underline-offset-4')}>
          {title}
        </span>{' '}
        {facts && <span className={joined(line, 'text-sm text-ink-soft')}>{facts}</span>}
      </span>
    </Link>
  )
}
