import { type SyntheticEvent, useRef, useState } from 'react'
import type { DeskLogin } from '#contract/schemas/deskAccount.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAction.ts'

type Props = { onLogin: (login: DeskLogin) => Promise<unknown> }

/** Email and password; what was typed stays when the desk refuses it. */
export const LoginForm = ({ onLogin }: Props) => {
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const form = new FormData(event.currentTarget)
    setIsBusy(true)
    setProblem('')
    try {
      await onLogin({ email: textOf(form, 'email'), password: textOf(form, 'password') })
    } catch (error) {
      setProblem(messageOf(error))
    }
    setIsBusy(false)
    isSending.current = false
  }
  return (
    <form className="desk-fields" onSubmit={handleSubmit}>
      <label htmlFor="email">{t('login.email')}</label>
      <input autoComplete="username" id="email" name="email" required type="email" />
      <label htmlFor="password">{t('login.password')}</label>
      <input
        autoComplete="current-password"
        id="password"
        name="password"
        required
        type="password"
      />
      <p className="desk-problem" role="alert">
        {problem}
      </p>
      <button className="desk-primary" disabled={isBusy} type="submit">
        {t('login.submit')}
      </button>
    </form>
  )
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
