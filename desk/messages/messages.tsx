import { type SyntheticEvent, useId, useState } from 'react'
import { DataTable, useRecordContext } from 'react-admin'
import { ANSWER_MAX } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskMessage } from '#contract/messages.ts'
import { MESSAGE_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { personName } from '../parts/auditSentences.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, AnsweredColumn, RowLink, TimeColumn, TimeField } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { LookUp } from '../parts/LookUp.tsx'
import { PageBody } from '../parts/PageFrame.tsx'
import { Fact, Facts, NameLink, Section, StateMark } from '../parts/PageParts.tsx'
import type { Screens } from '../parts/screens.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, useAction } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'

/** Number of characters from which on the remaining ones are counted. */
const COUNTED_FROM = 500

/** An answer to the message, sent by mail. What was typed stays until the answer is queued. */
const AnswerForm = () => {
  const message = useRecordContext<DeskMessage>()
  const { attempt, isBusy } = useAction()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const id = useId()
  useUnloadWarning(text.trim() !== '')
  if (!message) return null

  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setProblem(t('answers.missing'))
    const seen = message.answers.length
    const args = { id: message.id, text, seen }
    const refusal = await attempt(actionOf(deskCalls.messages.answer, args, t('answers.done')))
    setProblem(refusal)
    if (refusal === '') setText('')
  }
  const left = ANSWER_MAX - text.length
  return (
    <form className="desk-fields" noValidate onSubmit={handleSubmit}>
      <label htmlFor={id}>{t('answers.text')}</label>
      <textarea
        aria-describedby={`${id}-note ${id}-problem`}
        aria-invalid={problem !== ''}
        aria-required
        id={id}
        maxLength={ANSWER_MAX}
        onChange={(event) => setText(event.target.value)}
        rows={8}
        style={{ minHeight: 160 }}
        value={text}
      />
      <p className="desk-quiet" id={`${id}-note`}>
        <span>{t('answers.note', { name: message.name, email: message.email })}</span>{' '}
        {left <= COUNTED_FROM && (
          <span role="status">{t('answers.left', { smart_count: left })}</span>
        )}
      </p>
      <p className="desk-problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <div className="desk-buttons">
        <button className="desk-primary" disabled={isBusy} type="submit">
          {t('answers.send')}
        </button>
      </div>
    </form>
  )
}

const { read, unread } = deskCalls.messages

const ReadButton = () => {
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

/** The address is not verified, so that the account may be someone else's. */
const Sender = ({ member }: { member: NonNullable<DeskMessage['member']> }) => (
  <>
    <NameLink id={member.id} name={member.username} resource="members" />{' '}
    <StateMark state={member.state} />
    <br />
    <span className="desk-quiet">{t('messages.unverified')}</span>
  </>
)

const Message = () => {
  const message = useRecordContext<DeskMessage>()
  if (!message) return null
  const { id, name, email, member, created_at } = message
  return (
    <PageBody style={{ maxWidth: 720 }}>
      <Facts>
        <Fact label={t('messages.from')}>{name}</Fact>
        <Fact label={t('members.email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
        <Fact label={t('messages.sent')}>{momentOf(created_at)}</Fact>
        <Fact label={t('messages.member')}>{member && <Sender member={member} />}</Fact>
      </Facts>
      <p className="desk-text">{message.message}</p>
      <ReadButton />
      <LookUp key={id} message={id} />
      <Answers message={message} />
    </PageBody>
  )
}

const Answers = ({ message }: { message: DeskMessage }) => (
  <Section title={t('answers.heading')}>
    {message.answers.length === 0 && <p className="desk-quiet">{t('answers.none')}</p>}
    {message.answers.map(({ id, by, at, text, state }) => (
      <article className="desk-card" key={id}>
        <p className="desk-quiet">
          <span>{t('answers.by', { name: personName(by.username), at: momentOf(at) })}</span>{' '}
          <StateMark state={state} text={t(`answers.states.${state}`)} />
        </p>
        <p className="desk-text">{text}</p>
      </article>
    ))}
    <AnswerForm />
  </Section>
)

export const MessagePage = () => (
  <DeskShow>
    <Message />
  </DeskShow>
)

const filters = [choiceFilter('state', MESSAGE_STATES)]

const subjectOf = ({ subject, read_at: at }: DeskMessage) => (
  <RowLink>{at === null ? <strong>{subject}</strong> : subject}</RowLink>
)

const readingOf = ({ read_at: at }: DeskMessage) =>
  at === null ? <StateMark state="unread" /> : <TimeField source="read_at" />

const MessageList = () => (
  <DeskList filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <DataTable.Col render={subjectOf} source="subject" />
    <DataTable.Col source="name" />
    <TimeColumn source="created_at" />
    <DataTable.Col disableSort render={readingOf} source="read_at" />
    <AnsweredColumn />
    <ActionsColumn>
      <ReadButton />
    </ActionsColumn>
  </DeskList>
)

export const messages: Screens = {
  list: MessageList,
  show: MessagePage,
  recordRepresentation: 'subject',
}
