import { PUBLIC_PAGES, publicPageAt } from '#contract/publicPages.ts'
import type { Deps } from '../../http/deps.ts'
import { headMarkup } from '../../http/pageTags.ts'
import { firstHead, type HeadOf, type PageHead } from '../../http/plugins/pageHead.ts'
import { type Kit, perKit, siteOf } from '../../text/kit.ts'
import type { CollectedSite } from '../face.ts'
import type { ListPages } from './sitemap.ts'

/** @param key such as `login.title` */
function textAt({ texts: { translation } }: Kit, key: string): string {
  const text = key
    .split('.')
    .reduce<unknown>(
      (part, name) => Object.entries(part ?? {}).find(([own]) => own === name)?.[1],
      translation,
    )
  if (typeof text !== 'string') throw new Error(`No text is called ${key}`)
  return text
}

/** Ignores the query. */
function publicPageHead(deps: SiteDeps): HeadOf {
  const headsOf = perKit(
    (kit) =>
      new Map<string, PageHead>(
        PUBLIC_PAGES.map((page) => {
          const { path } = page
          const [title, description] = [textAt(kit, page.title), textAt(kit, page.lead)]
          const tags = headMarkup(siteOf(deps), { title, description, path, type: 'website' })
          return [path, { status: 200, tags }]
        }),
      ),
  )
  return async ({ path }) => headsOf(deps.kit.current()).get(publicPageAt(path)?.path ?? '') ?? null
}

export type Site = {
  readonly headOf: HeadOf
  readonly everyPage: (kit: Kit) => string
  readonly listPages: ListPages
}

type SiteDeps = Pick<Deps, 'settings' | 'kit'>

export const describeSite = (
  deps: SiteDeps,
  { headsOf, lists, everyPage }: Pick<CollectedSite, 'headsOf' | 'lists' | 'everyPage'>,
): Site => ({
  headOf: firstHead(...headsOf, publicPageHead(deps)),
  everyPage,
  listPages: async () => [
    ...PUBLIC_PAGES.filter((page) => !('isUnlisted' in page)),
    ...(await Promise.all(lists.map((list) => list()))).flat(),
  ],
})
