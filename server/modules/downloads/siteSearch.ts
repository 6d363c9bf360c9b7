import { excerptIn, groupOf } from '#shared/search.ts'
import { matching } from '#shared/words.ts'
import { cachedValue } from '../../http/cache/cachedValue.ts'
import type { Deps } from '../../http/deps.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { searchText, titleKey } from '../../text/keys.ts'
import { type FileRow, listAvailableFiles } from './repository.ts'

type SearchedFile = ReturnType<typeof folded>

const folded = ({ id, display_name: title, download_file_name, description }: FileRow) => ({
  id,
  title,
  description: description ?? '',
  title_key: titleKey(title),
  search_text: searchText([title, download_file_name, description ?? '']),
})

/** Downloads by name, file name and description. */
export function downloadsSource({ db, responseCache }: Deps): SearchSource {
  const files = cachedValue<SearchedFile[]>(responseCache, 'downloads', async () =>
    (await listAvailableFiles({ db })).map(folded),
  )
  return {
    find: async (term, limit) => [
      groupOf('download', matching(await files(), term), limit, ({ id, title, description }) => ({
        id,
        title,
        ...excerptIn([description], term),
      })),
    ],
    titles: files,
  }
}
