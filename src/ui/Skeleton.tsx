import { type ReactNode, useEffect, useState } from 'react'
import { joined } from './look.ts'

/** A wait shorter than this, in milliseconds, shows nothing. */
const delayMs = 200

export type SkeletonProps = {
  /** SkeletonBlocks in the shape of what is coming. */
  children: ReactNode
  className?: string
}

/** The outline of content that is loading. It keeps its place at once and is seen after 200 ms. */
export function Skeleton({ children, className }: SkeletonProps) {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-hidden="true" className={joined(isSeen ? 'animate-pulse' : 'invisible', className)}>
      {children}
    </div>
  )
}

/** One bar of a Skeleton; give it its size, such as "h-4 w-2/3" or "aspect-video". */
export function SkeletonBlock({ className }: { className?: string }) {
  return <div className={joined('rounded-sm bg-current/10', className)} />
}
