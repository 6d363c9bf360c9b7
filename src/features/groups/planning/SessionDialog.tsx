import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { GroupId } from '#contract/ids.ts'
import type { Repeats } from '#contract/planFields.ts'
import {
  LINK_MAX,
  PLACE_MAX,
  PLAN_NOTES_MAX,
  REASON_MAX,
  SESSION_TITLE_MAX,
} from '#contract/planFields.ts'
import type { GameDate } from '#contract/planning.ts'
import { DATE_SCOPES, type DateScope } from '#contract/sets.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { zoneName } from '#shared/timeRange.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { isZone, readerTimeZone } from '#src/platform/intl.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import { isOnRhythm, type Rhythm } from '#src/store/groups/planning/seriesDays.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Form, FormFoot, type FormOf, useForm } from '#src/ui/form/Form.tsx'
import { joined } from '#src/ui/look.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { useOvertaken } from '../useOvertaken.ts'
import { hoursBetween, localValue, periodFrom } from './LocalTimes.tsx'
import { LengthSelect, RadioRow } from './RadioRow.tsx'
import {
  type Fields,
  HostsField,
  RepeatFields,
  repeatsOf,
  type SeriesEnd,
  Summary,
} from './RepeatFields.tsx'

/** Subject of the form: a new session, the option of a poll that becomes one, a date of a session, or one's own place for it. */
type SessionTarget =
  | { kind: 'new'; members: GroupRow['members'] }
  | { kind: 'fix'; poll: DatePoll; option: DateOption }
  | { kind: 'change'; date: GameDate }
  | { kind: 'host'; date: GameDate }

type SessionFormProps = { group: GroupId; target: SessionTarget; onDone: () => void }
type PartProps = { form: FormOf<Fields> }

const nameOf = (group: GroupId, target: SessionTarget): string => {
  if (target.kind === 'new') return `session/new/${group}`
  const { id } = target.kind === 'fix' ? target.option : target.date
  return `session/${target.kind}/${id}`
}

/** Plans a session, turns the option of a poll into one, or changes one. */
export function SessionForm({ group, target, onDone }: SessionFormProps) {
  const { t } = useTranslation()
  const { opened, current, settle } = useOvertaken(target)
  const [before] = useState(() => fieldsOf(opened))
  const { hasRhythms, isWhole } = usePlanKnows(group)
  const isAsked = ({ scope }: Fields) => isRhythmAsked(target, scope, hasRhythms)
  const form = useForm({
    initial: before,
    rules: (fields: Fields) => ({
      ...fieldProblems(fields, isAsked(fields)),
      ...(isReasonAlone(fields, before) && { reason: 'planning.reason_alone' as const }),
    }),
    say: t,
    keep: nameOf(group, target),
  })
  const send = useSendSession(group, current)
  useUnsaved(nameOf(group, target), textsOf(form.values), textsOf(before))

  const handleSubmit = async (fields: Fields) => {
    const error = await send(fields, isAsked(fields) && hasOtherRhythm(fields, before))
    settle(error)
    form.settle(error, onDone)
    return refusalOf<keyof Fields>(error, t, 'planning.failed')
  }
  const isSeries = target.kind === 'change' && target.date.repeats
  const isPlanned = target.kind === 'change' || target.kind === 'host'
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      {isSeries && (
        <RadioRow<DateScope>
          legend={t('planning.scope')}
          isLegendShown
          isStacked
          isFirst
          choices={DATE_SCOPES.map((value) => ({ value, label: t(`planning.scope_${value}`) }))}
          value={form.values.scope}
          onChange={form.field('scope').onChange}
        />
      )}
      <When target={target} form={form} />
      {isAsked(form.values) && (
        <RepeatFields
          fields={form.values}
          set={form.set}
          hasRhythms={hasRhythms}
          isRest={isPlanned}
          untilError={form.errorAt('until')}
        />
      )}
      {isWhole && target.kind === 'new' && form.values.rhythm && (
        <HostsField members={target.members} fields={form.values} set={form.set} />
      )}
      <WhereFields form={form} isOfHost={target.kind === 'host'} />
      {isWhole && target.kind === 'change' && <ReasonField {...form.field('reason')} />}
      <p className="font-sans text-sm text-ink-soft">
        {joined(
          target.kind === 'change' && t('planning.move_hint'),
          isWhole && target.kind === 'new' && t('planning.plan_hint'),
          t('planning.told_hint'),
        )}
      </p>
      {target.kind === 'new' && <Summary fields={form.values} />}
      <FormFoot form={form}>{t(isPlanned ? 'planning.save' : 'planning.plan_it')}</FormFoot>
    </Form>
  )
}

/** What the server announces; the plan is there, since the form is about it. */
export const usePlanKnows = (group: GroupId) =>
  planningApi.useGetPlanQuery(group, {
    selectFromResult: ({ data }) => ({
      /** It takes the whole of `Repeats`. */
      hasRhythms: data?.rhythms === true,
      /** It takes a series as one thing: its hosts, an answer to all dates, and reasons. */
      isWhole: data?.series === true,
    }),
  })

type ReasonProps = Pick<ComponentProps<typeof TextField>, 'value' | 'onChange'>

/** A sentence for the mail about a change. */
export function ReasonField(props: ReasonProps) {
  const { t } = useTranslation()
  return <TextField {...props} label={t('planning.reason_optional')} maxLength={REASON_MAX} />
}

function When({ target, form }: PartProps & Pick<SessionFormProps, 'target'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { field, values } = form
  if (target.kind === 'fix' || target.kind === 'host') {
    const { starts_at, ends_at } = target.kind === 'fix' ? target.option : target.date
    return (
      <p className="font-sans font-medium">
        <TimeSpan start={starts_at} end={ends_at} />
      </p>
    )
  }
  return (
    <>
      <TextField
        {...field('start')}
        data-autofocus
        type="datetime-local"
        required
        label={t('planning.start')}
        hint={t('planning.your_zone', { zone: zoneName(readerTimeZone(), language) })}
      />
      <LengthSelect hours={values.hours} onChange={field('hours').onChange} />
    </>
  )
}

/** A host says where the group meets, and what to know about it. */
function WhereFields({ form: { field }, isOfHost }: PartProps & { isOfHost: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {!isOfHost && (
        <TextField
          {...field('title')}
          data-autofocus
          label={t('planning.title_optional')}
          autoComplete="off"
          maxLength={SESSION_TITLE_MAX}
        />
      )}
      <TextField
        {...field('place')}
        label={t('planning.place_optional')}
        autoComplete="off"
        maxLength={PLACE_MAX}
      />
      {!isOfHost && (
        <TextField
          {...field('link')}
          type="url"
          label={t('planning.link_optional')}
          autoComplete="off"
          maxLength={LINK_MAX}
        />
      )}
      <TextArea
        {...field('notes')}
        label={t('planning.notes_optional')}
        rows={2}
        maxLength={PLAN_NOTES_MAX}
      />
    </>
  )
}

type Props = {
  group: GroupId
  open: boolean
  target: SessionTarget
  onClose: () => void
  onDone?: () => void
}

const TITLES: Record<SessionTarget['kind'], MessageKey> = {
  new: 'planning.plan_session',
  fix: 'planning.fix',
  change: 'planning.change_session',
  host: 'planning.host_place',
}

export function SessionDialog({ group, open, target, onClose, onDone = onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t(TITLES[target.kind])} isStatic>
      <SessionForm group={group} target={target} onDone={onDone} />
    </Modal>
  )
}

/** Makes the call of the form. It resolves to the error of a failure. */
function useSendSession(group: GroupId, target: SessionTarget) {
  const [plan] = planningApi.usePlanSessionMutation()
  const [fix] = planningApi.useFixPollMutation()
  const [change] = planningApi.useChangeDateMutation()
  /** @param hasOtherRhythm whether the rhythm of a date that is changed was edited */
  return async (fields: Fields, hasOtherRhythm: boolean): Promise<unknown> => {
    const { start, hours, scope, title, place, link, notes, hosts, reason } = fields
    const period = periodFrom(start, hours)
    if (period === null) return undefined
    const where = { title, place, link: link.trim(), notes }
    const time_zone = readerTimeZone()
    if (target.kind === 'new') {
      const repeats = repeatsOf(fields)
      const inTurn = repeats && hosts.length > 0 && { hosts: [...hosts] }
      const body = { ...where, ...period, time_zone, repeats, ...inTurn }
      return (await plan({ id: group, ...body })).error
    }
    if (target.kind === 'fix') {
      const { poll, option } = target
      return (await fix({ group_id: group, id: poll.id, option_id: option.id, ...where })).error
    }
    const { id, sequence, starts_at, ends_at, repeats: isSeries } = target.date
    // The input has no seconds, and an hour that the clocks repeat is ambiguous: an untouched time is sent unchanged.
    const isSame =
      start === localValue(starts_at) &&
      Date.parse(ends_at) - Date.parse(starts_at) === hours * 3_600_000
    const times = isSame ? { starts_at, ends_at } : period
    const concerned = hasOtherRhythm
      ? ({ scope: 'later', repeats: repeatsOf(fields) } as const)
      : { ...((isSeries || target.kind === 'host') && { scope }) }
    const why = reason.trim() !== '' && { reason }
    const body = { ...where, ...times, ...concerned, ...why }
    return (await change({ group_id: group, id, sequence, ...body })).error
  }
}

/** Typed texts; the other fields are chosen. */
const textsOf = ({ title, place, link, notes, reason }: Fields) => [
  title,
  place,
  link,
  notes,
  reason,
]

/** Whether the form asks for a rhythm: of a date that is there already, for itself and those that follow. */
const isRhythmAsked = (target: SessionTarget, scope: DateScope, mayChange: boolean) =>
  target.kind === 'new' ||
  (mayChange && target.kind === 'change' && (!target.date.repeats || scope === 'later'))

/** @param isAsked see `isRhythmAsked` */
function fieldProblems(fields: Fields, isAsked: boolean) {
  const { start, hours, link, rhythm, ends, until, zone } = fields
  const period = periodFrom(start, hours)
  const series = isAsked ? rhythm : null
  return {
    ...(period === null && { start: 'planning.start_missing' as const }),
    ...(period !== null &&
      series !== null &&
      !isOnRhythm(series, period.starts_at, zone) && {
        start: 'planning.start_not_in_rule' as const,
      }),
    ...(series !== null &&
      ends === 'date' &&
      until === '' && { until: 'planning.until_missing' as const }),
    ...(link.trim() !== '' &&
      safeUrl(link.trim()) === null && { link: 'planning.link_wrong' as const }),
  }
}

/** A reason goes with a change, and nothing has changed. */
const isReasonAlone = ({ reason, scope: _, ...fields }: Fields, before: Fields): boolean =>
  reason.trim() !== '' && JSON.stringify({ ...before, ...fields }) === JSON.stringify(before)

const hasOtherRhythm = (fields: Fields, before: Fields): boolean =>
  JSON.stringify(repeatsOf(fields)) !== JSON.stringify(repeatsOf(before))

const EMPTY: Omit<Fields, 'zone'> = {
  title: '',
  start: '',
  hours: 4,
  place: '',
  link: '',
  notes: '',
  rhythm: null,
  ends: 'count',
  count: 10,
  until: '',
  hosts: [],
  reason: '',
  scope: 'this',
}

/** Initial values of the form. */
function fieldsOf(target: SessionTarget): Fields {
  const empty = { ...EMPTY, zone: readerTimeZone() }
  if (target.kind === 'new') return empty
  if (target.kind === 'fix') {
    const { poll, option } = target
    return { ...empty, title: poll.title, notes: poll.notes, ...timesOf(option) }
  }
  const { title, place, link, notes, time_zone, rhythm } = target.date
  // Another browser may have named one that this one doesn't know.
  const zone = isZone(time_zone) ? time_zone : empty.zone
  return { ...empty, title, place, link, notes, zone, ...timesOf(target.date), ...seriesOf(rhythm) }
}

/** A series on a single day follows its start to another one. */
function seriesOf(repeats: Repeats | null | undefined) {
  if (!repeats) return {}
  const { unit, every, weekdays, weeks, count, until } = repeats
  const isSingle = (weekdays?.length ?? 1) === 1 && (weeks?.length ?? 1) === 1
  const isLast = weeks?.[0] === -1
  const rhythm: Rhythm = {
    unit,
    every,
    ...(weekdays && !isSingle && { weekdays }),
    ...(weeks && (!isSingle || isLast) && { weeks }),
  }
  const ends: SeriesEnd = count !== undefined ? 'count' : until !== undefined ? 'date' : 'never'
  return {
    rhythm,
    ends,
    ...(count !== undefined && { count }),
    ...(until !== undefined && { until: localValue(until).slice(0, 10) }),
  }
}

const timesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  start: localValue(starts_at),
  // Servers may leave out the end.
  hours: hoursBetween(starts_at, ends_at) || EMPTY.hours,
})
