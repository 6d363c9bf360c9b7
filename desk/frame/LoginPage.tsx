import { useEffect, useState } from 'react'
import { useAuthProvider, useLogin } from 'react-admin'
import { useLocation } from 'react-router'
import type { SetUpStep } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { type DeskAuthProvider, type LoginBy, SetUpNeeded } from '../session/authProvider.ts'
import { LoginForm } from './LoginForm.tsx'
import { MailCode } from './MailCode.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeyNeeded } from './PasskeyNeeded.tsx'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'

export const LoginPage = () => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const enter = useLogin()
  const [setUp, setSetUp] = useState<SetUpStep | null>(null)
  // react-admin stores the page that redirected to the login.
  const wanted = (useLocation().state as { nextPathname?: string } | null)?.nextPathname ?? '/'
  // A page that is loaded again during the set-up goes on with it.
  useEffect(() => {
    auth?.setUpStep().then(setSetUp, () => undefined)
  }, [auth])
  const logIn = (by: LoginBy): Promise<unknown> =>
    enter(by).catch((error: unknown) => {
      if (!(error instanceof SetUpNeeded)) throw error
      setSetUp(error.step)
    })
  const handleLeave = async () => {
    await auth?.leave()
    setSetUp(null)
  }
  return (
    <main className="desk-login">
      <div className="desk-login-card">
        <img alt="" className="desk-login-mark" height={56} src="/icons/mark-ink.svg" width={56} />
        <h1>{t('login.heading')}</h1>
        {setUp === 'passkey' && (
          <PasskeyNeeded onLeave={handleLeave} onLogin={() => logIn('passkey')} />
        )}
        {(setUp === 'send' || setUp === 'code') && (
          <MailCode
            isSent={setUp === 'code'}
            onDone={() => setSetUp('app')}
            onLeave={handleLeave}
          />
        )}
        {setUp === 'app' && (
          // The whole desk is loaded with the session that is complete now.
          <SecondFactorSetUp onDone={() => window.location.assign(wanted)} onLeave={handleLeave} />
        )}
        {setUp === null && (
          <>
            <p>{t('login.intro')}</p>
            <LoginForm onLogin={logIn} />
            <PasskeyButton onLogin={() => logIn('passkey')} />
          </>
        )}
      </div>
    </main>
  )
}
