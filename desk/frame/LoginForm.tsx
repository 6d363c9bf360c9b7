import { type SyntheticEvent, useState } from 'react'
import type { DeskLogin } from '#contract/schemas/deskAccount.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAction.ts'
import { useSingleCall } from '../parts/useSingleCall.ts'

type Props = { onLogin: (login: DeskLogin) => Promise<unknown> }

/** Keeps what was typed when the login is refused. */
export const LoginForm = ({ onLogin }: Props) => {
  const [problem, setProblem] = useState('')
  const { run: logIn, isBusy } = useSingleCall(async (form: FormData) => {
    setProblem('')
    const login = { email: textOf(form, 'email'), password: textOf(form, 'password') }
    await onLogin(login).catch((error: unknown) => setProblem(messageOf(error)))
  })
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    void logIn(new FormData(event.currentTarget))
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
