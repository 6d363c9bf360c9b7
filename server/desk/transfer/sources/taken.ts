import type { ImportMapping } from '#contract/schemas/transfer.ts'
import { said } from '../../../text/sentence.ts'
import type { Loss, SourceEntry } from './source.ts'

/* Which entries of a source are imported. */

export type Held = {
  /** Keys of entries that are public or decided about. */
  readonly decided: ReadonlySet<string>
  /** What becomes of an entry that players don't see in its source. */
  readonly unpublished: 'review' | 'draft' | 'out'
}

/** The name of the type or category of a kind; null: it is left out. */
export const targetOf = (
  kind: string | null,
  mapped: NonNullable<ImportMapping['kinds']>,
): string | null => {
  const name = kind ?? ''
  // Objects have values of their own under names such as `constructor`.
  const target = Object.hasOwn(mapped, name) ? mapped[name] : undefined
  return target === undefined ? name : target
}

/** What players don't see is not published, and changes nothing that is. */
export function isTaken(
  { id, kind, held, place }: SourceEntry,
  keys: ReadonlyMap<string, string>,
  kinds: NonNullable<ImportMapping['kinds']>,
  { decided, unpublished }: Held,
  losses: Loss[],
): boolean {
  if (targetOf(kind, kinds) === null) return false
  if (held === undefined) return true
  const fate = decided.has(keys.get(id) ?? '') ? 'kept' : unpublished
  losses.push({ place, problem: said(`transfer.held_${fate}`, { why: held }) })
  return fate === 'review' || fate === 'draft'
}

/** Keys to which texts link: of entries that come, and of those that are here. */
export function keysOf(
  taken: readonly SourceEntry[],
  all: ReadonlyMap<string, string>,
  here: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const coming = new Set(taken.map(({ id }) => id))
  return new Map([...all].filter(([id, key]) => coming.has(id) || here.has(key)))
}
