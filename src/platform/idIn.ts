import { ID_MAX } from '#contract/fields.ts'

/** The id that a part of a URL holds; null for anything that cannot be one. */
export function idIn<Id extends number>(text: string | null | undefined): Id | null {
  const id = Number(text)
  return Number.isInteger(id) && id > 0 && id <= ID_MAX ? (id as Id) : null
}
