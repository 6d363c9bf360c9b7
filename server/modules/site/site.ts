import type { Settings } from '../../config/env.ts'
import { firstHead, type HeadOf } from '../../http/plugins/pageHead.ts'
import { PUBLIC_PAGES, publicPageHead } from './publicPages.ts'
import type { ListedPage } from './sitemap.ts'

export type Site = {
  readonly headOf: HeadOf
  /** Markup for the head of every page. */
  readonly everyPage: string
  /** The pages for search engines. */
  readonly listPages: () => Promise<readonly ListedPage[]>
}

/** What the modules know of their own pages. */
type ModulePages = {
  readonly heads: readonly HeadOf[]
  readonly lists: readonly Site['listPages'][]
  readonly everyPage: string
}

export const describeSite = (
  settings: Pick<Settings, 'publicUrl'>,
  { heads, lists, everyPage }: ModulePages,
): Site => ({
  headOf: firstHead(...heads, publicPageHead(settings)),
  everyPage,
  listPages: async () => [
    ...PUBLIC_PAGES.filter(({ isUnlisted }) => !isUnlisted),
    ...(await Promise.all(lists.map((list) => list()))).flat(),
  ],
})
