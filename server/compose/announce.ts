import { DEMO_ACCOUNTS, DEMO_PASSWORD, demoEmail } from '../db/seed/accounts.ts'
import { demoRepository } from '../db/seed/demoAccounts.ts'
import type { Deps } from '../http/deps.ts'
import type { StartReport } from '../modules/face.ts'

/**
 * The URL, the accounts of the demonstration, notes and warnings.
 * @param url that the server listens on
 * @param report of the modules and of the checks
 */
export async function announcement(
  deps: Deps,
  url: string,
  { notes, warnings }: StartReport,
): Promise<string> {
  const lines = [`Discordia is ready on ${url}`]
  if (await hasDemo(deps)) {
    lines.push('', `Demo accounts, all with the password ${DEMO_PASSWORD}`)
    for (const { username, role } of DEMO_ACCOUNTS)
      lines.push(`  ${demoEmail(username).padEnd(26)}${role}`)
  }
  for (const note of notes) lines.push('', note)
  for (const warning of warnings) lines.push('', `WARNING: ${warning}`)
  return lines.join('\n')
}

async function hasDemo({ db, settings }: Deps): Promise<boolean> {
  if (settings.seed !== 'demo') return false
  // The process runs: a database that is lost now must not end it.
  const made = await demoRepository.made(db).catch(() => [])
  return made.length > 0
}
