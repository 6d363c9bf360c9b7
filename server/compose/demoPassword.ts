import { SettingsError } from '../config/env.ts'
import type { HasDb } from '../db/rows.ts'
import { DEMO_PASSWORD } from '../db/seed/accounts.ts'
import { type Account, demoRepository } from '../db/seed/demoAccounts.ts'
import { makePasswords } from '../http/passwords.ts'

export async function accountsWithDemoPassword(w: HasDb): Promise<Account[]> {
  const passwords = makePasswords()
  const hashes = new Set((await demoRepository.suspects(w.db)).map((one) => one.password_hash))
  const open: string[] = []
  // Sequentially: each comparison takes 19 MiB. A malformed hash matches nothing.
  for (const hash of hashes)
    if (await passwords.verify(DEMO_PASSWORD, hash).catch(() => false)) open.push(hash)
  return open.length === 0 ? [] : demoRepository.withHashes(w.db, open)
}

/** @throws SettingsError naming the accounts and the command that removes them */
export async function assertNoDemoPassword(w: HasDb): Promise<void> {
  const found = await accountsWithDemoPassword(w)
  if (found.length === 0) return
  const names = found.map(({ email, role }) => `${email} (${role})`).join(', ')
  throw new SettingsError(
    `The server doesn’t start with NODE_ENV=production while accounts have the public demo password: ${names}. ` +
      'Run “npm run admin -- remove-demo” first (in the image: “node server/admin.ts remove-demo”).',
  )
}
