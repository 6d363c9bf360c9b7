import type { GroupId } from '#contract/ids.ts'

/** The `id` of the element of a group's card. */
export const groupCardId = (id: GroupId): string => `group-${id}`
