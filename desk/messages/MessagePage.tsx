import {
  EmailField,
  FunctionField,
  SimpleShowLayout,
  TextField,
  useRecordContext,
} from 'react-admin'
import type { DeskMessage } from '#contract/schemas/deskMessages.ts'
import { t } from '../i18n.ts'
import { momentOf } from '../parts/ago.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { ReadMark } from './ReadMark.tsx'

const Answers = () => {
  const message = useRecordContext<DeskMessage>()
  if (!message) return null
  return (
    <section className="desk-thread">
      <h2>{t('answers.heading')}</h2>
      {message.answers.length === 0 && <p className="desk-quiet">{t('answers.none')}</p>}
      {message.answers.map(({ id, by, at, text, state }) => (
        <article className="desk-card" key={id}>
          <p className="desk-quiet">
            {t('answers.by', { name: by.username, at: momentOf(at) })}{' '}
            <span className={`desk-state desk-state-${state}`}>{t(`answers.states.${state}`)}</span>
          </p>
          <p className="desk-text">{text}</p>
        </article>
      ))}
      <AnswerForm />
    </section>
  )
}

export const MessagePage = () => (
  <DeskShow actions={false}>
    <SimpleShowLayout>
      <TextField source="subject" />
      <TextField source="name" />
      <EmailField source="email" />
      <FunctionField<DeskMessage>
        render={({ created_at }) => momentOf(created_at)}
        source="created_at"
      />
      <TextField className="desk-text" source="message" />
      <ReadMark />
      <Answers />
    </SimpleShowLayout>
  </DeskShow>
)
