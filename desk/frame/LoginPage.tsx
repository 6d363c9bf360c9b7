import { useLogin } from 'react-admin'
import { texts } from '../texts/texts.ts'
import { LoginForm } from './LoginForm.tsx'

export const LoginPage = () => {
  const logIn = useLogin()
  return (
    <main className="desk-login">
      <div className="desk-login-card">
        <img alt="" className="desk-login-mark" height={56} src="/icons/mark-ink.svg" width={56} />
        <h1>{texts.login.heading}</h1>
        <p>{texts.login.intro}</p>
        <LoginForm onLogin={logIn} />
      </div>
    </main>
  )
}
