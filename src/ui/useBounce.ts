import { useEffect, useState } from 'react'
import { BOUNCE_MS } from '#contract/limits.ts'

/** Whether the dialog is bouncing now, and the call that starts a bounce. */
export function useBounce(): readonly [isBouncing: boolean, bounce: () => void] {
  const [isBouncing, setIsBouncing] = useState(false)
  useEffect(() => {
    if (!isBouncing) return
    const timer = setTimeout(() => setIsBouncing(false), BOUNCE_MS)
    return () => clearTimeout(timer)
  }, [isBouncing])
  return [isBouncing, () => setIsBouncing(true)]
}
