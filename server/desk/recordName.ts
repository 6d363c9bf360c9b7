import type { Scalar } from './lists.ts'

/** Fields that records are called by, the best first. */
const NAMES = ['title', 'name', 'display_name', 'username', 'subject', 'old_name', 'recipient']

const NAME_MAX = 200

/** A JSON column of the log. */
export const parsed = (json: Scalar | undefined): unknown =>
  typeof json === 'string' ? JSON.parse(json) : null

/** What a record was called, by what the log keeps of it; the first that has a name decides. */
export function recordName(...states: readonly unknown[]): string | null {
  for (const state of states) {
    const fields = new Map<string, unknown>(Object.entries(state ?? {}))
    const name = NAMES.map((field) => fields.get(field)).find(
      (value): value is string => typeof value === 'string' && value !== '',
    )
    if (name !== undefined) return name.slice(0, NAME_MAX)
  }
  return null
}
