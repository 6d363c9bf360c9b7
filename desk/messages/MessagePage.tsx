import { useRecordContext } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskMessage } from '#contract/messages.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { personName } from '../parts/auditSentences.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { Fact, Facts } from '../parts/Facts.tsx'
import { NameLink } from '../parts/NameLink.tsx'
import { PageBody } from '../parts/PageBody.ts'
import { Section } from '../parts/Section.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, useAction } from '../parts/useAction.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { LookUp } from './LookUp.tsx'

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
      <LookUp key={id} message={message} />
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
