import type { MemberId } from '#contract/ids.ts'
import type { Role } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { emailKey, usernameKey } from '../../text/keys.ts'
import type { Read } from '../rows.ts'

/** One password for all of the demonstration; it follows the rules of both forms (behaviour 5.1, 5.2). */
export const DEMO_PASSWORD = 'GoldenApple412!'

export const DEMO_ACCOUNTS = [
  { username: 'mira', role: 'player' },
  { username: 'tomas', role: 'player' },
  { username: 'runa', role: 'player' },
  { username: 'ada', role: 'staff' },
  { username: 'corvin', role: 'superuser' },
] as const satisfies readonly { username: string; role: Role }[]

/** Further players for groups. */
const OTHERS = ['juno', 'elias', 'wren', 'sanna', 'oskar'] as const

const ACCOUNTS = [
  ...DEMO_ACCOUNTS,
  ...OTHERS.map((username) => ({ username, role: 'player' as const })),
]

type DemoName = (typeof ACCOUNTS)[number]['username']
type DemoUsers = Readonly<Record<DemoName, MemberId>>
/** A seed that has its accounts. */
export type Peopled = Read & { readonly users: DemoUsers }

export const demoEmail = (username: string): string => `${username}@discordia.example`

export const DEMO_EMAILS = ACCOUNTS.map(({ username }) => demoEmail(username))

/** The accounts are created in the weeks before. @param password_hash made before the transaction, which would block the database */
export async function seedAccounts({ db, now }: Read, password_hash: string): Promise<DemoUsers> {
  const rows = ACCOUNTS.map(({ username, role }, index) => {
    const created_at = now - (ACCOUNTS.length - index) * 9 * DAY_MS
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
  const users = await db.insertInto('users').values(rows).returning(['id', 'username']).execute()
  return Object.fromEntries(users.map(({ username, id }) => [username, id])) as DemoUsers
}

/**
 * Looks up a thing by the name that the demonstration's data uses.
 * @throws Error for an unknown name
 */
export function named<T>(things: Readonly<Record<string, T>>, name: string): T {
  const thing = things[name]
  if (thing === undefined) throw new Error(`The demonstration has no "${name}"`)
  return thing
}
