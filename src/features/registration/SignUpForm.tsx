import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import { ANSWER_TEXT_MAX, type Registration } from '#contract/registration.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { useSignUpMutation } from '#src/store/registration/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { isBlank } from '#src/ui/form/rules.ts'
import { type FormOf, useForm } from '#src/ui/form/useForm.ts'
import { TextField } from '#src/ui/TextField.tsx'

type Props = { id: ContentId; registration: Registration }
type Question = Registration['questions'][number]

/** Answers by the text of the question, not by position: the questions may change while the form is open. */
type Answers = Readonly<Record<string, string>>
const NO_ANSWERS: Answers = {}

const missingIn = (questions: readonly Question[], answers: Answers) =>
  Object.fromEntries(
    questions
      .filter(({ text, is_required }) => is_required && isBlank(answers[text] ?? ''))
      .map(({ text }) => [text, 'registration.answer_missing' as const]),
  )

/** One button, which takes a seat or a place on the waiting list; its first press shows the questions, if there are any. */
export function SignUpForm({ id, registration }: Props) {
  const { t } = useTranslation()
  const [signUp] = useSignUpMutation()
  const [isAsking, setIsAsking] = useState(false)
  const { questions, left } = registration
  const keep = `registration/${id}`
  const isShown = (answers: Answers) => isAsking || answers !== NO_ANSWERS
  const form = useForm({
    initial: NO_ANSWERS,
    rules: (answers) => missingIn(isShown(answers) ? questions : [], answers),
    say: t,
    keep,
  })
  const shown = isShown(form.values) ? questions : []
  useUnsaved(keep, Object.values(form.values))

  const handleSubmit = async (answers: Answers) => {
    setIsAsking(true)
    if (shown.length < questions.length) return undefined
    const { error } = await signUp({
      id,
      answers: questions.map(({ text }) => answers[text] ?? ''),
      questions: questions.map(({ text }) => text),
      may_wait: left === 0,
      time_zone: readerTimeZone(),
    })
    form.settle(error)
    return refusalOf(error, t, 'registration.failed')
  }
  return (
    <Form
      form={form}
      aria-label={t('registration.form')}
      onSubmit={handleSubmit}
      className="flex w-full flex-col items-start gap-4"
    >
      <QuestionFields form={form} questions={shown} />
      <FormError {...form.error} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(left > 0 ? 'registration.sign_up' : 'registration.join_list')}
      </Button>
      <p className="text-sm text-ink-soft">
        {t(left > 0 ? 'registration.sign_up_hint' : 'registration.join_list_hint')}
      </p>
    </Form>
  )
}

function QuestionFields({
  form,
  questions,
}: Pick<Registration, 'questions'> & { form: FormOf<Answers> }) {
  const { t } = useTranslation()
  return (
    <>
      {questions.some(({ is_required }) => is_required) && (
        <p className="text-sm text-ink-soft">{t('registration.required_hint')}</p>
      )}
      {questions.map(({ text, is_required }, index) => (
        <TextField
          key={text}
          {...form.field(text)}
          name={`answer-${index}`}
          value={form.values[text] ?? ''}
          label={text}
          autoComplete="off"
          autoFocus={index === 0}
          required={is_required}
          maxLength={ANSWER_TEXT_MAX}
          className="w-full sm:max-w-md"
        />
      ))}
    </>
  )
}
