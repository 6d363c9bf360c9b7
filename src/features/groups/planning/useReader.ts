import { useGetProfileQuery } from '#src/store/account/api.ts'
import type { Voter } from '#src/store/groups/planning/vote.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'

/** The reader as a member of the group; null until the profile is there. */
export function useReader({ members }: Pick<GroupRow, 'members'>): Voter | null {
  const { username } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ username: data?.username }),
  })
  const own = members.find(({ name }) => name === username)
  return own ? { member_id: own.id, name: own.name } : null
}
