import { useEffect, useState } from 'react'
import { useAuthProvider } from 'react-admin'
import type { DeskAuthProvider } from './authProvider.ts'

/** True where the server and the browser have passkeys. */
export function useOffersPasskeys(): boolean {
  const auth = useAuthProvider<DeskAuthProvider>()
  const [isOffered, setIsOffered] = useState(false)
  useEffect(() => {
    if ('PublicKeyCredential' in window) auth?.offersPasskeys().then(setIsOffered, () => undefined)
  }, [auth])
  return isOffered
}
