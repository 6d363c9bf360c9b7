import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { DeskLogin } from '#contract/account.ts'
import { SECOND_FACTOR_INVALID, SECOND_FACTOR_REQUIRED } from '#contract/errors.ts'
import { t } from '../i18n.ts'
import { messageOf, useSingleCall } from '../parts/useAction.ts'
import { codeOf } from '../session/client.ts'

type Props = { onLogin: (login: DeskLogin) => Promise<unknown> }

/** Keeps what was typed when the login is refused; a second step is asked for in place. */
export const LoginForm = ({ onLogin }: Props) => {
  const [problem, setProblem] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const { run: logIn, isBusy } = useSingleCall(async ({ elements }: HTMLFormElement) => {
    setProblem('')
    const textOf = (name: string) => {
      const field = elements.namedItem(name)
      return field instanceof HTMLInputElement ? field.value : ''
    }
    const login: DeskLogin = { email: textOf('email'), password: textOf('password') }
    await onLogin(asksCode ? { ...login, code: textOf('code') } : login).catch((error: unknown) => {
      const refusal = codeOf(error)
      const isAsking = refusal === SECOND_FACTOR_REQUIRED
      setAsksCode(isAsking || refusal === SECOND_FACTOR_INVALID)
      setProblem(isAsking && !asksCode ? '' : messageOf(error))
    })
  })
  // Read at the submission: password managers may fill in fields without an event.
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    void logIn(event.currentTarget)
  }
  const handleLogin = () => setAsksCode(false)
  return (
    <form className="desk-fields" onSubmit={handleSubmit}>
      <label htmlFor="email">{t('login.email')}</label>
      <input
        autoComplete="username"
        id="email"
        name="email"
        onChange={handleLogin}
        required
        type="email"
      />
      <label htmlFor="password">{t('login.password')}</label>
      <input
        autoComplete="current-password"
        id="password"
        name="password"
        onChange={handleLogin}
        required
        type="password"
      />
      {asksCode && <CodeField problem={problem} />}
      <p className="desk-problem" role="alert">
        {problem}
      </p>
      <button className="desk-primary" disabled={isBusy} type="submit">
        {t('login.submit')}
      </button>
    </form>
  )
}

/** Code of the second step. The field takes the focus, and after a wrong code the next one is typed over it. */
const CodeField = ({ problem }: { problem: string }) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    if (problem !== '') field.current?.select()
  }, [problem])
  return (
    <>
      <label htmlFor="code">{t('login.code')}</label>
      <input
        autoComplete="one-time-code"
        id="code"
        maxLength={40}
        name="code"
        ref={field}
        required
        spellCheck={false}
      />
    </>
  )
}
