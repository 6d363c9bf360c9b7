import { useState } from 'react'
import { supportsPasskeys } from '#src/platform/passkeySupport.ts'
import { remembers } from '#src/store/account/features.ts'
import { offersPasskeys } from '#src/store/account/refusals.ts'

/** Whether the server is known to accept passkeys: by the last profile of this browser, or by a refused login. */
export function usePasskeyOffer(error: unknown): boolean {
  const [isOffered, setIsOffered] = useState(() => remembers('passkeys'))
  if (!isOffered && offersPasskeys(error)) setIsOffered(true)
  return isOffered && supportsPasskeys()
}
