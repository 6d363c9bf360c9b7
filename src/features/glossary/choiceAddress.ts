import type { GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { ANY, ID_MAX, TEXT_MAX } from '#contract/limits.ts'
import type { GlossarySort } from '#contract/schemas/glossary.ts'
import { type GlossaryChoice, NO_CHOICE } from '#src/store/slices/glossary.ts'

/** The word of each order in the address; the default has none. */
const SORT_WORDS: Record<Exclude<GlossarySort, 'Alphabetical'>, string> = {
  'Newest First': 'newest',
  'Oldest First': 'oldest',
}

function idIn<Id extends number>(query: URLSearchParams, name: string): Id | typeof ANY {
  const id = Number(query.get(name))
  return Number.isInteger(id) && id > 0 && id <= ID_MAX ? (id as Id) : ANY
}

/**
 * Reads the choice that a query string describes; what it does not say, or says wrongly, is as at the beginning
 * (SPEC 4). The own entries are nothing that a visitor without an account can be shown.
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

/** The shortest query string that reads as this choice. */
export function writeChoice(choice: GlossaryChoice): URLSearchParams {
  const query = new URLSearchParams()
  if (choice.search !== '') query.set('search', choice.search)
  if (choice.type !== ANY) query.set('type', String(choice.type))
  if (choice.subtype !== ANY) query.set('subtype', String(choice.subtype))
  if (choice.showUserEntries) query.set('show', 'users')
  if (choice.showMyEntries) query.set('show', 'mine')
  if (choice.sort !== 'Alphabetical') query.set('sort', SORT_WORDS[choice.sort])
  return query
}
