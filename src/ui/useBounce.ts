import { useEffect, useState } from 'react'

/** behaviour 9: how long a static dialog bounces, in milliseconds. */
const bounceMs = 100

/** Whether the dialog is bouncing now, and the call that starts a bounce. */
export function useBounce(): readonly [isBouncing: boolean, bounce: () => void] {
  const [isBouncing, setIsBouncing] = useState(false)
  useEffect(() => {
    if (!isBouncing) return
    const timer = setTimeout(() => setIsBouncing(false), bounceMs)
    return () => clearTimeout(timer)
  }, [isBouncing])
  return [isBouncing, () => setIsBouncing(true)]
}
