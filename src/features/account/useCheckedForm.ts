import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { emptyIn, type Problems } from './accountRules.ts'

/**
 * A form that is validated as a whole on submit. A refused value is marked for as long as its field has it, and the
 * first such field gets the focus.
 */
export function useCheckedForm<Form extends Record<string, string>>(
  initial: Form,
  problemsOf: (form: Form) => Problems<Form>,
) {
  const { t } = useTranslation()
  const [form, setForm] = useState(initial)
  const [refused, setRefused] = useState<{ form: Form; problems: Problems<Form> } | null>(null)
  const elementRef = useRef<HTMLFormElement>(null)
  const errorId = useId()
  useEffect(() => {
    if (refused) elementRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])

  const isAsRefused = (field: keyof Form) => refused !== null && refused.form[field] === form[field]
  const empty = refused ? emptyIn(refused.form).filter(isAsRefused) : []
  const problemAt = (field: keyof Form): MessageKey | undefined => {
    // A mismatch ends when either password changes.
    const related = field === 'confirm' ? ['confirm', 'password'] : [field]
    return related.every(isAsRefused) ? refused?.problems[field] : undefined
  }

  return {
    form,
    elementRef,
    errorId,
    check: (): boolean => {
      const problems = problemsOf(form)
      const isValid = emptyIn(form).length === 0 && Object.keys(problems).length === 0
      setRefused(isValid ? null : { form, problems })
      return isValid
    },
    /** The server's problems by field. */
    refuse: (problems: Problems<Form>) => setRefused({ form, problems }),
    isRefused: refused !== null,
    isIncomplete: empty.length > 0,
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
  }
}
