import { cutText } from '#shared/cutText.ts'

/** Fields that name a record, the best first. */
const NAMES = ['title', 'name', 'display_name', 'username', 'subject', 'old_name', 'recipient']

const NAME_MAX = 200

/** A JSON column of the audit log. */
export const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/**
 * The name of a record in the states that the audit log has of it, or that of the member whose record it is; the first
 * state with a name decides.
 */
export function recordName(...states: readonly unknown[]): string | null {
  for (const state of states) {
    const fields = fieldsOf(state)
    const name = nameIn(fields) ?? nameIn(fieldsOf(fields.get('user')))
    if (name !== undefined) return cutText(name, NAME_MAX)
  }
  return null
}

const fieldsOf = (state: unknown) => new Map<string, unknown>(Object.entries(state ?? {}))

const nameIn = (fields: ReadonlyMap<string, unknown>): string | undefined =>
  NAMES.map((field) => fields.get(field)).find(
    (value): value is string => typeof value === 'string' && value !== '',
  )
