import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { ContentDetail } from '#contract/content.ts'
import type { Programme, ProgrammeTable, Slot } from '#contract/programme.ts'
import { articlePath } from '#contract/publicPages.ts'
import { clockOf, dayOf, zoneName } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { programmeApi } from '#src/store/programme/api.ts'
import { useArrival } from '#src/ui/focus.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { cardClasses, joined, plainLinkClasses } from '#src/ui/look.ts'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { REGISTRATION_ID } from '../registration/RegistrationFrame.tsx'
import { useSeatsLeft } from '../registration/useSeatsLeft.ts'
import { Offers } from './Offers.tsx'
import { TableFacts } from './TableFacts.tsx'

/** The `id` of the section, which tables and the login lead to. */
const PROGRAMME_ID = 'programme'
const slotId = ({ id }: Slot): string => `slot-${id}`

type Props = { article: ContentDetail }

export function ProgrammePanel({ article }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const result = programmeApi.useGetProgrammeQuery(article.id, { refetchOnMountOrArgChange: true })
  const { hash } = useLocation()
  const place = hash.startsWith('#slot-') ? hash.slice(1) : PROGRAMME_ID
  useArrival(place, result.data !== undefined)
  return (
    <section
      id={PROGRAMME_ID}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mt-12 text-base outline-none"
    >
      <h2 id={titleId} className="font-heading text-2xl font-bold">
        {t('programme.title')}
      </h2>
      <LoadState result={result} skeleton={<SkeletonBars count={4} />}>
        {(programme) => (
          <>
            <Before article={article} programme={programme} />
            <Days programme={programme} />
            <Offers event={article.id} programme={programme} />
          </>
        )}
      </LoadState>
    </section>
  )
}

type PartProps = { programme: Programme }

/** What to know before choosing a table. */
function Before({ article, programme: { needs_seat, has_seat } }: Props & PartProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className="mt-2 font-sans text-ui">
      <p className="text-ink-soft">
        {t('planning.your_zone', { zone: zoneName(readerTimeZone(), language) })}
      </p>
      {article.registration && needs_seat && !has_seat && (
        <p className="mt-2 print:hidden">
          <span>{t('programme.needs_seat')}</span>{' '}
          <Link to={{ hash: REGISTRATION_ID }} className={plainLinkClasses}>
            {t('programme.to_registration')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** The slots of each day, as the reader's clocks have them. */
function byDay(slots: readonly Slot[], language: string) {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    const day = dayOf(slot.starts_at, readerTimeZone(), language)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days]
}

/** More slots than these are hard to find by scrolling. */
const LINKS_FROM = 3

function Days({ programme: { slots, tables } }: PartProps) {
  const days = byDay(slots, useLanguage())
  return (
    <>
      {slots.length >= LINKS_FROM && <SlotLinks days={days} />}
      {days.map(([day, ofDay]) => (
        <div key={day}>
          <h3 className="mt-8 font-heading text-xl font-bold">{day}</h3>
          {ofDay.map((slot) => (
            <Tables
              key={slot.id}
              slot={slot}
              tables={tables.filter((table) => table.slot === slot.id)}
            />
          ))}
        </div>
      ))}
    </>
  )
}

const clocksOf = ({ starts_at, ends_at }: Slot): string =>
  [starts_at, ends_at].map((at) => clockOf(at, readerTimeZone())).join('–')

function SlotLinks({ days }: { days: ReturnType<typeof byDay> }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('programme.slots')} className="mt-4 font-sans text-ui print:hidden">
      {days.map(([day, slots]) => (
        <div key={day} className="mt-2">
          <p className="font-medium">{day}</p>
          <ul className="flex flex-wrap gap-x-5">
            {slots.map((slot) => (
              <li key={slot.id}>
                <Link
                  to={{ hash: slotId(slot) }}
                  aria-label={`${day}, ${clocksOf(slot)}`}
                  className={joined(plainLinkClasses, 'tabular flex min-h-tap items-center')}
                >
                  {clocksOf(slot)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

type TablesProps = { slot: Slot; tables: readonly ProgrammeTable[] }

function Tables({ slot, tables }: TablesProps) {
  const { t } = useTranslation()
  return (
    <>
      <h4
        id={slotId(slot)}
        tabIndex={-1}
        className="tabular mt-5 font-sans text-lg font-bold outline-none print:break-after-avoid"
      >
        <time dateTime={slot.starts_at}>{clocksOf(slot)}</time>
      </h4>
      {tables.length === 0 && <p className="text-ink-soft">{t('programme.no_tables')}</p>}
      <ul className="mt-3 grid gap-4 md:grid-cols-2 print:grid-cols-2 print:gap-2">
        {tables.map((table) => (
          <TableCard key={table.id} table={table} />
        ))}
      </ul>
    </>
  )
}

type CardProps = { table: ProgrammeTable }

function TableCard({ table }: CardProps) {
  const { t } = useTranslation()
  const seats = useSeatsLeft(table)
  const { id, title, short_description, cancelled_at, waiting } = table
  return (
    <li
      className={joined(
        cardClasses,
        'flex min-w-0 flex-col gap-2 px-4 pt-2 pb-4 print:break-inside-avoid print:gap-0 print:py-1',
      )}
    >
      <h5 className="font-heading text-lg font-bold leading-snug wrap-anywhere">
        <Link
          to={articlePath(id)}
          className={joined(
            'flex min-h-tap items-center underline-offset-4 print:min-h-0 hover:text-gold-deep',
            cancelled_at ? 'line-through' : 'underline decoration-gold',
          )}
        >
          {title}
        </Link>
      </h5>
      <OwnPlace table={table} />
      {short_description && (
        <p className="text-base leading-snug wrap-anywhere">{short_description}</p>
      )}
      <TableFacts table={table} />
      {cancelled_at ? (
        <p className="font-sans text-ui font-medium text-ember">{t('news.cancelled_mark')}</p>
      ) : (
        <p className="mt-auto font-sans text-sm font-medium print:hidden">
          {joined(seats, waiting > 0 && t('registration.waiting', { count: waiting }))}
        </p>
      )}
    </li>
  )
}

const PLACES = {
  coming: { text: 'programme.mine_coming', icon: 'success' },
  waiting: { text: 'programme.mine_waiting', icon: 'info' },
  offered: { text: 'programme.mine_offered', icon: 'alert' },
  cancelled: null,
} as const
const LED = { text: 'programme.mine_led', icon: 'crown' } as const

/** What the reader is at a table that takes place. */
function OwnPlace({ table: { mine, is_mine, cancelled_at } }: CardProps) {
  const { t } = useTranslation()
  const place = is_mine ? LED : mine && PLACES[mine]
  if (!place || cancelled_at) return null
  return (
    <p className="flex items-start gap-2 font-sans text-ui font-medium">
      <Icon name={place.icon} className="mt-[0.1em] text-moss" />
      <span>{t(place.text)}</span>
    </p>
  )
}
