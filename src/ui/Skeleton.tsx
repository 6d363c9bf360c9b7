import { type ReactNode, useEffect, useState } from 'react'
import { joined } from './look.ts'

/** A shorter wait shows nothing. */
const DELAY_MS = 200

type SkeletonProps = {
  children: ReactNode
  className?: string
}

export function Skeleton({ children, className }: SkeletonProps) {
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      aria-hidden="true"
      className={joined(isVisible ? 'animate-pulse' : 'invisible', className)}
    >
      {children}
    </div>
  )
}

export function SkeletonBars({ count }: { count: number }) {
  return (
    <Skeleton className="flex flex-col gap-3 py-2">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <SkeletonBlock key={row} className="h-tap" />
      ))}
    </Skeleton>
  )
}

export function SkeletonBlock({ className }: { className?: string }) {
  return <div className={joined('rounded-sm bg-current/10', className)} />
}
