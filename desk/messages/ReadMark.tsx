import { useRecordContext } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskMessage } from '#contract/schemas/deskMessages.ts'
import { t } from '../i18n.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { useAct } from '../parts/useAct.ts'

const { read, unread } = deskRoutes.messages

export const ReadMark = () => {
  const message = useRecordContext<DeskMessage>()
  const { act, isBusy } = useAct()
  if (!message) return null
  const isRead = message.read_at !== null
  return (
    <ActButton
      disabled={isBusy}
      onClick={() => act(isRead ? unread : read, { id: message.id }, t('messages.done'))}
    >
      {isRead ? t('messages.unread') : t('messages.read')}
    </ActButton>
  )
}
