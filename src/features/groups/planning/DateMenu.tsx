import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { GameDate } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { type MenuAction, MoreMenu } from '#src/ui/MoreMenu.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { periodFrom, useReader } from './LocalTimes.tsx'
import { ReasonField, SessionDialog, usePlanKnows } from './SessionDialog.tsx'

/** What ends a date, or all of them. */
type End = 'skip' | 'cancel' | 'cancel_all'

type QuestionProps = { group: GroupId; date: GameDate; end: End; onDone: () => void }

/** Asks before a date of a series is skipped, alone or with those up to a day, or a session or all dates are cancelled. */
function Question({ group, date, end, onDone }: QuestionProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { isWhole } = usePlanKnows(group)
  const [skip] = planningApi.useSkipDateMutation()
  const [cancel] = planningApi.useCancelDateMutation()
  const [cancelAll] = planningApi.useCancelSessionMutation()
  const form = useForm({ initial: { until: '', reason: '' } })
  const { id, session_id, starts_at, ends_at, rhythm } = date
  const handleSubmit = async ({ until, reason }: typeof form.values) => {
    const last = periodFrom(until && `${until}T23:59`, 0)?.starts_at
    const one = { group_id: group, id, ...(reason.trim() !== '' && { reason }) }
    const { error } =
      end === 'skip'
        ? await skip({ ...one, ...(last && { until: last }) })
        : end === 'cancel'
          ? await cancel(one)
          : await cancelAll({ ...one, id: session_id })
    form.settle(error, onDone)
    return refusalOf<keyof typeof form.values>(error, t, 'planning.date_failed')
  }
  const when = timeRange(starts_at, ends_at, readerTimeZone(), { language }) ?? ''
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <p>{t(`planning.${end}_text`, { date: when })}</p>
      {end === 'skip' && rhythm && (
        <TextField type="date" {...form.field('until')} label={t('planning.skip_until')} />
      )}
      {isWhole && <ReasonField {...form.field('reason')} />}
      <FormError {...form.error} />
      <div className="flex flex-wrap gap-2">
        <Button data-autofocus onClick={onDone}>
          {t(`planning.${end}_no`)}
        </Button>
        <Submit of={form} variant="danger">
          {t(`planning.${end}_yes`)}
        </Submit>
      </div>
    </Form>
  )
}

type ChoiceProps = { group: GroupRow; date: GameDate; onDone: () => void }

const NOBODY = 0

/** A planner says at whose place the group meets. */
function Choice({ group, date, onDone }: ChoiceProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<number>(date.host?.member_id ?? NOBODY)
  const [save, { isLoading, error }] = planningApi.useHostDateMutation()
  const member = group.members.find(({ id }) => id === chosen)
  const handleSave = async () => {
    const sent = await save({ group_id: group.id, id: date.id, member_id: member?.id ?? null })
    if (!sent.error) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="font-sans font-medium">
        <TimeSpan start={date.starts_at} end={date.ends_at} />
      </p>
      <Select
        label={t('planning.host')}
        hint={t('planning.host_hint')}
        value={chosen}
        options={[
          { value: NOBODY, label: t('planning.no_host') },
          ...group.members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={setChosen}
      />
      <FormError message={refusalText(error, t, 'planning.date_failed')} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isLoading} onClick={() => void handleSave()}>
          {t('planning.save_host')}
        </Button>
      </div>
    </div>
  )
}

type Props = { group: GroupRow; date: GameDate; mayPlan: boolean }
type Dialog = 'change' | 'place' | 'host' | End

/** What planners do with a date, and members who host it. Without an action it keeps the place of the button. */
export function DateMenu({ group, date, mayPlan }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const hosting = useHosting({ group, date, mayPlan, onAsk: setDialog })
  const [first, ...last] = planningActions({ date, mayPlan, onAsk: setDialog, t })
  const actions = [...(first ? [first] : []), ...hosting.actions, ...last]
  if (actions.length === 0) return <span className="w-tap shrink-0 max-sm:hidden" />
  const isInForm = dialog === 'change' || dialog === 'place'
  const end = dialog === null || dialog === 'host' || isInForm ? null : dialog
  return (
    <>
      <MoreMenu
        label={
          <>
            <span>{t('planning.more')}</span> <TimeSpan start={date.starts_at} end={date.ends_at} />
          </>
        }
        actions={actions}
      />
      <FormError message={refusalText(hosting.error, t, 'planning.date_failed')} />
      <SessionDialog
        group={group.id}
        open={isInForm}
        target={{ kind: dialog === 'place' ? 'host' : 'change', date }}
        onClose={close}
      />
      <Modal
        open={dialog !== null && !isInForm}
        onClose={close}
        title={t(end ? `planning.${end}_title` : 'planning.choose_host')}
        size="small"
      >
        {end ? (
          <Question group={group.id} date={date} end={end} onDone={close} />
        ) : (
          <Choice group={group} date={date} onDone={close} />
        )}
      </Modal>
    </>
  )
}

type Asking = Props & { onAsk: (dialog: Dialog) => void }

/** The hosts of a group that meets in turn; servers that do not know hosts leave them out. */
function useHosting({ group, date, mayPlan, onAsk }: Asking) {
  const { t } = useTranslation()
  const reader = useReader(group)
  const [save, { error }] = planningApi.useHostDateMutation()
  const host = (member_id: (typeof group.members)[number]['id'] | null) =>
    void save({ group_id: group.id, id: date.id, member_id })
  const actions: MenuAction[] = []
  if (date.host === undefined || reader === null) return { error, actions }
  const isHost = date.host?.member_id === reader.member_id
  if (isHost && !mayPlan)
    actions.push({
      label: t('planning.host_place'),
      icon: 'pencil',
      onSelect: () => onAsk('place'),
    })
  if (date.host === null)
    actions.push({
      label: t('planning.offer_host'),
      icon: 'home',
      onSelect: () => host(reader.member_id),
    })
  if (isHost)
    actions.push({ label: t('planning.decline_host'), icon: 'minus', onSelect: () => host(null) })
  if (mayPlan)
    actions.push({ label: t('planning.choose_host'), icon: 'users', onSelect: () => onAsk('host') })
  return { error, actions }
}

type Planning = Omit<Asking, 'group'> & { t: TFunction }

function planningActions({ date, mayPlan, onAsk, t }: Planning): MenuAction[] {
  if (!mayPlan) return []
  const ask = (dialog: Dialog) => () => onAsk(dialog)
  const cancel = (end: End): MenuAction => ({
    label: t(`planning.${end}_title`),
    icon: 'close',
    isDanger: true,
    onSelect: ask(end),
  })
  return [
    { label: t('planning.change'), icon: 'pencil', onSelect: ask('change') },
    ...(date.repeats
      ? [
          { label: t('planning.skip_title'), icon: 'calendar' as const, onSelect: ask('skip') },
          cancel('cancel_all'),
        ]
      : [cancel('cancel')]),
  ]
}
