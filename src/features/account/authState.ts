import { useLocation } from 'react-router'

/** Navigation state between pages below /auth: not in the URL, and kept by a reload. */
export type AuthState = {
  email?: string
  /** The target before the redirect to the login. */
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
