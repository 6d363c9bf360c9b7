import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { joined } from './look.ts'

/** Whether this many milliseconds have passed since the component appeared. */
function useElapsed(ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}

/** Shorter waits show nothing. */
const DELAY_MS = 200

type SkeletonProps = {
  children: ReactNode
  /** Repeats the children, such as the outline of one row. */
  count?: number
  className?: string
}

/** The outline of content that is loading: takes its room at once, visible after `DELAY_MS`. */
export function Skeleton({ children, count = 1, className }: SkeletonProps) {
  const isVisible = useElapsed(DELAY_MS)
  return (
    <div
      aria-hidden="true"
      className={joined(isVisible ? 'animate-pulse' : 'invisible', className)}
    >
      {Array.from({ length: count }, (_, index) => index).map((copy) => (
        <Fragment key={copy}>{children}</Fragment>
      ))}
    </div>
  )
}

export function SkeletonBars({ count }: { count: number }) {
  return (
    <Skeleton count={count} className="flex flex-col gap-3 py-2">
      <SkeletonBlock className="h-tap" />
    </Skeleton>
  )
}

/** One bar of a Skeleton; give it its size, such as "h-4 w-2/3" or "aspect-video". */
export function SkeletonBlock({ className }: { className?: string }) {
  return <div className={joined('rounded-sm bg-current/10', className)} />
}
