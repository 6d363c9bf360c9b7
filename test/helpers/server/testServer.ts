import { STEP_UP_HEADER } from '#contract/errors.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Role } from '#contract/sets.ts'
import type { TokenPair } from '#contract/shapes.ts'
import type { App, Deps } from '#server/http/deps.ts'
import { reading } from '#server/work/work.ts'

export type TestServer = {
  readonly app: App
  readonly deps: Deps
  readonly dataDir: string
  /** Moves the server's clock forward. Milliseconds. */
  readonly passTime: (ms: number) => void
  /** Sets the machine's clock back without affecting elapsed time. Milliseconds. */
  readonly setClockBack: (ms: number) => void
  /** An activated account and a bearer header for it. */
  readonly addUser: (username: string, role?: Role) => Promise<TestUser>
  /** The same user with fresh tokens, after time has passed. */
  readonly renew: (user: TestUser) => Promise<TestUser>
  /** Resets the server for the next test: no rows except the audit log, no mail, the clock at its start. */
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

/** Cheap cost of argon2 for most tests; test/server/password uses the real one. */
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
  const tokens = await app.siteTokens.issue(reading(deps), user)
  const auth = { authorization: `Bearer ${tokens.access}` }
  const { fam: family } = app.jwt.verify<{ fam: string }>(tokens.access)
  const stepUp = app.siteTokens.stepUp.issue({ id: user.id, family })
  const sensitive = { ...auth, [STEP_UP_HEADER]: stepUp.token }
  return { id: user.id, username: user.username, tokens, auth, sensitive }
}
