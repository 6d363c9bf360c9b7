import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberId } from '#contract/ids.ts'
import {
  REPEAT_EVERY_MAX,
  REPEATS_MAX,
  type Repeats,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from '#contract/planFields.ts'
import type { GameDate } from '#contract/planning.ts'
import { type DateScope, REPEAT_UNITS, type RepeatUnit } from '#contract/sets.ts'
import { listed } from '#shared/lists.ts'
import {
  capitalised,
  type RhythmText,
  weekdayName,
  weekName,
  rhythmWords as wordsOf,
} from '#shared/rhythm.ts'
import { clockOf, timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { dayOf, type Rhythm, sizeOf, writtenOut } from '#src/store/groups/planning/seriesDays.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { periodFrom } from './LocalTimes.tsx'
import { RadioRow } from './RadioRow.tsx'

type CustomProps = Pick<Props, 'fields' | 'set' | 'hasRhythms'> & { rhythm: Rhythm }

/** Any rhythm. Its days are those of the start until others are chosen. */
function CustomFields({ fields: { start, hours, zone }, rhythm, set, hasRhythms }: CustomProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const period = periodFrom(start, hours)
  const own = period && dayOf(period.starts_at, zone)
  const weekdays = rhythm.weekdays ?? (own ? [own.weekday] : [])
  const weeks = rhythm.weeks ?? own?.weeks.slice(0, 1) ?? []
  const change = (part: Partial<Rhythm>) => set({ rhythm: { ...rhythm, ...part } })
  const setUnit = (unit: RepeatUnit) => {
    const { weeks: _, ...days } = rhythm
    set({ rhythm: { ...days, unit } })
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <CountField
          label={t('planning.repeat_every')}
          count={rhythm.every}
          least={1}
          most={REPEAT_EVERY_MAX}
          onChange={(every) => change({ every })}
        />
        {hasRhythms && (
          <RadioRow<RepeatUnit>
            legend={t('planning.repeat_unit')}
            choices={REPEAT_UNITS.map((value) => ({ value, label: t(`planning.unit_${value}`) }))}
            value={rhythm.unit}
            onChange={setUnit}
          />
        )}
      </div>
      {hasRhythms && rhythm.unit === 'month' && (
        <Choices
          legend={t('planning.repeat_in')}
          choices={WEEKS_OF_MONTH.map((week) => ({
            key: week,
            label: capitalised(weekName(week, textOf(t)), language),
            isChosen: weeks.includes(week),
            choose: () => change({ weeks: toggled(WEEKS_OF_MONTH, weeks, week) }),
          }))}
        />
      )}
      {hasRhythms && (
        <Choices
          legend={t('planning.repeat_on')}
          choices={WEEKDAYS.map((day) => ({
            key: day,
            label: weekdayName(day, language, 'short'),
            isChosen: weekdays.includes(day),
            choose: () => change({ weekdays: toggled(WEEKDAYS, weekdays, day) }),
          }))}
        />
      )}
    </>
  )
}

type Choice = { key: string | number; label: string; isChosen: boolean; choose: () => void }

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

type HostsProps = { members: GroupRow['members'] } & Pick<Props, 'fields' | 'set'>

/** Members who host in turn, in the order in which they are ticked. */
export function HostsField({ members, fields: { hosts }, set }: HostsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = hosts.flatMap((host) => members.find(({ id }) => id === host)?.name ?? [])
  return (
    <div>
      <Choices
        legend={t('planning.hosts')}
        choices={members.map(({ id, name }) => ({
          key: id,
          label: name,
          isChosen: hosts.includes(id),
          choose: () =>
            set({
              hosts: hosts.includes(id) ? hosts.filter((one) => one !== id) : [...hosts, id],
            }),
        }))}
      />
      {names.length > 1 && (
        <p className="font-sans text-sm text-ink-soft wrap-anywhere">
          {t('planning.hosts_order', { names: listed(names, language) })}
        </p>
      )}
    </div>
  )
}

type Props = {
  fields: Fields
  set: (change: Partial<Fields>) => void
  /** The server knows several days, ends by date, and series without an end. */
  hasRhythms: boolean
  /** The series begins with a date that is there already: dates before it don't count. */
  isRest: boolean
  untilError?: string | undefined
}

/** Rhythms on the day of the start, by their names. */
const RHYTHMS = {
  never: null,
  weekly: { unit: 'week', every: 1 },
  fortnightly: { unit: 'week', every: 2 },
  monthly: { unit: 'month', every: 1 },
} as const satisfies Readonly<Record<string, Rhythm | null>>
type RhythmName = keyof typeof RHYTHMS | 'custom'
const NAMES = ['never', 'weekly', 'fortnightly', 'monthly', 'custom'] as const

const nameOf = (rhythm: Rhythm | null): RhythmName =>
  NAMES.find(
    (name) => name !== 'custom' && JSON.stringify(RHYTHMS[name]) === JSON.stringify(rhythm),
  ) ?? 'custom'

/** How often a session takes place, on which days, and until when. */
export function RepeatFields({ fields, set, hasRhythms, ...end }: Props) {
  const { t } = useTranslation()
  const { rhythm } = fields
  const [isCustom, setIsCustom] = useState(false)
  const name = isCustom && rhythm ? 'custom' : nameOf(rhythm)
  const choose = (chosen: RhythmName) => {
    setIsCustom(chosen === 'custom')
    set({
      rhythm: chosen === 'custom' ? (hasRhythms && rhythm) || RHYTHMS.weekly : RHYTHMS[chosen],
    })
  }
  return (
    <>
      <Select
        label={t('planning.repeats')}
        value={name}
        options={NAMES.map((value) => ({ value, label: t(`planning.repeat_${value}`) }))}
        onChange={choose}
      />
      {rhythm && name === 'custom' && <CustomFields {...{ fields, rhythm, set, hasRhythms }} />}
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
          least={2}
          most={REPEATS_MAX}
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

type CountProps = {
  label: string
  count: number
  least: number
  most: number
  onChange: (count: number) => void
}

/** Keeps the typed text until the field loses the focus; the number is always an allowed one. */
function CountField({ label, count, least, most, onChange }: CountProps) {
  const [text, setText] = useState(String(count))
  const handleChange = (typed: string) => {
    setText(typed)
    const wanted = Number.parseInt(typed, 10)
    if (!Number.isNaN(wanted)) onChange(Math.min(most, Math.max(least, wanted)))
  }
  return (
    <TextField
      type="number"
      inputMode="numeric"
      label={label}
      min={least}
      max={most}
      value={text}
      onChange={handleChange}
      onBlur={() => setText(String(count))}
    />
  )
}

/** "Every Thursday, 19:00–23:00, 8 sessions, until Thu 28 Jan 2027"; nothing until there is a start. */
export function Summary({ fields }: Pick<Props, 'fields'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const period = periodFrom(fields.start, fields.hours)
  if (period === null) return null
  const { starts_at, ends_at } = period
  const [zone, repeats] = [readerTimeZone(), repeatsOf(fields)]
  const inWords = () => {
    if (repeats === null) return timeRange(starts_at, ends_at, zone, { language })
    const { until: _, ...rhythm } = writtenOut(repeats, starts_at, fields.zone)
    const clocks = `${clockOf(starts_at, zone)}–${clockOf(ends_at, zone)}`
    const words = `${rhythmWords({ ...rhythm, count: REPEATS_MAX }, t, language)}, ${clocks}`
    const size = sizeOf(repeats, starts_at, fields.zone)
    if (size === null) return t('planning.rhythm_no_end', { rhythm: words })
    const until = timeRange(size.until, null, zone, { language })
    return t('planning.series_sum', { rhythm: words, count: size.count, until })
  }
  return <p className="font-sans text-ui font-medium">{inWords()}</p>
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

/** "Every 2 weeks on Monday and Thursday" */
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
  /** Members who host in turn. */
  hosts: readonly MemberId[]
  /** Why a date changes. */
  reason: string
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
