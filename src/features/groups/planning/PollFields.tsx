import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateOption, DatePoll, Suggestions } from '#contract/datePolls.ts'
import type { GroupId } from '#contract/ids.ts'
import { OPTIONS_MAX } from '#contract/planFields.ts'
import { zoneName } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { planningApi, type Voter } from '#src/store/groups/planning/api.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, FormFoot, useForm } from '#src/ui/form/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { useOvertaken } from '../useOvertaken.ts'
import { hoursBetween, localValue, periodFrom } from './LocalTimes.tsx'

/** A start of a date; its key stays the same while others are removed. */
export type Start = {
  readonly key: number
  /** Value of `<input type="datetime-local">`. */
  readonly value: string
  /** The date of the poll that it is or was. */
  readonly option?: DateOption
}

/** Length of a new date. */
export const HOURS = 4
const HOUR_MS = 3_600_000
const DAYS_MAX = 5
/** A poll that has less time needs no closing date. */
const HOURS_MIN = 3

export const periodsIn = (starts: readonly Start[], hours: number) =>
  starts.flatMap(({ value }) => periodFrom(value, hours) ?? [])

/**
 * Half-way to the first date, five days at most, on the hour: a closing date that the form offers.
 * @param now epoch milliseconds
 * @returns value of the input; empty if there is too little time
 */
export function offeredClosing(starts: readonly Start[], now: number): string {
  const times = periodsIn(starts, 1).map(({ starts_at }) => Date.parse(starts_at))
  if (times.length === 0) return ''
  const half = (Math.min(...times) - now) / 2
  if (half < HOURS_MIN * HOUR_MS) return ''
  const at = now + Math.min(half, DAYS_MAX * 24 * HOUR_MS)
  return localValue(new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString())
}

/** @param value value of the input @returns ISO 8601; null without a closing date */
export const closingIn = (value: string): string | null => periodFrom(value, 1)?.starts_at ?? null

export const startProblems = ({ starts }: { readonly starts: readonly Start[] }) =>
  periodsIn(starts, 1).length > 0 ? {} : ({ starts: 'planning.start_missing' } as const)

type Props = {
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  errorId: string | undefined
}

/** The time until which a poll takes answers. */
export function ClosingField(props: Props) {
  const { t } = useTranslation()
  return (
    <TextField
      {...props}
      type="datetime-local"
      label={t('planning.closes_optional')}
      hint={t('planning.closes_hint')}
    />
  )
}

/** Empty if the member has none. */
export const commentOf = ({ comments = [] }: DatePoll, { member_id }: Pick<Voter, 'member_id'>) =>
  comments.find((comment) => comment.member_id === member_id)?.text ?? ''

type Fields = { starts: readonly Start[]; closes: string }

/** A poll that is closed needs another closing date to take answers again. */
function fieldsOf({ options, closes_at, is_closed }: DatePoll): Fields {
  const starts = startsOf(options)
  if (is_closed) return { starts, closes: offeredClosing(starts, Date.now()) }
  return { starts, closes: closes_at ? localValue(closes_at) : '' }
}

type OptionsFormProps = { group: GroupId; poll: DatePoll; onDone: () => void }

/** Adds, changes and withdraws dates of a poll. */
export function OptionsForm({ group, poll, onDone }: OptionsFormProps) {
  const { t } = useTranslation()
  const [change] = planningApi.useChangeOptionsMutation()
  const { opened, current, settle } = useOvertaken(poll)
  const form = useForm({
    initial: fieldsOf(opened),
    rules: startProblems,
    say: t,
    keep: `options/${poll.id}`,
  })
  const { field, values } = form

  const handleSubmit = async ({ starts, closes }: Fields) => {
    const { closes_at = null } = opened
    const { options, sequence = 0 } = current
    const isSame = closes_at !== null && closes === localValue(closes_at)
    const { error } = await change({
      group_id: group,
      id: poll.id,
      options: changedOptions(starts, options),
      closes_at: isSame ? closes_at : closingIn(closes),
      sequence,
    })
    settle(error)
    form.settle(error, onDone)
    return refusalOf<keyof Fields>(error, t, 'planning.poll_failed')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <StartFields
        starts={values.starts}
        onChange={field('starts').onChange}
        error={form.errorAt('starts')}
        suggest={{ group, hours: Math.ceil(hoursOf(opened.options[0])) }}
      />
      <ClosingField {...field('closes')} />
      <p className="font-sans text-sm text-ink-soft">{t('planning.change_dates_hint')}</p>
      <FormFoot form={form}>{t('planning.save')}</FormFoot>
    </Form>
  )
}

const startsOf = (options: readonly DateOption[]): Start[] =>
  options.map((option, key) => ({ key, value: localValue(option.starts_at), option }))

/**
 * The dates of a poll after a change. The input has no seconds, and an hour that the clocks repeat is ambiguous: an
 * untouched date is sent unchanged. A moved one keeps its length, and a new one has that of the first; so is one that
 * the poll no longer has.
 */
function changedOptions(starts: readonly Start[], before: readonly DateOption[]) {
  return starts.flatMap(({ value, option }) => {
    const known = before.some(({ id }) => id === option?.id) && option && { id: option.id }
    if (option && value === localValue(option.starts_at)) {
      const { starts_at, ends_at } = option
      return { ...known, starts_at, ends_at }
    }
    const period = periodFrom(value, hoursOf(option ?? before[0]))
    return period === null ? [] : { ...known, ...period }
  })
}

/** Servers may leave out the end. */
const hoursOf = (option: DateOption | undefined): number =>
  (option && hoursBetween(option.starts_at, option.ends_at)) || HOURS

type SuggestButtonProps = {
  group: GroupId
  hours: number
  starts: readonly Start[]
  onChange: (starts: readonly Start[]) => void
}

/** Fills in dates on which no member has a session or a seat. */
function SuggestButton({ group, hours, starts, onChange }: SuggestButtonProps) {
  const { t } = useTranslation()
  const [suggest, { isFetching, error }] = planningApi.useLazySuggestDatesQuery()
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
      <FormError message={refusalText(error, t, 'planning.suggest_failed')} />
    </div>
  )
}

type StartFieldsProps = {
  starts: readonly Start[]
  onChange: (starts: readonly Start[]) => void
  error: string | undefined
  /** Null: the server suggests none. */
  suggest: { group: GroupId; hours: number } | null
}

export function StartFields({ starts, onChange, error, suggest }: StartFieldsProps) {
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
