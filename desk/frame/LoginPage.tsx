import { useLogin } from 'react-admin'
import { t } from '../i18n.ts'
import { LoginForm } from './LoginForm.tsx'

export const LoginPage = () => {
  const logIn = useLogin()
  return (
    <main className="desk-login">
      <div className="desk-login-card">
        <img alt="" className="desk-login-mark" height={56} src="/icons/mark-ink.svg" width={56} />
        <h1>{t('login.heading')}</h1>
        <p>{t('login.intro')}</p>
        <LoginForm onLogin={logIn} />
      </div>
    </main>
  )
}
