import { PUBLIC_PAGES, publicPageAt } from '#contract/publicPages.ts'
import texts from '../../../locales/en/translation.json' with { type: 'json' }
import type { Settings } from '../../config/env.ts'
import { headMarkup } from '../../http/pageTags.ts'
import { firstHead, type HeadOf, type PageHead } from '../../http/plugins/pageHead.ts'
import type { CollectedSite } from '../face.ts'
import type { ListPages } from './sitemap.ts'

/** @param key such as `login.title` */
function textAt(key: string): string {
  const text = key
    .split('.')
    .reduce<unknown>(
      (part, name) => Object.entries(part ?? {}).find(([own]) => own === name)?.[1],
      texts,
    )
  if (typeof text !== 'string') throw new Error(`No text is called ${key}`)
  return text
}

/** Ignores the query. */
function publicPageHead(settings: Pick<Settings, 'publicUrl'>): HeadOf {
  const heads = new Map<string, PageHead>(
    PUBLIC_PAGES.map((page) => {
      const { path } = page
      const [title, description] = [textAt(page.title), textAt(page.lead)]
      const tags = headMarkup(settings, { title, description, path, type: 'website' })
      return [path, { status: 200, tags }]
    }),
  )
  return async ({ path }) => heads.get(publicPageAt(path)?.path ?? '') ?? null
}

export type Site = {
  readonly headOf: HeadOf
  readonly everyPage: string
  readonly listPages: ListPages
}

export const describeSite = (
  settings: Pick<Settings, 'publicUrl'>,
  { headsOf, lists, everyPage }: Pick<CollectedSite, 'headsOf' | 'lists' | 'everyPage'>,
): Site => ({
  headOf: firstHead(...headsOf, publicPageHead(settings)),
  everyPage,
  listPages: async () => [
    ...PUBLIC_PAGES.filter((page) => !('isUnlisted' in page)),
    ...(await Promise.all(lists.map((list) => list()))).flat(),
  ],
})
