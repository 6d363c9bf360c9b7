import type { ReactNode } from 'react'
import { EmptyTable } from './EmptyTable.tsx'
import { joined } from './look.ts'

export type EmptyStateProps = {
  /** Announced as the status. */
  message: string
  /** Replaces the drawing of an empty table. */
  drawing?: ReactNode
  hint?: string
  action?: ReactNode
  className?: string
}

/** An empty list, with what to do about it. */
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
