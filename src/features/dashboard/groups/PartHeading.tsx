import type { ReactNode } from 'react'

/** The small heading of one part of an open group. */
export function PartHeading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h4 id={id} className="mb-1 font-sans text-sm font-bold text-ink-soft">
      {children}
    </h4>
  )
}
