import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Kysely } from 'kysely'
import type { Settings } from '../config/env.ts'
import type { Clock } from '../config/time.ts'
import type { Engine } from '../db/dialect.ts'
import type { PublicReads } from '../db/replica.ts'
import type { DB } from '../db/schema.ts'
import type { FileStore } from '../files/fileStore.ts'
import type { KitSource } from '../text/kit.ts'
import type { ResponseCache } from './cache/responseCache.ts'
import type { Gates } from './gate.ts'
import type { SecurityLog } from './securityLog.ts'

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  /**
   * A missing hash costs the same work and returns false: unknown e-mail addresses take as long as known ones.
   * @param admit runs right before the work; its error is the outcome
   */
  readonly verify: (
    password: string,
    stored: string | undefined,
    admit?: () => Promise<void>,
  ) => Promise<boolean>
}

/** Made once by compose/prepare.ts; a function takes only what it needs of it. */
export type Deps = {
  readonly db: Kysely<DB>
  /** See `forVisitors`. */
  readonly publicReads: PublicReads
  readonly engine: Engine
  readonly settings: Settings
  readonly clock: Clock
  /** Signs the access tokens. */
  readonly jwtSecret: string
  readonly files: FileStore
  /** Responses that do not depend on the caller; cleared after each write of their area. */
  readonly responseCache: ResponseCache
  /** Limits of expensive work, shared by every application of the process. */
  readonly gates: Gates
  readonly passwords: Passwords
  /** Name, texts and looks of the site. */
  readonly kit: KitSource
  /** Security events for operators. */
  readonly security: SecurityLog
}

/** Public data may come from a replica. */
export const forVisitors = <D extends Deps>(deps: D): D => ({ ...deps, db: deps.publicReads.db })

/** A Fastify scope whose handlers are typed by the contract's schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
