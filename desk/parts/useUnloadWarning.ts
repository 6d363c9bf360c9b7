import { useEffect } from 'react'

/** Lets the browser ask before the page is left, for as long as that would lose something. */
export function useUnloadWarning(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [isWanted])
}
