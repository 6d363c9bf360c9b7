import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A quiet link from one page below /auth to another. */
export function AuthLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-tap items-center font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
    >
      {children}
    </Link>
  )
}
