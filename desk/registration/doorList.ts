import type { DeskRegistration } from '#contract/registration.ts'
import type { RegistrationState } from '#contract/sets.ts'
import { termKey } from '#shared/search.ts'
import { deskLocale } from '../i18n.ts'

/** What the list can show, and the registrations that it fetches for it. */
export const VIEWS = {
  coming: ['coming'],
  missing: ['coming'],
  waiting: ['offered', 'waiting'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly RegistrationState[]>
export type View = keyof typeof VIEWS
export const isView = (name: string): name is View => Object.hasOwn(VIEWS, name)

export type Choice = {
  readonly view: View
  readonly term: string
  /** Ids that were ticked in this view. They stay in it, so that the tick can be taken back. */
  readonly kept: ReadonlySet<number>
}

/** Rows by name, and those of the waiting list in its order. */
export function shownRows(
  rows: readonly DeskRegistration[],
  { view, term, kept }: Choice,
): DeskRegistration[] {
  const key = termKey(term)
  const found = rows.filter(
    ({ id, user, attended_at }) =>
      termKey(user.username).includes(key) &&
      (view !== 'missing' || attended_at === null || kept.has(id)),
  )
  if (view === 'waiting') return found
  return found.sort((one, other) =>
    one.user.username.localeCompare(other.user.username, deskLocale()),
  )
}
