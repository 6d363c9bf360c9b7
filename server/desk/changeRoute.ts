import type { FastifyRequest } from 'fastify'
import { type DeskRole, type DeskRoute, deskRoutes } from '#contract/desk.ts'
import { deskSchemas } from '#contract/schemas/desk.ts'
import type { CallSchema } from '#contract/schemas/shared.ts'
import type { Db } from '../db/schema.ts'
import type { Area } from '../http/cache/responseCache.ts'
import type { App, Deps } from '../http/deps.ts'
import type { Actor } from './actor.ts'
import { acting, type Done } from './auditedChange.ts'

export type Resource = keyof typeof deskRoutes
export type CallOf<R extends Resource> = keyof (typeof deskRoutes)[R] & string

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; see the hook in `guard.ts`. */
    deskRole?: DeskRole
    /** The call goes through `acting`, or changes nothing. */
    isAccountedFor?: true
  }
}

const routes: Record<string, Record<string, DeskRoute>> = deskRoutes
const schemas: Record<string, Record<string, CallSchema>> = deskSchemas

/** The contract's row of a call in Fastify's words. */
export function deskCall<R extends Resource>(resource: R, call: CallOf<R>) {
  const row = routes[resource]?.[call]
  const schema = schemas[resource]?.[call]
  if (row === undefined || schema === undefined) throw new Error(`No call ${resource}.${call}`)
  const isReading = row.method === 'GET' || row.changesNothing === true
  return {
    method: row.method,
    url: row.path,
    schema: { ...schema, tags: [resource] },
    config: { deskRole: row.role, ...(isReading && { isAccountedFor: true as const }) },
  }
}

type ActCall<Params, Body> = {
  readonly tx: Db
  readonly now: number
  readonly who: Actor
  readonly params: Params
  readonly body: Body
  readonly request: FastifyRequest
}
export type Acts<Params, Body> = {
  /** Areas of the site whose kept answers end with the change. */
  readonly clears?: readonly Area[]
  readonly status?: 200 | 201
  readonly bodyLimit?: number
  /** Runs in one transaction with its row in the log. */
  readonly act: (call: ActCall<Params, Body>) => Promise<Done>
}

/** Registers a call that changes something: effect and log in one transaction, then the caches. */
export function actCall<R extends Resource, Params = { id: number }, Body = unknown>(
  scope: App,
  deps: Deps,
  resource: R,
  call: CallOf<R>,
  { clears = [], status = 200, bodyLimit, act }: Acts<Params, Body>,
): void {
  const { config, ...row } = deskCall(resource, call)
  scope.route({
    ...row,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: { ...config, isAccountedFor: true },
    handler: async (request, reply) => {
      const who = request.deskUser
      // The schema of the row has checked both.
      const sent = { params: request.params as Params, body: request.body as Body }
      const answer = await acting(
        deps,
        who,
        { resource, action: call, log: request.log },
        (tx, now) => act({ tx, now, who, request, ...sent }),
      )
      for (const area of clears) deps.responseCache.clear(area)
      return reply.status(status).send(answer)
    },
  })
}
