import { type SyntheticEvent, useId, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { ANSWER_MAX, deskRoutes } from '#contract/desk.ts'
import type { DeskMessage } from '#contract/messages.ts'
import { t } from '../i18n.ts'
import { actionOf, useAction } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'

/** Number of characters from which on the remaining ones are counted. */
const COUNTED_FROM = 500

/** An answer to the message, sent by mail. What was typed stays until the answer is queued. */
export const AnswerForm = () => {
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
    const refusal = await attempt(actionOf(deskRoutes.messages.answer, args, t('answers.done')))
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
