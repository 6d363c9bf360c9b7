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
  /** A sensitive call: needs a step-up token of the caller's session in `STEP_UP_HEADER`. */
  readonly stepUp?: true
}

/** A call: its route, and its schemas in Fastify's format. */
export type Call = Route & CallSchema

/** The calls of a noun by their names, which are unique over all nouns. */
export type CallTable = Readonly<Record<string, Call>>

const calling =
  <A extends Access>(access: A) =>
  <
    const M extends Route['method'],
    const P extends Route['path'],
    const Rest extends Omit<Call, 'method' | 'path' | 'access'>,
  >(
    method: M,
    path: P,
    rest: Rest,
  ) => ({ method, path, access, ...rest })

/** Rows of calls by what they take of tokens. */
export const openCall = calling('open')
export const optionalCall = calling('optional')
export const memberCall = calling('member')
