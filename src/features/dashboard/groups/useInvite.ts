import { useState } from 'react'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useInviteMemberMutation, useListGroupsQuery } from '#src/store/groups/api.ts'
import { type GroupRow, inviteRefusal } from '#src/store/groups/selectors.ts'

type Outcome = { readonly isSent: boolean; readonly refusal: MessageKey | null }

/** Invites by name. Before it refuses a name it refetches the list, which other members change too. */
export function useInvite(group: GroupRow) {
  const [send, { isLoading }] = useInviteMemberMutation()
  const { refetch } = useListGroupsQuery()
  const [isReading, setIsReading] = useState(false)

  const refusalOf = async (username: string): Promise<MessageKey | null> => {
    const refusal = inviteRefusal(group, username)
    if (refusal === null) return null
    setIsReading(true)
    const { data, isSuccess } = await refetch()
    setIsReading(false)
    const now = isSuccess ? data?.find(({ id }) => id === group.id) : undefined
    return now === undefined ? refusal : inviteRefusal(now, username)
  }

  const invite = async (username: string): Promise<Outcome> => {
    const refusal = await refusalOf(username)
    if (refusal !== null) return { isSent: false, refusal }
    const { error } = await send({ groupId: group.id, username })
    return { isSent: error === undefined, refusal: null }
  }

  return { invite, isBusy: isLoading || isReading }
}
