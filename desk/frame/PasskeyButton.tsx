import { useState } from 'react'
import { t } from '../i18n.ts'
import { messageOf, useSingleCall } from '../parts/useAction.ts'
import { isGivenUp } from '../session/passkeyResponse.ts'
import { useOffersPasskeys } from '../session/useOffersPasskeys.ts'

type Props = { onLogin: () => Promise<unknown> }

/** Shown only where the server and the browser have passkeys. */
export const PasskeyButton = ({ onLogin }: Props) => {
  const isOffered = useOffersPasskeys()
  const [problem, setProblem] = useState('')
  const { run: logIn, isBusy } = useSingleCall(async () => {
    setProblem('')
    await onLogin().catch((error: unknown) => {
      setProblem(isGivenUp(error) ? '' : messageOf(error))
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
