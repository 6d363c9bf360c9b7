import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ContentItem } from '#contract/content.ts'
import { WEEKDAYS } from '#contract/planFields.ts'
import { articlePath } from '#contract/publicPages.ts'
import { type Dated, datedIn, isInMonth, monthAfter, monthName, weeksOf } from '#shared/months.ts'
import { weekdayName } from '#shared/rhythm.ts'
import { clockOf, dateIn, dayOf } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { contentApi } from '#src/store/content/api.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useBrowserFact } from '#src/ui/useKit.ts'
import { useLanguage, useListedIn, useTextLanguage } from '#src/ui/useLanguage.ts'
import { matching, type NewsFilters } from './newsFilters.ts'

type Props = { filters: NewsFilters; onChange: (changed: Partial<NewsFilters>) => void }

export function MonthView(props: Props) {
  const events = contentApi.useListDatesQuery(useListedIn())
  return (
    <LoadState result={events} skeleton={<SkeletonBlock className="mt-8 h-128" />}>
      {(all) => <Month {...props} events={matching(all, props.filters)} />}
    </LoadState>
  )
}

type WeekInfo = { getWeekInfo?: () => { firstDay: number } }

/** 1 is Monday, 7 Sunday; by the reader's own variant of the language, such as `en-GB`. */
function firstDayOf(language: string): number {
  const own = navigator.languages.find((one) => one.startsWith(language)) ?? language
  // Some browsers do not know it.
  const locale: Pick<Intl.Locale, 'language'> & WeekInfo = new Intl.Locale(own)
  return locale.getWeekInfo?.().firstDay ?? 1
}

const todayHere = (): string => dateIn(Date.now(), readerTimeZone())

function Month({ filters, onChange, events }: Props & { events: readonly ContentItem[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const today = useBrowserFact(todayHere, todayHere)
  const present = today.slice(0, 7)
  // Events that are over are not listed.
  const month = filters.month !== null && filters.month > present ? filters.month : present
  const all = events.flatMap((event) => datedIn(readerTimeZone(), event))
  const shown = all.filter((dated) => isInMonth(dated, month))
  const next = all.map(({ first }) => first.slice(0, 7)).find((one) => one > month)
  const isFirst = month === present
  const show = (one: string) => onChange({ month: one > present ? one : null })
  const showNext = () => {
    show(next ?? present)
    // The button is about to go.
    heading.current?.focus()
  }
  const move = (by: number) => () => show(monthAfter(month, by))
  const before = { 'aria-disabled': isFirst, className: 'aria-disabled:opacity-50' }

  return (
    <section aria-labelledby="month" className="pt-6">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <IconButton
          label={t('news.month_before')}
          icon="arrowLeft"
          onClick={move(-1)}
          {...before}
        />
        <IconButton label={t('news.month_after')} icon="arrowRight" onClick={move(1)} />
        <h2
          ref={heading}
          id="month"
          tabIndex={-1}
          aria-live="polite"
          className="me-auto font-heading text-2xl font-bold outline-none"
        >
          {monthName(month, language)}
        </h2>
        <Button onClick={() => show(present)} {...before}>
          {t('news.month_present')}
        </Button>
      </div>
      {isFirst && <p className="mb-3 font-sans text-sm text-ink-soft">{t('news.month_over')}</p>}
      {shown.length === 0 && (
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <p>{t('news.month_empty')}</p>
          {next !== undefined && (
            <Button onClick={showNext}>
              {t('news.month_next', { month: monthName(next, language) })}
            </Button>
          )}
        </div>
      )}
      <Days month={month} today={today} events={shown} />
    </section>
  )
}

type DaysProps = { month: string; today: string; events: readonly Dated<ContentItem>[] }

/** A grid; small windows have no room for titles in it, but a list below. */
function Days({ month, today, events }: DaysProps) {
  const language = useLanguage()
  const firstDay = firstDayOf(language)
  const weeks = weeksOf(month, firstDay)
  const eventsOn = (day: string) =>
    day.startsWith(month) ? events.filter(({ first, last }) => first <= day && day <= last) : []
  const heads = WEEKDAYS.map((_, index) => WEEKDAYS[(firstDay - 1 + index) % 7] ?? 'MO')
  return (
    <>
      <table className="w-full table-fixed border-collapse font-sans text-sm">
        <caption className="sr-only">{monthName(month, language)}</caption>
        <thead>
          <tr>
            {heads.map((day) => (
              <th
                key={day}
                scope="col"
                aria-label={weekdayName(day, language, 'long')}
                className="p-1 font-medium text-ink-soft"
              >
                {weekdayName(day, language, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) =>
                day.startsWith(month) ? (
                  <DayCell key={day} day={day} isToday={day === today} events={eventsOn(day)} />
                ) : (
                  <td key={day} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-6 flex flex-col gap-4 sm:hidden">
        {weeks
          .flat()
          .filter((day) => eventsOn(day).length > 0)
          .map((day) => (
            <li key={day}>
              <h3 className="font-sans text-ui font-bold">{dayOf(day, 'UTC', language)}</h3>
              <EventLinks day={day} events={eventsOn(day)} />
            </li>
          ))}
      </ul>
    </>
  )
}

type DayProps = { day: string; events: readonly Dated<ContentItem>[] }

function DayCell({ day, events, isToday }: DayProps & { isToday: boolean }) {
  const { t } = useTranslation()
  const mark = isToday ? 'rounded-full bg-gold px-1.5 font-bold text-night' : undefined
  return (
    <td
      aria-current={isToday ? 'date' : undefined}
      className="relative h-14 border border-line p-1 align-top sm:h-24"
    >
      <span className={mark}>{Number(day.slice(8))}</span>
      {events.length > 0 && (
        <span className="mt-1 block size-2 rounded-full bg-gold-deep sm:hidden">
          <span className="sr-only">{t('news.month_events', { count: events.length })}</span>
        </span>
      )}
      <div className="max-sm:hidden">
        <EventLinks day={day} events={events} />
      </div>
    </td>
  )
}

/** The time is shown on the first day of an event. */
function EventLinks({ day, events }: DayProps) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  if (events.length === 0) return null
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {events.map(({ event: { id, title, date, language, cancelled_at }, first }) => (
        <li key={id}>
          <Link
            to={articlePath(id)}
            className="block rounded bg-gold/15 px-1.5 py-1 text-ink no-underline wrap-anywhere hover:underline"
          >
            {day === first && <time dateTime={date}>{clockOf(date, readerTimeZone())} </time>}
            <span lang={langOf(language)} className={cancelled_at && 'line-through'}>
              {title}
            </span>
            {cancelled_at && <span> ({t('news.cancelled_mark')})</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
