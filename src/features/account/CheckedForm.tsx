import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { FormError } from '#src/ui/FieldError.tsx'
import { emptyIn, type Problems } from './accountRules.ts'

/** The state of a form that is validated as a whole. A refused value is marked for as long as its field has it. */
export function useCheckedForm<Form extends Record<string, string>>(
  initial: Form,
  problemsOf: (form: Form) => Problems<Form>,
) {
  const { t } = useTranslation()
  const [form, setForm] = useState(initial)
  const [refused, setRefused] = useState<{ form: Form; problems: Problems<Form> } | null>(null)
  const errorId = useId()

  const isAsRefused = (field: keyof Form) => refused !== null && refused.form[field] === form[field]
  const empty = refused ? emptyIn(refused.form).filter(isAsRefused) : []
  const problemAt = (field: keyof Form): MessageKey | undefined => {
    // A mismatch ends when either password changes.
    const related = field === 'confirm' ? ['confirm', 'password'] : [field]
    return related.every(isAsRefused) ? refused?.problems[field] : undefined
  }
  const check = (): boolean => {
    const problems = problemsOf(form)
    const isValid = emptyIn(form).length === 0 && Object.keys(problems).length === 0
    setRefused(isValid ? null : { form, problems })
    return isValid
  }
  return {
    form,
    refuse: (problems: Problems<Form>) => setRefused({ form, problems }),
    field: (name: keyof Form & string) => {
      const problem = problemAt(name)
      return {
        name,
        required: true,
        maxLength: TEXT_MAX,
        value: form[name],
        onChange: (value: string) => setForm({ ...form, [name]: value }),
        error: problem && t(problem),
        errorId: empty.includes(name) ? errorId : undefined,
      }
    },
    frame: { errorId, check, refused, isIncomplete: empty.length > 0 },
  }
}

type Frame = Omit<ReturnType<typeof useCheckedForm>['frame'], 'refused'> & {
  refused: object | null
}

type Props = {
  frame: Frame
  /** Why the last call failed, unless a field says it. */
  failure: MessageKey | undefined
  isBusy: boolean
  submitLabel: string
  onValid: () => void
  children: Elements
}

export function CheckedForm({ frame, failure, isBusy, submitLabel, onValid, children }: Props) {
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  // The first refused field gets the focus.
  useEffect(() => {
    if (frame.refused) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [frame.refused])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (frame.check()) onValid()
  }
  const shownFailure = frame.refused ? undefined : failure
  const formError = frame.isIncomplete ? 'register.please_fill' : shownFailure
  return (
    <form ref={element} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      <FormError id={frame.errorId} message={formError && t(formError)} />
      {children}
      <Button type="submit" variant="primary" busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}
