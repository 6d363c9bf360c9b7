import { hash } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Role } from '#contract/sets.ts'
import type { TokenPair } from '#contract/shapes.ts'
import type { Engine } from '#server/db/dialect.ts'
import { openDatabase } from '#server/db/open.ts'
import { type DB, insertRow } from '#server/db/rows.ts'
import { PASSWORD } from './accounts.ts'
import { send } from './deskProcess.ts'
import { makeDataDir } from './serverProcess.ts'
import { addSchema } from './testDatabase.ts'
import { CHEAP } from './testServer.ts'

/** Storage of a process of `startProcess`: a folder and, on PostgreSQL, a schema. */
export type ProcessDatabase = {
  /** `DATA_DIR` of the process. */
  readonly path: string
  /** The rest of its environment; a token lives for a day. */
  readonly env: Record<string, string>
  /** A connection beside that of the process. */
  readonly db: Kysely<DB>
  readonly remove: () => Promise<void>
}

type Options = {
  /** URL of an empty PostgreSQL database, instead of a schema of the usual one. */
  readonly url?: string
  /** Prepares the empty folder. */
  readonly prepare?: (path: string) => void
}

/** Creates an empty database, which the process migrates. */
export async function makeProcessDatabase(
  engine: Engine,
  { url, prepare }: Options = {},
): Promise<ProcessDatabase> {
  const dataDir = makeDataDir()
  prepare?.(dataDir.path)
  const schema = engine === 'postgres' && url === undefined ? await addSchema() : undefined
  const databaseUrl = url ?? schema?.url
  const { db } = openDatabase({ dataDir: dataDir.path, databaseUrl })
  return {
    path: dataDir.path,
    env: {
      JWT_SECRET: 'a secret of forty characters for the tests',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    db,
    remove: async () => {
      await db.destroy()
      await schema?.drop()
      dataDir.remove()
    },
  }
}

const cheapHash = hash(PASSWORD, CHEAP)

/** Adds an activated account with PASSWORD. */
export async function addAccount(
  db: Kysely<DB>,
  username: string,
  role: Role = 'player',
): Promise<{ readonly id: MemberId; readonly email: string }> {
  const email = `${username.toLowerCase()}@example.org`
  const row = { email, email_key: email, username, username_key: username.toLowerCase(), role }
  const { id } = await insertRow(db, 'users', {
    ...row,
    password_hash: await cheapHash,
    created_at: 1,
    activated_at: 1,
  })
  return { id, email }
}

/** Logs in to a process. @returns the header of a member's calls */
export async function logInTo(
  address: string,
  email: string,
): Promise<{ readonly authorization: string }> {
  const response = await send(`${address}/api/users/login/`, { email, password: PASSWORD })
  const { access } = (await response.json()) as TokenPair
  return { authorization: `Bearer ${access}` }
}
