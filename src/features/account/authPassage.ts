import { useLocation } from 'react-router'

/**
 * What one page below /auth hands to the next one: in the state of the history, where no address shows it and a
 * reload keeps it.
 */
export type AuthPassage = {
  /** The e-mail address as it was typed. */
  email?: string
  /** Where somebody wanted to go before the login was in the way. */
  returnTo?: string
  /** The password has just been changed. */
  hasNewPassword?: boolean
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** What came along to this page. */
export function useAuthPassage(): AuthPassage {
  const state: unknown = useLocation().state
  const { email, returnTo, hasNewPassword } = (state ?? {}) as Record<string, unknown>
  return {
    email: textOf(email),
    returnTo: textOf(returnTo),
    hasNewPassword: hasNewPassword === true,
  }
}
