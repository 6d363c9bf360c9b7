import { openingCalls } from '#contract/openings.ts'
import { endpointsOf } from '../../http/endpoints.ts'

/** Only for servers that announce them by `openings` in `features` of the profile. */
export const openingsApi = endpointsOf(openingCalls, {
  beside: 'group_id',
  queries: {
    // An invite answers a request, so that both change together.
    listJoinRequests: { tags: ['JoinRequest', 'Invite'] },
    // Changes of others are published as those of the group's page.
    getOpening: {
      tags: (id) => [
        ['Opening', id],
        ['GroupPage', id],
      ],
    },
  },
  pages: { listOpenings: { tags: ['OpenGroup'] } },
  changes: {
    saveOpening: { puts: 'getOpening' },
    closeOpening: { puts: 'getOpening' },
    // The list of groups has the open invites, and the number of requests.
    acceptJoinRequest: { puts: 'getOpening', ends: ['Group'] },
    declineJoinRequest: { puts: 'getOpening', ends: ['Group'] },
    askToJoin: { ends: ['JoinRequest'] },
    withdrawJoinRequest: { ends: ['JoinRequest'] },
  },
})
