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
import type { DB } from '../db/schema.ts'
import type { FileStore } from '../files/fileStore.ts'
import type { ResponseCache } from './cache/responseCache.ts'
import type { Gates } from './gate.ts'
import type { SecurityLog } from './securityLog.ts'

/** What every module may need; made once by the entry file, never at import. */
export type Deps = {
  readonly db: Kysely<DB>
  readonly engine: Engine
  readonly settings: Settings
  readonly clock: Clock
  /** Key of the access tokens' signature. */
  readonly jwtSecret: string
  /** Uploads and their pictures. */
  readonly files: FileStore
  /** Ready answers for everybody; cleared after each write of their area. */
  readonly responseCache: ResponseCache
  /** Limits of expensive work, shared by every application of the process. */
  readonly gates: Gates
  /** Failed logins, reached limits and the like, for operators. */
  readonly security: SecurityLog
}

/** A Fastify scope whose handlers are typed by the contract's schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
