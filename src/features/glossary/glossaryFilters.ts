import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { ANY, ID_MAX, TEXT_MAX } from '#contract/limits.ts'
import type { GlossaryEntry, GlossarySort } from '#contract/schemas/glossary.ts'
import { type GlossaryChoice, NO_CHOICE } from '#src/store/glossary/slice.ts'

/** The word of each order in the address; the default has none. */
const SORT_WORDS: Record<Exclude<GlossarySort, 'Alphabetical'>, string> = {
  'Newest First': 'newest',
  'Oldest First': 'oldest',
}

function idIn<Id extends number>(query: URLSearchParams, name: string): Id | typeof ANY {
  const id = Number(query.get(name))
  return Number.isInteger(id) && id > 0 && id <= ID_MAX ? (id as Id) : ANY
}

/** The entry that a query string names; null when there is none. */
export function readEntryId(query: URLSearchParams): GlossaryEntryId | null {
  const id = idIn<GlossaryEntryId>(query, 'entry')
  return id === ANY ? null : id
}

/**
 * The address of an entry, for everybody. One under review exists for its author alone, among the own entries.
 */
export const entryAddress = ({
  id,
  pending,
  is_rejected,
}: Pick<GlossaryEntry, 'id' | 'pending' | 'is_rejected'>): string =>
  `/discordia/world?${pending || is_rejected ? 'show=mine&' : ''}entry=${id}`

/**
 * Reads the choice that a query string describes; what it does not say, or says wrongly, is as at the beginning
 * (behaviour 4). The own entries are nothing that a visitor without an account can be shown.
 */
export function readChoice(query: URLSearchParams, isMember: boolean): GlossaryChoice {
  const show = query.get('show')
  const sort = Object.entries(SORT_WORDS).find(([, word]) => word === query.get('sort'))
  return {
    search: (query.get('search') ?? '').slice(0, TEXT_MAX),
    type: idIn<GlossaryTypeId>(query, 'type'),
    subtype: idIn<GlossarySubtypeId>(query, 'subtype'),
    showUserEntries: show === 'users',
    showMyEntries: show === 'mine' && isMember,
    sort: (sort?.[0] ?? NO_CHOICE.sort) as GlossarySort,
  }
}

/** The shortest query string that reads as this choice, with this entry opened. */
export function writeChoice(
  choice: GlossaryChoice,
  entryId: GlossaryEntryId | null = null,
): URLSearchParams {
  const query = new URLSearchParams()
  if (choice.search !== '') query.set('search', choice.search)
  if (choice.type !== ANY) query.set('type', String(choice.type))
  if (choice.subtype !== ANY) query.set('subtype', String(choice.subtype))
  if (choice.showUserEntries) query.set('show', 'users')
  if (choice.showMyEntries) query.set('show', 'mine')
  if (choice.sort !== 'Alphabetical') query.set('sort', SORT_WORDS[choice.sort])
  if (entryId !== null) query.set('entry', String(entryId))
  return query
}
