import { blockCalls } from '#contract/blocks.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'

/** What names members who may be apart now, or no longer. */
const ends = ['Group', 'Invite', 'OpenGroup', 'Opening', 'JoinRequest', 'Programme'] as const

/** Only for servers that announce them by `blocks` in `features` of the profile. */
export const blocksApi = endpointsOf(blockCalls, {
  queries: { listBlocks: { tags: ['Block'] } },
  changes: {
    blockMember: { puts: 'listBlocks', ends },
    unblockMember: { ends: ['Block', ...ends] },
  },
})

raiseToasts<typeof blocksApi>({
  blockMember: {
    done: { key: 'blocks.blocked', values: (_response, { username }) => ({ username }) },
    failed: 'blocks.block_failed',
  },
  unblockMember: { done: 'blocks.unblocked', failed: 'blocks.unblock_failed' },
})
