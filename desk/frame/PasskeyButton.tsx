import { useEffect, useState } from 'react'
import { useAuthProvider } from 'react-admin'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAction.ts'
import { useSingleCall } from '../parts/useSingleCall.ts'
import type { DeskAuthProvider } from '../session/authProvider.ts'

type Props = { onLogin: () => Promise<unknown> }

/** Shown only where the server and the browser have passkeys. */
export const PasskeyButton = ({ onLogin }: Props) => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const [isOffered, setIsOffered] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if ('PublicKeyCredential' in window) auth?.offersPasskeys().then(setIsOffered, () => undefined)
  }, [auth])
  const { run: logIn, isBusy } = useSingleCall(async () => {
    setProblem('')
    await onLogin().catch((error: unknown) => {
      // The user has closed the browser's dialog.
      const isGivenUp = error instanceof Error && error.name === 'NotAllowedError'
      setProblem(isGivenUp ? '' : messageOf(error))
    })
  })
  if (!isOffered) return null
  return (
    <div className="desk-fields">
      <p className="desk-problem" role="alert">
        {problem}
      </p>
      <button className="desk-plain" disabled={isBusy} onClick={() => void logIn()} type="button">
        {t('login.passkey')}
      </button>
    </div>
  )
}
