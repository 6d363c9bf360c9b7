import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AuthState, useAuthState } from './authState.ts'

type Props = {
  to: string
  email?: string
  children: ReactNode
}

/** A link between pages below /auth that passes the e-mail address on. */
export function AuthLink({ to, email, children }: Props) {
  const { returnTo } = useAuthState()
  const state: AuthState = { email: email?.trim(), returnTo }
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-tap min-w-tap items-center font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
    >
      {children}
    </Link>
  )
}
