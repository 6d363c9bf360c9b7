/**
 * Answers come from outside and may be cut or of another shape. A shape returns what it accepts and
 * `undefined` for the rest; an answer that its shape refuses becomes an ordinary error of the call.
 */
export type Shape = (value: unknown) => unknown

export const text: Shape = (value) => (typeof value === 'string' ? value : undefined)
export const count: Shape = (value) => (Number.isFinite(value) ? value : undefined)
export const flag: Shape = (value) => (typeof value === 'boolean' ? value : undefined)

/** Also accepts null, and takes a missing value for null. */
export const orNull =
  (inner: Shape): Shape =>
  (value) =>
    value == null ? null : inner(value)

/** Puts something harmless in the place of what the inner shape refuses. */
export const or =
  (inner: Shape, otherwise: unknown): Shape =>
  (value) =>
    inner(value) ?? otherwise

/**
 * An object whose named fields fit; fields that are not named pass as they are. It is copied only where a field
 * has to change: a list may have ten thousand items.
 */
export const record = <T>(fields: { [K in keyof T]?: Shape }): Shape => {
  const named = Object.entries<Shape | undefined>(fields)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const given = value as Record<string, unknown>
    let read = given
    for (const [name, shape] of named) {
      const field = shape?.(given[name])
      if (field === undefined) return undefined
      if (field === given[name]) continue
      if (read === given) read = { ...given }
      read[name] = field
    }
    return read
  }
}

/** An array; items that do not fit are dropped, and if none of them fits the whole is refused. */
export const list =
  (item: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return undefined
    const read = value.map(item).filter((each) => each !== undefined)
    return read.length === 0 && value.length > 0 ? undefined : read
  }
