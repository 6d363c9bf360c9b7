import { contentCalls } from '#contract/content.ts'
import { searchCalls } from '#contract/siteSearch.ts'
import { isDataOf } from './fitting.ts'
import { type KeptName, readKept } from './keptDocuments.ts'
import { type Query, responseFrom } from './keptFilter.ts'
import { searchKept } from './keptSearch.ts'
import { KEPT_FILES } from './names.ts'

const nameOf = (path: string): KeptName | null => {
  if (path.startsWith('/rules/')) return 'rules'
  if (path.startsWith('/glossary/')) return 'glossary'
  return path === contentCalls.listDownloads.path ? 'downloads' : null
}

/**
 * The response from the saved list for a call that the server did not respond to, and when the list was saved;
 * undefined if it is not saved.
 * @param path path below the API base, without the query
 */
export async function keptCopy(
  path: string,
  query: Query = {},
): Promise<{ data: unknown; at: number } | undefined> {
  if (path === searchCalls.searchSite.path) {
    const found = await searchKept(String(query['q']))
    return found && { data: found, at: 0 }
  }
  const name = nameOf(path)
  const document = name && (await readKept(name))
  const data = document ? responseFrom(document, path, query) : undefined
  return document && isDataOf(path, data) ? { data, at: document.at } : undefined
}

/** A saved download. @param url absolute URL */
export async function keptFile(url: string): Promise<Blob | undefined> {
  const response = await caches.match(url, { cacheName: KEPT_FILES })
  return response?.blob()
}
