import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { LinkButton } from '#src/ui/Button.tsx'
import type { ControlVariant } from '#src/ui/look.ts'

type Props = {
  to: string
  email?: string
  /** Looks like a button of this kind. */
  variant?: ControlVariant
  className?: string
  children: ReactNode
}

export function AuthLink({ to, email, variant, className, children }: Props) {
  const { returnTo } = useAuthState()
  const state: AuthState = { email: email?.trim(), returnTo }
  if (variant)
    return (
      <LinkButton to={to} state={state} variant={variant} className={className}>
        {children}
      </LinkButton>
    )
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

/** Navigation state between pages below /auth: not in the URL, and kept by a reload. */
export type AuthState = {
  email?: string
  returnTo?: string
  hasNewPassword?: boolean
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

export function useAuthState(): AuthState {
  const state: unknown = useLocation().state
  const { email, returnTo, hasNewPassword } = (state ?? {}) as Record<string, unknown>
  return {
    email: textOf(email),
    returnTo: textOf(returnTo),
    hasNewPassword: hasNewPassword === true,
  }
}
