import { type SyntheticEvent, useState } from 'react'
import { Notification, useLogin } from 'react-admin'
import { messageOf } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

export const LoginPage = () => {
  const logIn = useLogin()
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setIsBusy(true)
    setProblem('')
    try {
      await logIn({ email: form.get('email'), password: form.get('password') })
    } catch (error) {
      setProblem(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <main className="desk-login">
      <form onSubmit={handleSubmit}>
        <img alt="" height={56} src="/icons/mark-ink.svg" width={56} />
        <h1>{texts.login.heading}</h1>
        <p>{texts.login.intro}</p>
        <label htmlFor="email">{texts.login.email}</label>
        <input autoComplete="username" id="email" name="email" required type="email" />
        <label htmlFor="password">{texts.login.password}</label>
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
          {texts.login.submit}
        </button>
      </form>
      <Notification />
    </main>
  )
}
