import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import { ANSWER_TEXT_MAX } from '#contract/registrationLimits.ts'
import type { Registration } from '#contract/schemas/registration.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { useSignUpMutation } from '#src/store/registration/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { refusalKey } from './refusals.ts'

type Props = { id: ContentId; registration: Registration }
type Question = Registration['questions'][number]

/** The questions of an event, and the button that takes a seat or a place on the waiting list. */
export function SignUpForm({ id, registration }: Props) {
  const { t } = useTranslation()
  const [signUp, { isLoading, error }] = useSignUpMutation()
  const { questions, left } = registration
  /** By question: they may change while they are answered. */
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setIsChecked] = useState(false)
  const answerTo = (question: string) => answers[question] ?? ''
  const isMissing = ({ text, is_required }: Question) => is_required && answerTo(text).trim() === ''
  useUnsaved('registration', Object.values(answers))

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    const missing = questions.findIndex(isMissing)
    if (missing !== -1) {
      const field = event.currentTarget.elements.namedItem(`answer-${missing}`)
      if (field instanceof HTMLElement) field.focus()
      return
    }
    void signUp({
      id,
      answers: questions.map(({ text }) => answerTo(text)),
      questions: questions.map(({ text }) => text),
      may_wait: left === 0,
      time_zone: readerTimeZone(),
    })
  }
  return (
    <form
      noValidate
      aria-label={t('registration.form')}
      onSubmit={handleSubmit}
      className="flex w-full flex-col items-start gap-4"
    >
      <RequiredHint questions={questions} />
      {questions.map((question, index) => (
        <AnswerField
          key={question.text}
          question={question}
          name={`answer-${index}`}
          value={answerTo(question.text)}
          onChange={(answer) => setAnswers({ ...answers, [question.text]: answer })}
          isRefused={isChecked && isMissing(question)}
        />
      ))}
      <FormError message={error && t(refusalKey(error))} />
      <Button type="submit" variant="primary" busy={isLoading}>
        {t(left > 0 ? 'registration.sign_up' : 'registration.join_list')}
      </Button>
    </form>
  )
}

function RequiredHint({ questions }: Pick<Registration, 'questions'>) {
  const { t } = useTranslation()
  if (!questions.some(({ is_required }) => is_required)) return null
  return <p className="text-sm text-ink-soft">{t('registration.required_hint')}</p>
}

type AnswerProps = {
  question: Question
  name: string
  value: string
  onChange: (answer: string) => void
  isRefused: boolean
}

function AnswerField({ question, isRefused, ...field }: AnswerProps) {
  const { t } = useTranslation()
  return (
    <TextField
      {...field}
      label={question.text}
      autoComplete="off"
      required={question.is_required}
      maxLength={ANSWER_TEXT_MAX}
      error={isRefused ? t('registration.answer_missing') : undefined}
      className="w-full sm:max-w-md"
    />
  )
}
