import type { DownloadCategory, DownloadFile } from '#contract/schemas/content.ts'

/** As specified: the selected category, -1 for all of them (behaviour 4). */
export const ALL_CATEGORIES = -1

/** The files of one category, never none. */
export type FileGroup = Pick<DownloadCategory, 'id' | 'title'> & { files: DownloadFile[] }

export type ShownFiles =
  | { groups: FileGroup[]; message: null }
  | { groups: null; message: 'load_failed' | 'none' | 'none_in_category' | 'no_match' }

/**
 * The files to list by category, or the reason why there are none (behaviour 8).
 * @param search matched anywhere in the display name, whatever the case (behaviour 5)
 */
export function filesToShow(
  categories: readonly DownloadCategory[],
  categoryId: number,
  search: string,
): ShownFiles {
  // As specified: an empty answer reads like a failed one (ruling 31).
  if (categories.length === 0) return { groups: null, message: 'load_failed' }
  const chosen = categories.filter(({ id }) => categoryId === ALL_CATEGORIES || id === categoryId)
  if (chosen.every(({ download_files }) => download_files.length === 0))
    return { groups: null, message: categoryId === ALL_CATEGORIES ? 'none' : 'none_in_category' }
  const wanted = search.trim().toLowerCase()
  const groups = chosen
    .map(({ id, title, download_files }) => ({
      id,
      title,
      files: download_files.filter(({ display_name }) =>
        display_name.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ files }) => files.length > 0)
  return groups.length === 0 ? { groups: null, message: 'no_match' } : { groups, message: null }
}
