import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Suggestions } from '#contract/datePolls.ts'
import type { GroupId } from '#contract/ids.ts'
import { OPTIONS_MAX } from '#contract/planFields.ts'
import { zoneName } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { localValue } from './LocalTimes.tsx'
import type { Start } from './PollFields.tsx'

const { useLazySuggestDatesQuery } = planningApi

type SuggestButtonProps = {
  group: GroupId
  hours: number
  starts: readonly Start[]
  onChange: (starts: readonly Start[]) => void
}

/** Fills in dates on which no member has a session or a seat. */
function SuggestButton({ group, hours, starts, onChange }: SuggestButtonProps) {
  const { t } = useTranslation()
  const [suggest, { isFetching, error }] = useLazySuggestDatesQuery()
  const [found, setFound] = useState<number | null>(null)
  const handleClick = async () => {
    setFound(null)
    const { data } = await suggest({ id: group, hours, time_zone: readerTimeZone() })
    if (data === undefined) return
    const { starts: filled, count } = withSuggested(starts, data)
    setFound(count)
    if (count > 0) onChange(filled)
  }
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" busy={isFetching} onClick={() => void handleClick()}>
        {t('planning.suggest')}
      </Button>
      <p className="font-sans text-sm text-ink-soft">{t('planning.suggest_hint')}</p>
      <p role="status" className="font-sans text-sm text-ink-soft">
        {found === null ? '' : t('planning.suggested', { count: found })}
      </p>
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
    </div>
  )
}

type Props = {
  starts: readonly Start[]
  onChange: (starts: readonly Start[]) => void
  error: string | undefined
  /** Null: the server suggests none. */
  suggest: { group: GroupId; hours: number } | null
}

/** The dates of a poll. */
export function StartFields({ starts, onChange, error, suggest }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const change = (key: number, value: string) =>
    onChange(starts.map((start) => (start.key === key ? { ...start, value } : start)))
  return (
    <div tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {starts.map(({ key, value }, index) => (
        <div key={key} className="flex items-end gap-2">
          <TextField
            type="datetime-local"
            label={t('planning.option_start', { number: index + 1 })}
            value={value}
            onChange={(start) => change(key, start)}
            error={index === 0 ? error : undefined}
            className="min-w-0 flex-1"
          />
          {starts.length > 1 && (
            <IconButton
              icon="close"
              label={t('planning.remove_option', { number: index + 1 })}
              onClick={() => onChange(starts.filter((start) => start.key !== key))}
            />
          )}
        </div>
      ))}
      {starts.length < OPTIONS_MAX && (
        <Button icon="plus" onClick={() => onChange(added(starts))} className="self-start">
          {t('planning.add_option')}
        </Button>
      )}
      {suggest && <SuggestButton {...suggest} starts={starts} onChange={onChange} />}
      <p className="font-sans text-sm text-ink-soft">
        {t('planning.your_zone', { zone: zoneName(readerTimeZone(), language) })}
      </p>
    </div>
  )
}

/** Dates fill the empty fields first, then further ones, as far as there is room. */
export function withSuggested(
  starts: readonly Start[],
  { dates }: Suggestions,
): { readonly starts: readonly Start[]; readonly count: number } {
  let filled = starts.filter(({ value }) => value !== '')
  const before = filled.length
  for (const { starts_at } of dates) {
    const value = localValue(starts_at)
    const isKnown = filled.some((start) => start.value === value)
    if (!isKnown && filled.length < OPTIONS_MAX) filled = added(filled, value)
  }
  return filled.length === before
    ? { starts, count: 0 }
    : { starts: filled, count: filled.length - before }
}

const added = (starts: readonly Start[], value = ''): Start[] => [
  ...starts,
  { key: Math.max(-1, ...starts.map(({ key }) => key)) + 1, value },
]
