import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REPEAT_EVERY_MAX, REPEATS_MAX } from '#contract/planFields.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { RadioRow } from './RadioRow.tsx'
import { RepeatDays } from './RepeatDays.tsx'
import type { Rhythm } from './rhythm.ts'
import { type Fields, SERIES_ENDS, type SeriesEnd } from './sessionFields.ts'

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
