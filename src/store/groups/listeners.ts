import type { Group } from '#contract/schemas/groups.ts'
import { succeeded } from '../http/outcomes.ts'
import type { AppStartListening, RootState } from '../reducer.ts'
import { groupFounded } from './slice.ts'

const LIST_WITHIN_MS = 30_000

// Variables: inline, their types would be lost.
const created = succeeded<{ name: string }>('createGroup')
const listed = succeeded<Group[]>('listGroups')

function knownIds({ api }: RootState): ReadonlySet<number> {
  const list = Object.values(api.queries).find((query) => query?.endpointName === 'listGroups')
  return new Set(((list?.data ?? []) as Group[]).map(({ id }) => id))
}

/** The response has no id: the new group is the one of that name that was not in the list before. */
export function listenForGroups(startListening: AppStartListening): void {
  startListening({
    matcher: created,
    effect: async ({ payload: { name } }, { dispatch, getOriginalState, take }) => {
      const known = knownIds(getOriginalState())
      const foundedIn = (groups: readonly Group[]) =>
        groups.findLast(
          ({ id, is_owner, ...group }) => is_owner && group.name === name && !known.has(id),
        )
      const taken = await take(
        (action): action is Parameters<typeof listed>[0] =>
          listed(action) && foundedIn(action.payload) !== undefined,
        LIST_WITHIN_MS,
      )
      const founded = taken && listed(taken[0]) ? foundedIn(taken[0].payload) : undefined
      if (founded) dispatch(groupFounded(founded.id))
    },
  })
}
