/*
 * What the worker and the pages tell each other about copies: a mark in the headers of each, and a message with the
 * response that came too late.
 */

/** Epoch milliseconds at which the copy was stored; followed by `LATE` if the network may still respond. */
export const MARK = 'X-Kept'
const LATE = ' late'

type Copy = {
  /** When the copy was stored; 0 if that is unknown. */
  readonly at: number
  /** Whether the response of the network was late, and follows as a message. */
  readonly isLate: boolean
}

/** @param at time of storing; that of an earlier mark, or now, if absent */
export function writeCopyMark(
  headers: Headers,
  { isLate, at }: { isLate: boolean; at?: number | undefined },
): void {
  const stored = at ?? readCopyMark(headers)?.at ?? Date.now()
  headers.set(MARK, `${stored}${isLate ? LATE : ''}`)
}

/** Null for a response of the network. */
export function readCopyMark(headers: Headers | undefined): Copy | null {
  const mark = headers?.get(MARK)
  return mark ? { at: Number.parseInt(mark, 10) || 0, isLate: mark.endsWith(LATE) } : null
}

/** The body and the headers of a response that came after the copy was served. */
export type Late = {
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}
