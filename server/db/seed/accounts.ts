import type { MemberId } from '#contract/ids.ts'
import type { Role } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { emailKey, usernameKey } from '../../text/keys.ts'
import type { Db } from '../schema.ts'

/** One password for all of the demonstration; it follows the rules of both forms (behaviour 5). */
export const DEMO_PASSWORD = 'GoldenApple412!'

export const DEMO_ACCOUNTS = [
  { username: 'mira', role: 'player' },
  { username: 'tomas', role: 'player' },
  { username: 'ada', role: 'staff' },
  { username: 'corvin', role: 'superuser' },
] as const satisfies readonly { username: string; role: Role }[]

/** Further players for groups. */
const OTHERS = ['juno', 'elias', 'wren', 'sanna', 'oskar'] as const

export type DemoName = (typeof DEMO_ACCOUNTS)[number]['username'] | (typeof OTHERS)[number]
export type DemoUsers = Readonly<Record<DemoName, MemberId>>

export const demoEmail = (username: string): string => `${username}@discordia.example`

export const DEMO_EMAILS: readonly string[] = [
  ...DEMO_ACCOUNTS.map(({ username }) => username),
  ...OTHERS,
].map(demoEmail)

/**
 * @param password_hash made before the transaction, which would block the database
 * @param now the accounts were created in the weeks before
 */
export async function seedAccounts(tx: Db, password_hash: string, now: number): Promise<DemoUsers> {
  const others = OTHERS.map((username) => ({ username, role: 'player' as const }))
  const accounts = [...DEMO_ACCOUNTS, ...others]
  const rows = accounts.map(({ username, role }, index) => {
    const created_at = now - (accounts.length - index) * 9 * DAY_MS
    return {
      email: demoEmail(username),
      email_key: emailKey(demoEmail(username)),
      username,
      username_key: usernameKey(username),
      password_hash,
      role,
      created_at,
      activated_at: created_at,
    }
  })
  const users = await tx.insertInto('users').values(rows).returning(['id', 'username']).execute()
  return Object.fromEntries(users.map(({ username, id }) => [username, id])) as DemoUsers
}
