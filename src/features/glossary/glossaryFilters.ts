import { TEXT_MAX } from '#contract/fields.ts'
import type { GlossarySort } from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { ANY } from '#contract/lists.ts'
import { cutText } from '#shared/cutText.ts'
import { idIn } from '#src/platform/urlParts.ts'
import type { GlossaryFilters } from '#src/store/glossary/api.ts'
import { NO_FILTERS } from '#src/store/glossary/slice.ts'

/** The values of `sort` in the URL; the default order has none. */
const SORT_PARAMS: Record<Exclude<GlossarySort, 'Alphabetical'>, string> = {
  'Newest First': 'newest',
  'Oldest First': 'oldest',
}

/** Missing and invalid parameters become the defaults. Only members have own entries. */
export function readFilters(query: URLSearchParams, isMember: boolean): GlossaryFilters {
  const show = query.get('show')
  const sort = Object.entries(SORT_PARAMS).find(([, param]) => param === query.get('sort'))
  return {
    search: cutText(query.get('search') ?? '', TEXT_MAX),
    type: idIn<GlossaryTypeId>(query.get('type')) ?? ANY,
    subtype: idIn<GlossarySubtypeId>(query.get('subtype')) ?? ANY,
    showUserEntries: show === 'users',
    showMyEntries: show === 'mine' && isMember,
    sort: (sort?.[0] ?? NO_FILTERS.sort) as GlossarySort,
  }
}

/** The shortest query that reads as these filters and this entry. */
export function writeFilters(
  filters: GlossaryFilters,
  entryId: GlossaryEntryId | null = null,
): URLSearchParams {
  const query = new URLSearchParams()
  if (filters.search !== '') query.set('search', filters.search)
  if (filters.type !== ANY) query.set('type', String(filters.type))
  if (filters.subtype !== ANY) query.set('subtype', String(filters.subtype))
  if (filters.showUserEntries) query.set('show', 'users')
  if (filters.showMyEntries) query.set('show', 'mine')
  if (filters.sort !== 'Alphabetical') query.set('sort', SORT_PARAMS[filters.sort])
  if (entryId !== null) query.set('entry', String(entryId))
  return query
}
