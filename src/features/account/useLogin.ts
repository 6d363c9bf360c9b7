import { type FormEvent, useState } from 'react'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useLoginMutation } from '#src/store/account/api.ts'
import { codeRefusalOf } from '#src/store/account/refusals.ts'
import { loginErrorKey } from './accountRules.ts'

type Credentials = { email: string; password: string }

/**
 * The form of the login and its second step: the code is asked for in place, for as long as the form has the e-mail
 * address and the password that were right.
 */
export function useLogin(initialEmail: string) {
  const [login, { isLoading, error }] = useLoginMutation()
  const [form, setForm] = useState<Credentials>({ email: initialEmail, password: '' })
  const [code, setCode] = useState('')
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  /** The last code that was submitted, the empty one too; null before. */
  const [sentCode, setSentCode] = useState<string | null>(null)
  const isCodeAsked = accepted?.email === form.email && accepted.password === form.password

  const edit = (change: Partial<Credentials>) => setForm({ ...form, ...change })
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { email: form.email.trim(), password: form.password }
    setSentCode(isCodeAsked ? code : null)
    if (isCodeAsked && code.trim() === '') return
    const answer = await login(isCodeAsked ? { ...body, code: code.trim() } : body)
    if (codeRefusalOf(answer.error) !== 'codeRequired') return
    setAccepted(form)
    setCode('')
    setSentCode(null)
  }
  return {
    form,
    edit,
    handleSubmit,
    isLoading,
    error,
    errorKey: formErrorKey(error, isCodeAsked),
    code: isCodeAsked
      ? {
          value: code,
          onChange: setCode,
          errorKey: sentCode === code ? codeErrorKey(error, code) : undefined,
        }
      : null,
  }
}

function formErrorKey(error: unknown, isCodeAsked: boolean): MessageKey | undefined {
  if (!error) return undefined
  const refusal = codeRefusalOf(error)
  if (refusal === 'codeRequired' || refusal === 'codeInvalid') return undefined
  return refusal === 'throttled' && isCodeAsked ? 'second_step.throttled' : loginErrorKey(error)
}

function codeErrorKey(error: unknown, code: string): MessageKey | undefined {
  if (code.trim() === '') return 'second_step.code_missing'
  return codeRefusalOf(error) === 'codeInvalid' ? 'second_step.code_invalid' : undefined
}
