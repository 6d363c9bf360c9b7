import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoginMutation } from '#src/store/account/api.ts'
import { isCodeRequired } from '#src/store/account/refusals.ts'
import { statusOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { filled } from '#src/ui/form/rules.ts'
import { useForm } from '#src/ui/form/useForm.ts'
import { loginErrorKey } from './accountRules.ts'

type Login = { email: string; password: string; code: string }

const codeProblems = filled({ code: 'second_step.code_missing' } as const)

/**
 * The form of the login and its second step. The field for the code stays until the accepted e-mail address or password
 * is changed.
 */
export function useLogin(initialEmail: string) {
  const { t } = useTranslation()
  const [login, { error }] = useLoginMutation()
  const [accepted, setAccepted] = useState<Login | null>(null)
  const isAccepted = ({ email, password }: Login) =>
    accepted?.email === email && accepted.password === password
  const form = useForm({
    initial: { email: initialEmail, password: '', code: '' },
    rules: (typed) => (isAccepted(typed) ? codeProblems(typed) : {}),
    say: t,
  })
  const isCodeAsked = isAccepted(form.values)

  const handleSubmit = async (typed: Login) => {
    const body = { email: typed.email.trim(), password: typed.password }
    const { error } = await login(isCodeAsked ? { ...body, code: typed.code.trim() } : body)
    if (!isCodeRequired(error))
      return refusalOf(
        error,
        t,
        isCodeAsked && statusOf(error) === 429 ? 'second_step.throttled' : loginErrorKey(error),
      )
    setAccepted(typed)
    form.set({ code: '' })
    return undefined
  }
  /** No active account has this address and password: it may wait for its activation. */
  const isUnknown = loginErrorKey(error) === 'login.invalid_credentials'
  return { form, handleSubmit, isCodeAsked, isUnknown }
}
