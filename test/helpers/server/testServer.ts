import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { STEP_UP_HEADER } from '#contract/errors.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Role } from '#contract/sets.ts'
import type { TokenPair } from '#contract/shapes.ts'
import {
  type Db,
  insertRow,
  type NewRow,
  type RowChange,
  type RowOf,
  type TableName,
} from '#server/db/rows.ts'
import type { App, Deps } from '#server/http/deps.ts'
import { reading } from '#server/work/work.ts'

export type TestServer = RowCalls & {
  readonly app: App
  /** Sends a request to the site. */
  readonly send: Send
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

type Send = (
  method: InjectOptions['method'],
  url: string,
  headers?: Record<string, string>,
  payload?: InjectOptions['payload'],
) => Promise<LightMyRequestResponse>

export const sendTo =
  (app: App): Send =>
  (method, url, headers = {}, payload) =>
    app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })

type Values<T extends TableName> = Partial<RowOf<T>>

/** Statements about rows of one table, which go past the calls of the product. */
export type RowCalls = {
  /** @returns the first row as it is stored */
  readonly insert: <T extends TableName>(table: T, ...rows: NewRow<T>[]) => Promise<RowOf<T>>
  /** Changes the rows that have these values: with `{}` all of them. */
  readonly update: <T extends TableName>(
    table: T,
    of: Values<T>,
    columns: RowChange<T>,
  ) => Promise<void>
  /** The first row that has these values. */
  readonly row: <T extends TableName>(table: T, of?: Values<T>) => Promise<RowOf<T>>
}

export function rowCallsOf(db: Db): RowCalls {
  const having = (values: object) =>
    sql.join(
      [
        sql`1 = 1`,
        ...Object.entries(values).map(([column, value]) =>
          value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
        ),
      ],
      sql` and `,
    )
  return {
    async insert(table, row, ...more) {
      if (row === undefined) throw new Error('No row')
      const first = await insertRow(db, table, row)
      for (const one of more) await insertRow(db, table, one)
      return first
    },
    async update(table, of, columns) {
      const set = sql.join(
        Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )
      await sql`update ${sql.table(table)} set ${set} where ${having(of)}`.execute(db)
    },
    async row<T extends TableName>(table: T, of: Values<T> = {}) {
      const found = sql<RowOf<T>>`select * from ${sql.table(table)} where ${having(of)} limit 1`
      const [row] = (await found.execute(db)).rows
      if (row === undefined) throw new Error(`No such row of ${table}`)
      return row
    },
  }
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
  const user = await insertRow(deps.db, 'users', {
    email,
    email_key: email,
    username,
    username_key: username.toLowerCase(),
    password_hash: 'none',
    role,
    created_at: now,
    activated_at: now,
  })
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
