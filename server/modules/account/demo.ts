import { DEMO_EMAILS, DEMO_PASSWORD } from '../../db/seed/accounts.ts'
import type { Deps } from '../../http/deps.ts'
import type { User } from './repository.ts'

/** True for an account of the demonstration that still has the published password. */
export function isOfDemo(
  { seed, isProduction }: Deps['settings'],
  { email }: User,
  password: string,
): boolean {
  if (seed !== 'demo' || isProduction) return false
  return DEMO_EMAILS.includes(email) && password === DEMO_PASSWORD
}
