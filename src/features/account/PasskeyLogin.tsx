import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stopAskingForPasskey, suggestsPasskeys } from '#src/platform/passkeys.ts'
import { logInWithPasskey } from '#src/store/account/passkeys/ceremonies.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { remembers } from '#src/store/session/features.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'

/** Less than the five minutes for which the server accepts the response to its options. */
const RENEW_AFTER_MS = 4 * 60_000

/** Login by passkey, shown below the form if the server is known to accept passkeys. */
export function PasskeyLogin() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<'passkeys.login_failed' | 'passkeys.login_refused'>()
  // The suggestions call before a click: only a profile of this server announces that.
  useSuggestedPasskeys(!isBusy && remembers('passkeys'), setFailure)

  const handleClick = async () => {
    setIsBusy(true)
    setFailure(undefined)
    const outcome = await dispatch(logInWithPasskey(false))
    if (outcome === 'refused') setFailure('passkeys.login_refused')
    if (outcome === 'unavailable') setFailure('passkeys.login_failed')
    setIsBusy(false)
  }
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      <FormError message={failure && t(failure)} />
      <Button icon="key" busy={isBusy} onClick={() => void handleClick()}>
        {t('passkeys.log_in')}
      </Button>
    </div>
  )
}

/** The browser offers passkeys among its suggestions for the e-mail field. Silent until one is chosen. */
function useSuggestedPasskeys(
  isOn: boolean,
  onFailure: (failure: 'passkeys.login_refused') => void,
): void {
  const dispatch = useAppDispatch()
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isOn) return
    let isCurrent = true
    const startAnew = () => setRound(round + 1)
    const renewal = setTimeout(startAnew, RENEW_AFTER_MS)
    void (async () => {
      if (!(await suggestsPasskeys()) || !isCurrent) return
      const outcome = await dispatch(logInWithPasskey(true))
      if (outcome !== 'refused' || !isCurrent) return
      onFailure('passkeys.login_refused')
      startAnew()
    })()
    return () => {
      isCurrent = false
      clearTimeout(renewal)
      stopAskingForPasskey()
    }
  }, [isOn, round, dispatch, onFailure])
}
