import type { TSchema } from 'typebox'
import type { CallSchema } from './shapes.ts'

/** open: no token; optional: a token may be sent and must then be valid; member: a valid token. */
export type Access = 'open' | 'optional' | 'member'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the API base, exactly as in docs/behaviour/calls.md; `:name` is its `{name}`. */
  readonly path: `/${string}`
  readonly access: Access
  /** As specified: a GET that changes data. No HEAD, no prefetch, limited like every change (ruling 3). */
  readonly changesData?: true
  /** The response is the same for every visitor, and may be stored on a device. */
  readonly offline?: true
  /** Read-only tokens may send it: it reads what its caller may see, and changes nothing. */
  readonly reads?: true
  /** A sensitive call: needs a step-up token of the caller's session in `STEP_UP_HEADER`. */
  readonly stepUp?: true
}

/** A call: its route, and its schemas in Fastify's format. */
export type Call = Route & CallSchema

/** The calls of a noun by their names, which are unique over all nouns. */
export type CallTable = Readonly<Record<string, Call>>

type Rest = Omit<Call, 'method' | 'path' | 'access'>

function calling<A extends Access, const Kind extends object>(access: A, kind: Kind) {
  function call<const M extends Route['method'], const P extends Route['path'], const R extends Rest>(
    method: M,
    path: P,
    rest: R,
  ): { method: M; path: P; access: A } & Kind & R
  function call<
    const M extends Route['method'],
    const P extends Route['path'],
    Params extends TSchema,
    const R extends Rest,
  >(method: M, path: P, params: Params, rest: R): { method: M; path: P; access: A; params: Params } & Kind & R
  function call(method: Route['method'], path: Route['path'], params: TSchema | Rest, rest?: Rest) {
    const given = rest ? { params, ...rest } : params
    return { method, path, access, ...kind, ...given }
  }
  return call
}

/** Rows of calls by what they take of tokens; the parameters of a path stand beside it. */
export const openCall = calling('open', {})
export const optionalCall = calling('optional', {})
export const memberCall = calling('member', {})
/** Also for read-only tokens. */
export const memberRead = calling('member', { reads: true })
export const optionalRead = calling('optional', { reads: true })
/** Open, and `offline`. */
export const storedCall = calling('open', { offline: true })
/** A call of members with `stepUp`. */
export const sensitiveCall = calling('member', { stepUp: true })
