import { useEffect, useState } from 'react'
import { useAuthProvider, useGetIdentity, useLogout, useRefresh } from 'react-admin'
import { t } from '../i18n.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { type DeskAuthProvider, type LoginBy, SetUpNeeded } from '../session/authProvider.ts'
import { LoginForm } from './LoginForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

/** A login above the page, so that what was typed on the page is not lost. */
export const SessionOver = () => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const { identity } = useGetIdentity()
  const logOut = useLogout()
  const refresh = useRefresh()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => auth?.whenOver(() => setIsOver(true)), [auth])
  if (!auth || !isOver) return null

  const handleLogin = async (by: LoginBy) => {
    try {
      await auth.login(by)
    } catch (error) {
      if (!(error instanceof SetUpNeeded)) throw error
      // The login page leads through the set-up.
      window.location.assign('/')
      return
    }
    const now = await auth.getIdentity?.()
    // Another account must not see the page of the previous one. The dialog stays above what was typed, where the
    // browser asks before that is lost.
    if (now?.id !== identity?.id) return window.location.assign('/')
    setIsOver(false)
    refresh()
  }
  const handleLeave = () => {
    setIsOver(false)
    void logOut()
  }
  return (
    <Dialog onClose={() => undefined} title={t('login.over_heading')}>
      <p>{t('login.over')}</p>
      <LoginForm onLogin={handleLogin} />
      <PasskeyButton onLogin={() => handleLogin('passkey')} />
      <button className="desk-plain" onClick={handleLeave} type="button">
        {t('login.leave')}
      </button>
    </Dialog>
  )
}
