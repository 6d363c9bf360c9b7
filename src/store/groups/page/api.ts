import { groupPageCalls as calls, type InviteLinkLook } from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import { forgetLinkSecret } from '#src/platform/linkSecret.ts'
import { endpointsOf, sends } from '../../http/endpoints.ts'
import { statusOf } from '../../http/errors.ts'

/** Not of an outage, an expired session or a limit: the same call may succeed later. */
const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/** @returns the error, or null */
async function forgetWhenRefused(sent: Promise<unknown>): Promise<object | null> {
  const failed = await sent.then(
    () => null,
    (thrown: { error: unknown }) => thrown,
  )
  if (failed !== null && isFinal(statusOf(failed.error))) forgetLinkSecret()
  return failed
}

const linksAndPage = (id: GroupId) =>
  [
    ['InviteLink', id],
    ['GroupPage', id],
  ] as const

/** Only for groups that announce them by `page`. */
export const groupPageApi = endpointsOf(calls, {
  beside: 'group_id',
  queries: {
    getGroupPage: { tags: (id) => [['GroupPage', id]] },
    // Older pages of the log; the first one is part of the group's page.
    listGroupLog: {},
    listSuggestions: {},
    listInviteLinks: { tags: (id) => [['InviteLink', id]] },
  },
  changes: {
    // The list of groups says whether there is something to read.
    saveGroupPage: { puts: 'getGroupPage', ends: ['Group'] },
    setCoOwner: { puts: 'getGroupPage', ends: ({ id }) => [['InviteLink', id]] },
    createInviteLink: { ends: ({ id }) => linksAndPage(id) },
    inviteByMail: { ends: ({ id }) => linksAndPage(id) },
    revokeInviteLink: { ends: ({ group_id }) => linksAndPage(group_id) },
  },
}).injectEndpoints({
  endpoints: (build) => ({
    /** Only for servers that announce it in the head. Cached from the login to the registration: the link may end. */
    lookAtInviteLink: build.query<InviteLinkLook, { secret: string }>({
      ...sends(calls.lookAtInviteLink),
      keepUnusedDataFor: 60,
      onQueryStarted: async (_secret, { queryFulfilled }) => {
        await forgetWhenRefused(queryFulfilled)
      },
    }),
    /** Only for servers that announce it by `features` of the profile. */
    redeemInviteLink: build.mutation<{ group_name: string }, { secret: string }>({
      ...sends(calls.redeemInviteLink),
      onQueryStarted: async (_secret, { queryFulfilled }) => {
        if ((await forgetWhenRefused(queryFulfilled)) === null) forgetLinkSecret()
      },
      invalidatesTags: ['Invite', 'Mute'],
    }),
  }),
})
