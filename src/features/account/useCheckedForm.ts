import { useEffect, useRef, useState } from 'react'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { emptyIn, type Problems } from './accountRules.ts'

/**
 * The fields of a form that is checked as a whole when it is sent. What was refused is marked at its field for as
 * long as the field holds it, and the focus goes to the first such field.
 */
export function useCheckedForm<Form extends Record<string, string>>(
  initial: Form,
  problemsOf: (form: Form) => Problems<Form>,
) {
  const [form, setForm] = useState(initial)
  const [refused, setRefused] = useState<{ form: Form; problems: Problems<Form> } | null>(null)
  const elementRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) elementRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])

  const isAsRefused = (field: keyof Form) => refused !== null && refused.form[field] === form[field]
  const empty = refused ? emptyIn(refused.form).filter(isAsRefused) : []

  return {
    form,
    elementRef,
    change: (field: keyof Form, value: string) => setForm({ ...form, [field]: value }),
    /** Whether the form may be sent; if not, it shows why. */
    check: (): boolean => {
      const problems = problemsOf(form)
      const isFine = emptyIn(form).length === 0 && Object.keys(problems).length === 0
      setRefused(isFine ? null : { form, problems })
      return isFine
    },
    /** What the server has said about one field. */
    refuse: (problems: Problems<Form>) => setRefused({ form, problems }),
    isRefused: refused !== null,
    isIncomplete: empty.length > 0,
    isEmptyStill: (field: keyof Form) => empty.includes(field),
    problemAt: (field: keyof Form): MessageKey | undefined => {
      // Both passwords make a mismatch: it is none any more when either changes.
      const about = field === 'confirm' ? ['confirm', 'password'] : [field]
      return about.every(isAsRefused) ? refused?.problems[field] : undefined
    },
  }
}
