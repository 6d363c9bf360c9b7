import { SettingsError } from '../config/env.ts'
import { DEMO_PASSWORD } from '../db/seed/accounts.ts'
import { type Account, demoRepository } from '../db/seed/demoAccounts.ts'
import type { Deps } from '../http/deps.ts'
import { makePasswords } from '../modules/account/password.ts'

type Parts = Pick<Deps, 'db' | 'engine'>

/** Accounts with the published password. */
export async function accountsWithDemoPassword({ db, engine }: Parts): Promise<Account[]> {
  const repository = demoRepository({ engine })
  const passwords = makePasswords()
  const hashes = new Set((await repository.suspects(db)).map((one) => one.password_hash))
  const open: string[] = []
  // Sequentially: each comparison takes 19 MiB. A malformed hash matches nothing.
  for (const hash of hashes)
    if (await passwords.verify(DEMO_PASSWORD, hash).catch(() => false)) open.push(hash)
  return open.length === 0 ? [] : repository.withHashes(db, open)
}

/** @throws SettingsError naming the accounts and the command that removes them */
export async function assertNoDemoPassword(parts: Parts): Promise<void> {
  const found = await accountsWithDemoPassword(parts)
  if (found.length === 0) return
  const names = found.map(({ email, role }) => `${email} (${role})`).join(', ')
  throw new SettingsError(
    `NODE_ENV=production does not start while accounts have the published password of the demonstration: ${names}. ` +
      'Remove them with "npm run admin -- remove-demo" (in the image: "node server/admin.ts remove-demo").',
  )
}
