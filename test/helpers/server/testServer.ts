import type { MemberId } from '#contract/ids.ts'
import type { TokenPair } from '#contract/schemas/account.ts'
import { STEP_UP_HEADER } from '#contract/security.ts'
import type { Role } from '#contract/sets.ts'
import type { App, Deps } from '#server/http/deps.ts'

export type TestServer = {
  readonly app: App
  /** The desk that this one's requests reach: itself, or that of a cluster. */
  readonly reachDesk: (desk: App) => App
  readonly deps: Deps
  readonly dataDir: string
  /** Moves the server's clock forward. Milliseconds. */
  readonly passTime: (ms: number) => void
  /** Somebody sets the machine's clock back, while time goes on. Milliseconds. */
  readonly setClockBack: (ms: number) => void
  /** Waits until the processes of a cluster have the clock and the rows; a request of the test does by itself. */
  readonly sync: () => Promise<void>
  /** An activated account and a bearer header for it. */
  readonly addUser: (username: string, role?: Role) => Promise<TestUser>
  /** The same user with fresh tokens, after time has passed. */
  readonly renew: (user: TestUser) => Promise<TestUser>
  /** As new, for the next test: no rows but those of the audit log, no mail, the clock at its start. */
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}
export type TestUser = {
  readonly id: MemberId
  readonly username: string
  readonly tokens: TokenPair
  readonly auth: { authorization: string }
  /** The same with a step-up token, for sensitive calls. */
  readonly sensitive: Record<string, string>
}

/** Where servers start in place of this process: the setup of a run on a cluster fills it in. */
export const elsewhere: { start?: (env: Record<string, string>) => Promise<TestServer> } = {}

/** Cost of argon2, for tests of other things; test/server/password has the real one. */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
/** Epoch milliseconds. */
export const BEGINNING = Date.UTC(2026, 5, 1, 12)

/** An activated account and a bearer header for it. */
export async function addUser(
  app: App,
  deps: Deps,
  username: string,
  role: Role,
): Promise<TestUser> {
  const email = `${username.toLowerCase()}@example.org`
  const now = deps.clock()
  const user = await deps.db
    .insertInto('users')
    .values({
      email,
      email_key: email,
      username,
      username_key: username.toLowerCase(),
      password_hash: 'none',
      role,
      created_at: now,
      activated_at: now,
    })
    .returning(['id', 'token_version'])
    .executeTakeFirstOrThrow()
  return newTokens(app, deps, { ...user, username })
}

export async function newTokens(
  app: App,
  deps: Deps,
  user: { id: MemberId; username: string; token_version: number },
): Promise<TestUser> {
  const tokens = await app.siteTokens.issue(deps.db, user)
  const auth = { authorization: `Bearer ${tokens.access}` }
  const { fam: family } = app.jwt.verify<{ fam: string }>(tokens.access)
  const stepUp = app.siteTokens.stepUp.issue({ id: user.id, family })
  const sensitive = { ...auth, [STEP_UP_HEADER]: stepUp.token }
  return { id: user.id, username: user.username, tokens, auth, sensitive }
}
