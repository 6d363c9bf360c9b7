import { blockCalls } from '#contract/blocks.ts'
import type { MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../db/rows.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { usernameKey } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import { changing, routesOn } from '../../work/work.ts'
import { deleteBlock, listBlocks, saveBlock } from './blockRepository.ts'
import { findUserIdByName, lockActiveUsers } from './repository.ts'

/** Members whom one member has blocked. */
const BLOCKS_MAX = 200

export function blockRoutes(member: App, deps: Deps): void {
  const route = routesOn(member, deps, blockCalls)
  route('listBlocks', (w, { memberId }) => presentBlocks(w, memberId))
  route(
    'blockMember',
    // The lock of both accounts decides between a block and what comes about between them at the same time.
    (w, { body, memberId: me }) =>
      changing(w, async (w) => {
        const named = await findUserIdByName(w, usernameKey(body.username))
        const active = await lockActiveUsers(w, [me, named ?? me])
        if (!active.has(me)) throw errors.tokenNotValid()
        if (named === me) throw refusal(400, 'own_block', { attr: 'username' })
        if (named === undefined || !active.has(named))
          throw refusal(404, 'user_not_found', { attr: 'username' })
        await saveBlock(w, me, named)
        const blocks = await presentBlocks(w, me)
        if (blocks.length > BLOCKS_MAX)
          throw refusal(409, 'too_many_blocks', { attr: 'username', limit: BLOCKS_MAX })
        return blocks
      }),
    limited(60, 60),
  )
  route('unblockMember', async (w, { params, memberId }) => {
    if (!(await deleteBlock(w, memberId, params.id))) throw refusal(404, 'block_not_found')
    return {}
  })
}

const presentBlocks = async (w: HasDb, member: MemberId) =>
  (await listBlocks(w, member)).map(({ created_at, ...block }) => ({
    ...block,
    created_at: iso(created_at),
  }))
