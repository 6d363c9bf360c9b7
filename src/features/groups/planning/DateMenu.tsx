import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { GameDate } from '#contract/schemas/planning.ts'
import { timeRange } from '#contract/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useCancelDateMutation, useCancelSessionMutation } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { FormError } from '#src/ui/FieldError.tsx'
import { type MenuAction, MoreMenu } from '#src/ui/MoreMenu.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { SessionDialog } from './SessionDialog.tsx'

type Props = { group: GroupId; date: GameDate }

/** What planners do with a date. */
export function DateMenu({ group, date }: Props) {
  const { t } = useTranslation()
  const [isEdited, setIsEdited] = useState(false)
  const { error, handleCancel, handleCancelAll } = useCancelling({ group, date })
  const span = <TimeSpan start={date.starts_at} end={date.ends_at} />
  const actions: MenuAction[] = [
    { label: t('planning.change'), icon: 'pencil', onSelect: () => setIsEdited(true) },
    {
      label: t(date.repeats ? 'planning.cancel_date' : 'planning.cancel_session'),
      icon: 'close',
      isDanger: true,
      onSelect: () => void handleCancel(),
    },
  ]
  if (date.repeats)
    actions.push({
      label: t('planning.cancel_series'),
      icon: 'trash',
      isDanger: true,
      onSelect: () => void handleCancelAll(),
    })
  return (
    <>
      <MoreMenu
        label={
          <>
            <span>{t('planning.more')}</span> {span}
          </>
        }
        actions={actions}
      />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
      <SessionDialog
        group={group}
        open={isEdited}
        target={{ kind: 'change', date }}
        onClose={() => setIsEdited(false)}
      />
    </>
  )
}

/** Asks before a date, or all of its series, is cancelled. */
function useCancelling({ group, date }: Props) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [cancelDate, one] = useCancelDateMutation()
  const [cancelSession, all] = useCancelSessionMutation()
  const handleCancel = async () => {
    const when = timeRange(date.starts_at, date.ends_at, readerTimeZone())
    const isSure = await confirm({
      title: t('planning.cancel_session'),
      text: t('planning.cancel_session_text', { date: when ?? '' }),
      yes: t('planning.cancel_session'),
      no: t('planning.keep_session'),
    })
    if (isSure) void cancelDate({ group, id: date.id })
  }
  const handleCancelAll = async () => {
    const isSure = await confirm({
      title: t('planning.cancel_series'),
      text: t('planning.cancel_series_text'),
      yes: t('planning.cancel_series'),
      no: t('planning.keep_series'),
    })
    if (isSure) void cancelSession({ group, id: date.session_id })
  }
  return { error: one.error ?? all.error, handleCancel, handleCancelAll }
}
