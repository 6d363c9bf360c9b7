import type { GroupId } from '#contract/ids.ts'
import { focusElement } from '#src/platform/focusElement.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'

/** The `id` of the element of a group's card. */
export const groupCardId = (id: GroupId): string => `group-${id}`

/** Expands the card of a group and moves the focus there. */
export function useOpenGroup() {
  const dispatch = useAppDispatch()
  const expandedIds = useAppSelector((state) => state.groups.expandedIds)
  return (id: GroupId) => {
    if (!expandedIds.includes(id)) dispatch(groupsActions.groupToggled(id))
    focusElement(groupCardId(id))
  }
}
