import { DEMO_ACCOUNTS, DEMO_PASSWORD, demoEmail } from '../db/seed/accounts.ts'
import type { Deps } from '../http/deps.ts'
import { findUserByEmailKey } from '../modules/account/repository.ts'
import { emailKey } from '../text/keys.ts'
import { startWarnings } from './warnings.ts'

/**
 * What the start-up prints: where the site is, when the demonstration is there who may log in, and warnings.
 * @param address what the server listens on
 */
export async function announcement(deps: Deps, address: string): Promise<string> {
  const lines = [`Discordia is ready on ${address}`]
  if (await hasDemo(deps)) {
    lines.push('', `Demo accounts, all with the password ${DEMO_PASSWORD}`)
    for (const { username, role } of DEMO_ACCOUNTS)
      lines.push(`  ${demoEmail(username).padEnd(26)}${role}`)
  }
  for (const warning of await startWarnings(deps)) lines.push('', `WARNING: ${warning}`)
  return lines.join('\n')
}

async function hasDemo(deps: Deps): Promise<boolean> {
  if (deps.settings.seed !== 'demo') return false
  const [first] = DEMO_ACCOUNTS
  const user = await findUserByEmailKey(deps.db, emailKey(demoEmail(first.username)))
  return user !== undefined
}
