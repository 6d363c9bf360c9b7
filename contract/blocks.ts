import Type, { type Static } from 'typebox'
import type { Id } from './ids.ts'
import { type CallTable, memberCall } from './route.ts'
import { byId, id, line, Nothing, refused, timestamp } from './shapes.ts'

export type BlockId = Id<'block'>

/** A member whom the caller has blocked. */
export const Block = Type.Object({ id: id<BlockId>(), username: Type.String(), created_at: timestamp() })
export type Block = Static<typeof Block>

/** Sorted by name. */
const Blocks = Type.Array(Block)

/** Additions, announced by `blocks` in `features` of the profile (behaviour 12.35). */
export const blockCalls = {
  listBlocks: memberCall('GET', '/users/blocks/', {
    summary: 'Members whom the caller has blocked',
    response: { 200: Blocks },
  }),
  blockMember: memberCall('POST', '/users/blocks/', {
    summary: 'Block a member, who does not learn of it: 400 oneself, 404 no active member, 409 too many',
    body: Type.Object({ username: line() }),
    response: { 201: Blocks, ...refused(400, 404, 409) },
  }),
  unblockMember: memberCall('DELETE', '/users/blocks/:id', byId<BlockId>(), {
    summary: 'End a block',
    response: { 200: Nothing, ...refused(404) },
  }),
} as const satisfies CallTable
