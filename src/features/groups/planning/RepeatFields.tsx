import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REPEAT_EVERY_MAX, REPEATS_MAX } from '#contract/planning.ts'
import type { Repeats } from '#contract/schemas/rhythm.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import type { Fields } from './sessionFields.ts'

type Props = { fields: Fields; set: (change: Partial<Fields>) => void }

const COUNT = 10
const WEEKS = Array.from({ length: REPEAT_EVERY_MAX }, (_, index) => index + 1)
const keyOf = (repeats: Repeats | null) =>
  repeats === null ? 'never' : `${repeats.unit}-${repeats.every}`

/** How often a session takes place: on the weekday of its start. */
export function RepeatFields({ fields: { repeats }, set }: Props) {
  const { t } = useTranslation()
  const options = [
    { value: 'never', label: t('planning.repeat_never') },
    ...WEEKS.map((count) => ({
      value: `week-${count}`,
      label: t('planning.repeat_weeks', { count }),
    })),
    { value: 'month-1', label: t('planning.repeat_month') },
  ]
  const choose = (key: string) => {
    const [unit, every] = key.split('-')
    const count = repeats?.count ?? COUNT
    if (unit === 'week' || unit === 'month') set({ repeats: { unit, every: Number(every), count } })
    else set({ repeats: null })
  }
  return (
    <>
      <Select
        label={t('planning.repeats')}
        value={keyOf(repeats)}
        options={options}
        onChange={choose}
      />
      {repeats && (
        <CountField
          repeats={repeats}
          onChange={(count) => set({ repeats: { ...repeats, count } })}
        />
      )}
    </>
  )
}

type CountProps = { repeats: Repeats; onChange: (count: number) => void }

/** Keeps the typed text until the field loses the focus; the number is always an allowed one. */
function CountField({ repeats: { count = COUNT }, onChange }: CountProps) {
  const { t } = useTranslation()
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
      label={t('planning.repeat_count')}
      min={2}
      max={REPEATS_MAX}
      value={text}
      onChange={handleChange}
      onBlur={() => setText(String(count))}
    />
  )
}
