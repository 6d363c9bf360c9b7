import Type, { type Static } from 'typebox'
import type { TokenId } from './ids.ts'
import { type CallTable, memberCall, sensitiveCall } from './route.ts'
import { byId, id, line, Nothing, nullable, refused, timestamp } from './shapes.ts'

/** Tokens of one member. */
export const TOKENS_MAX = 10
/** Characters of the name of a token. */
export const TOKEN_NAME_MAX = 100
/** Days after which a token ends at the latest. */
export const TOKEN_DAYS_MAX = 365
/** Begins every read-only token, so that servers and programs that look for lost secrets know it. */
export const TOKEN_PREFIX = 'read_'

/** Reads what its member reads, and changes nothing: the rows of the contract with `reads`. */
export const Token = Type.Object({
  id: id<TokenId>(),
  name: Type.String(),
  created_at: timestamp(),
  expires_at: timestamp(),
  /** Last use, at most an hour behind; null: never. */
  last_used_at: nullable(timestamp()),
})
export type Token = Static<typeof Token>

/** The server keeps a hash of the token, and never sends it again. */
export const NewToken = Type.Object({ ...Token.properties, token: Type.String() })
export type NewToken = Static<typeof NewToken>

/** Additions: announced by `tokens` in `features` of the profile (behaviour 12.2). */
export const tokenCalls = {
  listTokens: memberCall('GET', '/users/tokens/', {
    summary: 'The caller’s read-only tokens',
    response: { 200: Type.Array(Token) },
  }),
  createToken: sensitiveCall('POST', '/users/tokens/', {
    summary: 'Make a read-only token; it is in this response alone',
    body: Type.Object({
      name: line(TOKEN_NAME_MAX),
      days: Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX }),
    }),
    response: { 201: NewToken, ...refused(400) },
  }),
  revokeToken: memberCall('DELETE', '/users/tokens/:id', byId<TokenId>(), {
    summary: 'End a read-only token',
    response: { 200: Nothing, ...refused(404) },
  }),
} as const satisfies CallTable
