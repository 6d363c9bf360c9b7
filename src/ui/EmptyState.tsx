import type { ReactNode } from 'react'
import { EmptyTable } from './EmptyTable.tsx'
import { joined } from './look.ts'

export type EmptyStateProps = {
  /** The sentence; it alone is the status. */
  message: string
  /** A small drawing in place of the empty table. */
  drawing?: ReactNode
  /** What to do next, in words. */
  hint?: string
  /** A button or link. */
  action?: ReactNode
  className?: string
}

/** Says that a list is empty, and what could be done about it. */
export function EmptyState({ message, drawing, hint, action, className }: EmptyStateProps) {
  return (
    <div className={joined('flex flex-col items-center px-4 py-8 text-center', className)}>
      <div aria-hidden="true" className="mb-4 text-gold">
        {drawing ?? <EmptyTable />}
      </div>
      <p role="status" className="max-w-measure font-body text-lg wrap-anywhere">
        {message}
      </p>
      {hint && <p className="mt-1 max-w-measure font-sans text-ui text-current/80">{hint}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
