import type { DownloadCategory, DownloadFile } from '#contract/downloads.ts'
import { searchKey, spelledKeys, termKey } from '#shared/search.ts'
import { idIn } from '#src/platform/idIn.ts'
import type { FilterCodec } from '#src/ui/useUrlFilters.ts'

/** As specified: the id of the option All, which is no category (behaviour 4.10). */
export const ALL_CATEGORIES = -1

type DownloadFilters = { search: string; categoryId: number }

export const downloadFilters: FilterCodec<DownloadFilters> = {
  read: (query) => ({
    search: query.get('search') ?? '',
    categoryId: idIn(query.get('category')) ?? ALL_CATEGORIES,
  }),
  write: ({ search, categoryId }) => {
    const query = new URLSearchParams()
    if (search !== '') query.set('search', search)
    if (categoryId !== ALL_CATEGORIES) query.set('category', String(categoryId))
    return query
  },
}

/** The files of one category, at least one. */
type FileGroup = Pick<DownloadCategory, 'id' | 'title'> & { files: DownloadFile[] }

type VisibleFiles =
  | { groups: FileGroup[]; message: null }
  | { groups: null; message: 'load_failed' | 'none' | 'none_in_category' | 'no_match' }

/** The files to list by category, or the reason why there are none (behaviour 8.6). */
export function visibleFiles(
  categories: readonly DownloadCategory[],
  { search, categoryId }: DownloadFilters,
): VisibleFiles {
  // As specified: an empty response reads like a failed one (ruling 31).
  if (categories.length === 0) return { groups: null, message: 'load_failed' }
  const isAll = categoryId === ALL_CATEGORIES
  const chosen = categories.filter(({ id }) => isAll || id === categoryId)
  if (chosen.every(({ download_files }) => download_files.length === 0))
    return { groups: null, message: isAll ? 'none' : 'none_in_category' }
  const term = termKey(search)
  const groups = chosen
    .map(({ id, title, download_files }) => ({
      id,
      title,
      files: download_files.filter(({ display_name: name }) =>
        [searchKey(name), ...spelledKeys(name)].some((key) => key.includes(term)),
      ),
    }))
    .filter(({ files }) => files.length > 0)
  return groups.length === 0 ? { groups: null, message: 'no_match' } : { groups, message: null }
}
