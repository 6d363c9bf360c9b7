import { ID_MAX } from '#contract/fields.ts'
import { ANY } from '#contract/lists.ts'

/** No row has this id: an unknown value of a filter matches nothing. */
const NO_ID = 0

/**
 * The id of a filter (behaviour 7.6).
 * @returns null for no filter: absent, empty, or `Any`
 */
export function idFilter<Id extends number>(text: string | undefined): Id | null {
  if (text === undefined || text === '' || text === ANY) return null
  const isId = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX
  return (isId ? Number(text) : NO_ID) as Id
}

export const isUnknown = (id: number | null): boolean => id === NO_ID
