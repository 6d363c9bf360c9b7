import { useState } from 'react'
import { RadioButtonGroupInput, useRecordContext, useRedirect } from 'react-admin'
import { useController } from 'react-hook-form'
import type { DeskContent } from '#contract/content.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { REPEAT_EVERY_MAX, type Repeats, WEEKDAYS, WEEKS_OF_MONTH } from '#contract/planFields.ts'
import { REPEAT_UNITS, SERIES_SCOPES } from '#contract/sets.ts'
import { weekdayName } from '#shared/rhythm.ts'
import { deskLocale, t } from '../i18n.ts'
import { MomentButton } from '../parts/ActionButton.tsx'
import { DialogField, DialogSelect } from '../parts/Dialog.tsx'
import { Switch } from '../parts/Switch.tsx'
import { useAction } from '../parts/useAction.ts'

export type Scope = (typeof SERIES_SCOPES)[number]

/** "month-2": every other month. */
const RHYTHMS = REPEAT_UNITS.flatMap((unit) =>
  Array.from({ length: REPEAT_EVERY_MAX }, (_, n) => ({ unit, every: n + 1 })),
)
const nameOf = ({ unit, every }: Pick<Repeats, 'unit' | 'every'>): string => `${unit}-${every}`
const NEVER = 'never'

/** How often an event takes place, and the dates that a change of it concerns. */
export const RhythmFields = () => {
  const isOfSeries = typeof useRecordContext<DeskContent>()?.series_id === 'number'
  const { field, fieldState } = useController<Pick<DeskContent, 'repeats'>, 'repeats'>({
    name: 'repeats',
  })
  const rhythm = field.value ?? null
  const handleRhythm = (name: string) => {
    const found = RHYTHMS.find((one) => nameOf(one) === name)
    field.onChange(found ? { ...rhythm, ...found } : null)
  }
  return (
    <>
      <div className="desk-select">
        <DialogSelect
          choices={[
            [NEVER, t('series.never')],
            ...RHYTHMS.map(
              (one) =>
                [nameOf(one), t(`series.every_${one.unit}`, { smart_count: one.every })] as const,
            ),
          ]}
          label={t('series.how_often')}
          onChange={handleRhythm}
          value={rhythm ? nameOf(rhythm) : NEVER}
        />
      </div>
      <p className="desk-quiet">{t('series.hint')}</p>
      {rhythm && <Days onChange={field.onChange} rhythm={rhythm} />}
      {fieldState.error?.message && (
        <p className="desk-problem" role="alert">
          {fieldState.error.message}
        </p>
      )}
      {isOfSeries && (
        <RadioButtonGroupInput
          choices={SERIES_SCOPES.map((id) => ({ id, name: t(`series.${id}`) }))}
          defaultValue="this"
          label={t('series.scope')}
          source="scope"
        />
      )}
    </>
  )
}

/** The chosen values with another one, or without it; none of them is left out. */
const toggled = <Value,>(chosen: readonly Value[], value: Value) => {
  const rest = chosen.filter((one) => one !== value)
  const next = rest.length === chosen.length ? [...chosen, value] : rest
  return next.length > 0 ? next : undefined
}

type DaysProps = { rhythm: Repeats; onChange: (rhythm: Repeats) => void }

const Days = ({ rhythm, onChange }: DaysProps) => {
  const language = deskLocale()
  const { unit, weekdays = [], weeks = [], until } = rhythm
  return (
    <>
      <Switch
        chosen={weekdays}
        label={t('series.days')}
        nameOf={(day) => weekdayName(day, language, 'long')}
        onChoose={(day) => onChange({ ...rhythm, weekdays: toggled(weekdays, day) })}
        options={WEEKDAYS}
      />
      {unit === 'month' && (
        <Switch
          chosen={weeks}
          label={t('series.in_month')}
          nameOf={(week) => t(`series.weeks.${week}`)}
          onChoose={(week) => onChange({ ...rhythm, weeks: toggled(weeks, week) })}
          options={WEEKS_OF_MONTH}
        />
      )}
      <p className="desk-quiet">{t('series.days_hint')}</p>
      <div className="desk-select">
        <DialogField
          isOptional
          label={t('series.until')}
          note={t('series.until_hint')}
          onChange={(day) => onChange({ ...rhythm, until: endOf(day) })}
          type="date"
          value={until === undefined ? '' : dayOf(until)}
        />
      </div>
    </>
  )
}

const endOf = (day: string) => (day === '' ? undefined : new Date(`${day}T23:59:59`).toISOString())
/** "2027-01-28", by the clock of the browser. */
const dayOf = (time: string): string => new Date(time).toLocaleDateString('sv')

/** The dates of a series that an act concerns, and the field that asks for them; neither for a single event. */
export function useScope(content: DeskContent | undefined, first: Scope = 'this') {
  const [scope, setScope] = useState(first)
  if (content?.series_id == null) return { scope: undefined, field: undefined }
  const field = (
    <DialogSelect
      choices={SERIES_SCOPES.map((one) => [one, t(`series.${one}`)])}
      label={t('series.scope')}
      onChange={setScope}
      value={scope}
    />
  )
  return { scope, field }
}

const { copy } = deskCalls.contents

/** Makes a draft of the event at another time, and opens it. A table is not copied. */
export const CopyButton = ({ disabled }: { disabled: boolean }) => {
  const content = useRecordContext<DeskContent>()
  const redirect = useRedirect()
  const { attempt } = useAction()
  if (content?.kind !== 'event' || content.parent_id != null) return null
  const { id, title: name } = content
  const handleMoment = async (starts_at: string) => {
    const made: number[] = []
    const problem = await attempt({
      send: async (desk) => {
        const record = await desk.call(copy, { id, starts_at })
        made.push(record.id)
      },
      done: t('series.copy_done'),
    })
    if (made[0] !== undefined) redirect('edit', 'contents', made[0])
    return problem
  }
  return (
    <MomentButton
      disabled={disabled}
      field={t('series.copy_at')}
      label={t('series.copy')}
      missing={t('series.copy_missing')}
      onMoment={handleMoment}
      text={t('series.copy_text')}
      title={t('series.copy_ask', { name })}
    />
  )
}
