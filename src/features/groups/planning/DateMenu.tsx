import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GameDate } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import {
  useCancelDateMutation,
  useCancelSessionMutation,
  useHostDateMutation,
} from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { FormError } from '#src/ui/FieldError.tsx'
import { type MenuAction, MoreMenu } from '#src/ui/MoreMenu.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { HostDialog } from './HostDialog.tsx'
import { SessionDialog } from './SessionDialog.tsx'
import { SkipDialog } from './SkipDialog.tsx'
import { useReader } from './useReader.ts'

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
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
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
