/** Choices of a select whose values are their own names. */
export const statesOf = (...ids: readonly string[]): { id: string; name: string }[] =>
  ids.map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1) }))
