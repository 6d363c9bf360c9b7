import { useRecordContext } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskMessage } from '#contract/schemas/deskMessages.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts/texts.ts'

const words = texts.messages
const { read, unread } = deskRoutes.messages

export const ReadMark = () => {
  const message = useRecordContext<DeskMessage>()
  const { act, isBusy } = useAct()
  if (!message) return null
  const isRead = message.read_at !== null
  return (
    <ActButton
      disabled={isBusy}
      onClick={() => act(isRead ? unread : read, { id: message.id }, words.done)}
    >
      {isRead ? words.unread : words.read}
    </ActButton>
  )
}
