import { useRecordContext } from 'react-admin'
import { ActButton } from '../parts/ActButton.tsx'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

const words = texts.messages

export const ReadMark = () => {
  const message = useRecordContext()
  const { act, isBusy } = useAct('messages')
  if (!message) return null
  const isRead = message.read_at !== null
  return (
    <ActButton
      disabled={isBusy}
      onClick={() => act(message.id, isRead ? 'unread' : 'read', words.done)}
    >
      {isRead ? words.unread : words.read}
    </ActButton>
  )
}
