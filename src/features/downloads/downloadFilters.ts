import type { DownloadCategory, DownloadFile } from '#contract/schemas/content.ts'

/** As specified: the selected category, -1 for all of them (SPEC 4). */
export const ALL_CATEGORIES = -1

export type ShownFiles =
  | { files: DownloadFile[]; message: null }
  | { files: null; message: 'load_failed' | 'none' | 'none_in_category' | 'no_match' }

/**
 * The files to list, or the reason why there are none (SPEC 8).
 * @param search matched anywhere in the display name, whatever the case (SPEC 5)
 */
export function filesToShow(
  categories: readonly DownloadCategory[],
  categoryId: number,
  search: string,
): ShownFiles {
  // As specified: an empty answer reads like a failed one (SETTLED 31).
  if (categories.length === 0) return { files: null, message: 'load_failed' }
  const chosen = categories.filter(({ id }) => categoryId === ALL_CATEGORIES || id === categoryId)
  const files = chosen.flatMap(({ download_files }) => download_files)
  if (files.length === 0)
    return { files: null, message: categoryId === ALL_CATEGORIES ? 'none' : 'none_in_category' }
  const wanted = search.trim().toLowerCase()
  const found = files.filter(({ display_name }) => display_name.toLowerCase().includes(wanted))
  return found.length === 0 ? { files: null, message: 'no_match' } : { files: found, message: null }
}
