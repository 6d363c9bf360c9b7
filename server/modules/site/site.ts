import type { Deps } from '../../http/deps.ts'
import { firstHead, type HeadOf } from '../../http/plugins/pageHead.ts'
import { contentHead, contentPages } from '../content/pageHead.ts'
import { entryHead } from '../glossary/pageHead.ts'
import { ruleHead, rulePages } from '../rules/pageHead.ts'
import { FEED_LINKS } from './feedLinks.ts'
import { PUBLIC_PAGES, publicPageHead } from './publicPages.ts'
import type { ListedPage } from './sitemap.ts'

export type Site = {
  readonly headOf: HeadOf
  /** Markup for the head of every page. */
  readonly everyPage: string
  /** What search engines are to find. */
  readonly listPages: () => Promise<readonly ListedPage[]>
}

/** What the pages of the site say of themselves. A module with pages of its own adds a line to both lists. */
export function describeSite(deps: Deps): Site {
  const lists = [contentPages(deps), rulePages(deps)]
  return {
    headOf: firstHead(
      contentHead(deps),
      ruleHead(deps),
      entryHead(deps),
      publicPageHead(deps.settings),
    ),
    everyPage: FEED_LINKS,
    listPages: async () => [
      ...PUBLIC_PAGES.filter(({ isUnlisted }) => !isUnlisted),
      ...(await Promise.all(lists.map((list) => list()))).flat(),
    ],
  }
}
