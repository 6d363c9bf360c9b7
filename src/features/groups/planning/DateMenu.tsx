import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { GameDate } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { type MenuAction, MoreMenu } from '#src/ui/MoreMenu.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { periodFrom, useReader } from './LocalTimes.tsx'
import { SessionDialog } from './SessionDialog.tsx'

const {
  useCancelDateMutation,
  useCancelSessionMutation,
  useHostDateMutation,
  useSkipDateMutation,
} = planningApi

type SkipDialogProps = {
  group: GroupId
  date: GameDate
  open: boolean
  onClose: () => void
}

/** Asks before a date of a series is cancelled, or all of its dates up to a day. */
function SkipDialog({ open, onClose, ...rest }: SkipDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('planning.skip_date')}
      closeLabel={t('dashboard.close_dialog')}
      size="small"
    >
      <Question {...rest} onDone={onClose} />
    </Modal>
  )
}

function Question({
  group,
  date,
  onDone,
}: Pick<SkipDialogProps, 'group' | 'date'> & { onDone: () => void }) {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const [skip, { isLoading, error }] = useSkipDateMutation()
  const { id, starts_at, ends_at, rhythm } = date
  const handleSkip = async () => {
    const until = periodFrom(day && `${day}T23:59`, 0)?.starts_at
    const sent = await skip({ group_id: group, id, ...(until && { until }) })
    if (!sent.error) onDone()
  }
  const language = useLanguage()
  const when = timeRange(starts_at, ends_at, readerTimeZone(), { language }) ?? ''
  return (
    <div className="flex flex-col gap-4">
      <p>{t('planning.skip_text', { date: when })}</p>
      {rhythm && (
        <TextField type="date" label={t('planning.skip_until')} value={day} onChange={setDay} />
      )}
      <FormError message={error && t(refusalText(error, 'planning.date_failed'))} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDone}>{t('planning.keep_date')}</Button>
        <Button variant="danger" busy={isLoading} onClick={() => void handleSkip()}>
          {t('planning.skip')}
        </Button>
      </div>
    </div>
  )
}

type HostDialogProps = { group: GroupRow; date: GameDate; open: boolean; onClose: () => void }

const NOBODY = 0

/** A planner says at whose place the group meets. */
function HostDialog({ open, onClose, ...rest }: HostDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('planning.choose_host')}
      closeLabel={t('dashboard.close_dialog')}
      size="small"
    >
      <Choice {...rest} onDone={onClose} />
    </Modal>
  )
}

function Choice({
  group,
  date,
  onDone,
}: Pick<HostDialogProps, 'group' | 'date'> & { onDone: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<number>(date.host?.member_id ?? NOBODY)
  const [save, { isLoading, error }] = useHostDateMutation()
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
      <FormError message={error && t(refusalText(error, 'planning.date_failed'))} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isLoading} onClick={() => void handleSave()}>
          {t('planning.save_host')}
        </Button>
      </div>
    </div>
  )
}

type Props = { group: GroupRow; date: GameDate; mayPlan: boolean }
type Dialog = 'change' | 'host' | 'place' | 'skip'

/** What planners do with a date, and members who host it. */
export function DateMenu({ group, date, mayPlan }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const hosting = useHosting({ group, date, mayPlan, onAsk: setDialog })
  const planning = usePlanning({ group, date, mayPlan, onAsk: setDialog })
  const actions = [...planning.first, ...hosting.actions, ...planning.last]
  const error = hosting.error ?? planning.error
  if (actions.length === 0) return null
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
      <FormError message={error && t(refusalText(error, 'planning.date_failed'))} />
      <SessionDialog
        group={group.id}
        open={dialog === 'change' || dialog === 'place'}
        target={{ kind: dialog === 'place' ? 'host' : 'change', date }}
        onClose={close}
      />
      <HostDialog group={group} date={date} open={dialog === 'host'} onClose={close} />
      <SkipDialog group={group.id} date={date} open={dialog === 'skip'} onClose={close} />
    </>
  )
}

type Asking = Props & { onAsk: (dialog: Dialog) => void }

/** The hosts of a group that meets in turn; servers that do not know hosts leave them out. */
function useHosting({ group, date, mayPlan, onAsk }: Asking) {
  const { t } = useTranslation()
  const reader = useReader(group)
  const [save, { error }] = useHostDateMutation()
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

function usePlanning({ group, date, mayPlan, onAsk }: Asking) {
  const { t } = useTranslation()
  const { error, handleCancel, handleCancelAll } = useCancelling({ group, date })
  if (!mayPlan) return { error, first: [], last: [] }
  const first: MenuAction[] = [
    { label: t('planning.change'), icon: 'pencil', onSelect: () => onAsk('change') },
  ]
  const cancel = (label: string, onSelect: () => void): MenuAction => ({
    label,
    icon: 'close',
    isDanger: true,
    onSelect,
  })
  const last = date.repeats
    ? [
        cancel(t('planning.skip_date'), () => onAsk('skip')),
        cancel(t('planning.cancel_series'), () => void handleCancelAll()),
      ]
    : [cancel(t('planning.cancel_session'), () => void handleCancel())]
  return { error, first, last }
}

/** Asks before a session, or all of a series, is cancelled. */
function useCancelling({ group, date }: Pick<Props, 'group' | 'date'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const confirm = useConfirm()
  const [cancelDate, one] = useCancelDateMutation()
  const [cancelSession, all] = useCancelSessionMutation()
  const handleCancel = async () => {
    const when = timeRange(date.starts_at, date.ends_at, readerTimeZone(), { language })
    const isSure = await confirm({
      title: t('planning.cancel_session'),
      text: t('planning.cancel_session_text', { date: when ?? '' }),
      yes: t('planning.cancel_session'),
      no: t('planning.keep_session'),
    })
    if (isSure) void cancelDate({ group_id: group.id, id: date.id })
  }
  const handleCancelAll = async () => {
    const isSure = await confirm({
      title: t('planning.cancel_series'),
      text: t('planning.cancel_series_text'),
      yes: t('planning.cancel_series'),
      no: t('planning.keep_series'),
    })
    if (isSure) void cancelSession({ group_id: group.id, id: date.session_id })
  }
  return { error: one.error ?? all.error, handleCancel, handleCancelAll }
}
