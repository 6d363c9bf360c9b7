import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  REPEAT_EVERY_MAX,
  REPEATS_MAX,
  type Repeats,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from '#contract/planFields.ts'
import type { GameDate } from '#contract/planning.ts'
import type { DateScope } from '#contract/sets.ts'
import {
  capitalised,
  MONDAY,
  type RhythmText,
  weekdayName,
  weekName,
  rhythmWords as wordsOf,
} from '#shared/rhythm.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { periodFrom } from './LocalTimes.tsx'
import { RadioRow } from './RadioRow.tsx'

type RepeatDaysProps = { fields: Fields; rhythm: Rhythm; set: (change: Partial<Fields>) => void }

/** The days of a series: those of the start until others are chosen. */
function RepeatDays({ fields: { start, hours, zone }, rhythm, set }: RepeatDaysProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const period = periodFrom(start, hours)
  const own = period && dayOf(period.starts_at, zone)
  const weekdays = rhythm.weekdays ?? (own ? [own.weekday] : [])
  const days = {
    legend: t('planning.repeat_on'),
    choices: WEEKDAYS.map((day) => ({
      key: day,
      label: weekdayName(day, language, 'short'),
      isChosen: weekdays.includes(day),
      choose: () => set({ rhythm: { ...rhythm, weekdays: toggled(WEEKDAYS, weekdays, day) } }),
    })),
  }
  if (rhythm.unit === 'week') return <Choices {...days} />
  const weeks = rhythm.weeks ?? own?.weeks.slice(0, 1) ?? []
  return (
    <>
      <Choices
        legend={t('planning.repeat_in')}
        choices={WEEKS_OF_MONTH.map((week) => ({
          key: String(week),
          label: capitalised(weekName(week, textOf(t)), language),
          isChosen: weeks.includes(week),
          choose: () => set({ rhythm: { ...rhythm, weeks: toggled(WEEKS_OF_MONTH, weeks, week) } }),
        }))}
      />
      <Choices {...days} />
    </>
  )
}

type Choice = { key: string; label: string; isChosen: boolean; choose: () => void }

const Choices = ({ legend, choices }: { legend: string; choices: readonly Choice[] }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 font-sans text-ui font-medium">{legend}</legend>
    <div className="flex flex-wrap gap-x-4">
      {choices.map(({ key, label, isChosen, choose }) => (
        <Checkbox key={key} label={label} checked={isChosen} onChange={choose} />
      ))}
    </div>
  </fieldset>
)

type Props = {
  fields: Fields
  set: (change: Partial<Fields>) => void
  /** The server knows several days, ends by date, and series without an end. */
  hasRhythms: boolean
  /** The series begins with a date that is there already: dates before it don't count. */
  isRest: boolean
  untilError?: string | undefined
}

const EVERY = Array.from({ length: REPEAT_EVERY_MAX }, (_, index) => index + 1)
const keyOf = (rhythm: Rhythm | null) =>
  rhythm === null ? 'never' : `${rhythm.unit}-${rhythm.every}`

/** How often a session takes place, on which days, and until when. */
export function RepeatFields({ fields, set, hasRhythms, ...end }: Props) {
  const { t } = useTranslation()
  const { rhythm } = fields
  const options = [
    { value: 'never', label: t('planning.repeat_never') },
    ...EVERY.map((count) => ({
      value: `week-${count}`,
      label: t('planning.repeat_weeks', { count }),
    })),
    ...(hasRhythms
      ? EVERY.map((count) => ({
          value: `month-${count}`,
          label: t('planning.repeat_months', { count }),
        }))
      : [{ value: 'month-1', label: t('planning.repeat_month') }]),
  ]
  const choose = (key: string) => {
    const [unit, every] = key.split('-')
    if (unit !== 'week' && unit !== 'month') return set({ rhythm: null })
    const { weekdays } = rhythm ?? {}
    const days = unit === 'week' || rhythm?.unit === unit ? rhythm : null
    set({
      rhythm: {
        unit,
        every: Number(every),
        ...(days && weekdays && { weekdays }),
        ...(days?.weeks && unit === 'month' && { weeks: days.weeks }),
      },
    })
  }
  return (
    <>
      <Select
        label={t('planning.repeats')}
        value={keyOf(rhythm)}
        options={options}
        onChange={choose}
      />
      {rhythm && hasRhythms && <RepeatDays fields={fields} rhythm={rhythm} set={set} />}
      {rhythm && <EndFields {...{ fields, set, hasRhythms, ...end }} />}
    </>
  )
}

function EndFields({ fields, set, hasRhythms, isRest, untilError }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {hasRhythms && (
        <RadioRow<SeriesEnd>
          legend={t('planning.repeat_end')}
          isLegendShown
          isStacked
          choices={SERIES_ENDS.map((value) => ({ value, label: t(`planning.end_${value}`) }))}
          value={fields.ends}
          onChange={(ends) => set({ ends })}
        />
      )}
      {fields.ends === 'count' && (
        <CountField
          label={t(isRest ? 'planning.repeat_count_rest' : 'planning.repeat_count')}
          count={fields.count}
          onChange={(count) => set({ count })}
        />
      )}
      {fields.ends === 'date' && (
        <TextField
          type="date"
          required
          label={t('planning.repeat_until')}
          value={fields.until}
          error={untilError}
          onChange={(until) => set({ until })}
        />
      )}
    </>
  )
}

type CountProps = { label: string; count: number; onChange: (count: number) => void }

/** Keeps the typed text until the field loses the focus; the number is always an allowed one. */
function CountField({ label, count, onChange }: CountProps) {
  const [text, setText] = useState(String(count))
  const handleChange = (typed: string) => {
    setText(typed)
    const wanted = Number.parseInt(typed, 10)
    if (!Number.isNaN(wanted)) onChange(Math.min(REPEATS_MAX, Math.max(2, wanted)))
  }
  return (
    <TextField
      type="number"
      inputMode="numeric"
      label={label}
      min={2}
      max={REPEATS_MAX}
      value={text}
      onChange={handleChange}
      onBlur={() => setText(String(count))}
    />
  )
}

/** A rhythm without its end. */
export type Rhythm = Pick<Repeats, 'unit' | 'every' | 'weekdays' | 'weeks'>

const DAY_MS = 86_400_000

/** The weekday of a start in its zone, and the weeks of the month that this day is of: a fourth one can be the last. */
function dayOf(start: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(new Date(start))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const days = Math.round((Date.UTC(year, month - 1, day) - MONDAY) / DAY_MS)
  const weekday = WEEKDAYS[((days % 7) + 7) % 7] ?? 'MO'
  const weeks = WEEKS_OF_MONTH.filter((week) =>
    week === -1 ? day + 7 > daysInMonth : week === Math.ceil(day / 7),
  )
  return { weekday, weeks }
}

/** Whether a series can begin with this start. */
export function isOnRhythm({ unit, weekdays, weeks }: Rhythm, start: string, timeZone: string) {
  const own = dayOf(start, timeZone)
  if (weekdays?.includes(own.weekday) === false) return false
  return unit === 'week' || weeks === undefined || weeks.some((week) => own.weeks.includes(week))
}

/** The chosen values with another one, or without it, in their order; at least one stays. */
const toggled = <Value,>(all: readonly Value[], chosen: readonly Value[], value: Value) => {
  const next = all.filter((one) => (one === value) !== chosen.includes(one))
  return next.length > 0 ? next : [...chosen]
}

const textOf =
  (t: TFunction): RhythmText =>
  (key, values) =>
    t(`planning.${key}`, { ...values })

/** "Every 2 weeks on Mon and Thu" */
export const rhythmWords = (rhythm: GameDate['rhythm'], t: TFunction, language: string): string =>
  wordsOf(rhythm, textOf(t), { language, timeZone: readerTimeZone() })

const SERIES_ENDS = ['count', 'date', 'never'] as const
export type SeriesEnd = (typeof SERIES_ENDS)[number]

export type Fields = {
  title: string
  /** Value of `<input type="datetime-local">`. */
  start: string
  hours: number
  place: string
  link: string
  notes: string
  /** Null: the session has one date. */
  rhythm: Rhythm | null
  ends: SeriesEnd
  count: number
  /** Value of `<input type="date">`. */
  until: string
  /** Dates of a series that a change concerns. */
  scope: DateScope
  /** IANA name of the zone in which a series keeps its weekday. */
  zone: string
}

/** The rhythm with its end, which is the end of a day. */
export function repeatsOf({ rhythm, ends, count, until }: Fields): Repeats | null {
  if (rhythm === null) return null
  if (ends === 'count') return { ...rhythm, count }
  const last = ends === 'date' ? periodFrom(`${until}T23:59`, 0) : null
  return { ...rhythm, ...(last && { until: last.starts_at }) }
}
