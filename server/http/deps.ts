import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Kysely } from 'kysely'
import type { Route } from '#contract/route.ts'
import type { Settings } from '../config/env.ts'
import type { Clock } from '../config/time.ts'
import type { Engine } from '../db/dialect.ts'
import type { PublicReads } from '../db/replica.ts'
import type { DB } from '../db/rows.ts'
import type { FileStore } from '../files/fileStore.ts'
import type { KitSource } from '../text/kit.ts'
import type { ResponseCache } from './cache/responseCache.ts'
import { errors } from './errors.ts'
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes data; see `unsafeGet`. */
    changesData?: true
  }
}

export const routeOf = <R extends Route>({ method, path }: R) => ({ method, url: path }) as const

/** Options of a GET that changes data (ruling 3): no HEAD route, and a browser that prefetches is refused. */
export const unsafeGet = {
  exposeHeadRoute: false,
  config: { changesData: true },
  onRequest: async ({ headers }: FastifyRequest): Promise<void> => {
    const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
    if (String(purpose).includes('prefetch')) throw errors.noPrefetch()
  },
} as const

/**
 * Pages of other origins may read the response. Browsers send them neither cookies nor tokens of this site: there is no
 * answer to the question whether they may.
 */
export async function openToOthers(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}

/** Rate limit of a call that is expensive or reveals something. */
export const limited = (max: number, minutes: number) => ({
  rateLimit: { max, timeWindow: minutes * 60_000 },
})

const NAME = Symbol.for('fastify.display-name')

/** A plugin with a name, for the errors of a start; without one, Fastify looks for the name in all loaded modules. */
export const scope = <Result>(name: string, plugin: (app: App) => Result): ((app: App) => Result) =>
  Object.assign((app: App) => plugin(app), { [NAME]: name })
