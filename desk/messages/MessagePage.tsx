import { EmailField, SimpleShowLayout, TextField, useRecordContext } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskMessage } from '#contract/schemas/messages.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, useAction } from '../parts/useAction.ts'
import { AnswerForm } from './AnswerForm.tsx'

const { read, unread } = deskRoutes.messages

export const ReadButton = () => {
  const message = useRecordContext<DeskMessage>()
  const { run, isBusy } = useAction()
  if (!message) return null
  const isRead = message.read_at !== null
  const action = actionOf(isRead ? unread : read, { id: message.id }, t('messages.done'))
  return (
    <ActionButton disabled={isBusy} onClick={() => run(action)}>
      {isRead ? t('messages.unread') : t('messages.read')}
    </ActionButton>
  )
}

const Answers = () => {
  const message = useRecordContext<DeskMessage>()
  if (!message) return null
  return (
    <section style={{ maxWidth: 720 }}>
      <h2>{t('answers.heading')}</h2>
      {message.answers.length === 0 && <p className="desk-quiet">{t('answers.none')}</p>}
      {message.answers.map(({ id, by, at, text, state }) => (
        <article className="desk-card" key={id}>
          <p className="desk-quiet">
            <span>{t('answers.by', { name: by.username, at: momentOf(at) })}</span>{' '}
            <StateMark state={state} text={t(`answers.states.${state}`)} />
          </p>
          <p className="desk-text">{text}</p>
        </article>
      ))}
      <AnswerForm />
    </section>
  )
}

export const MessagePage = () => (
  <DeskShow>
    <SimpleShowLayout>
      <TextField source="subject" />
      <TextField source="name" />
      <EmailField source="email" />
      <TimeField source="created_at" />
      <TextField className="desk-text" source="message" />
      <ReadButton />
      <Answers />
    </SimpleShowLayout>
  </DeskShow>
)
