import type { GlossaryEntryId } from '#contract/ids.ts'
import { entryPath, GLOSSARY_PAGE } from '#contract/publicPages.ts'
import { describedBy } from '#shared/pageTags.ts'
import type { HasDb } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { type DescribedSite, headMarkup, linkPicture } from '../../http/pageTags.ts'
import { type HeadOf, keptHead } from '../../http/plugins/pageHead.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { findForPageHead } from './repository.ts'

/** The head of the glossary page with `?entry=ID` for an approved entry; null for another id, as without one. */
export const entryHead =
  (deps: Deps): HeadOf =>
  async (url) => {
    const { path, query } = url
    if (!GLOSSARY_PAGE.test(path)) return null
    const id = idFilter<GlossaryEntryId>(query.get('entry') ?? undefined)
    if (id === null || isUnknown(id)) return null
    const head = await keptHead(deps, url, {
      area: 'glossary',
      id,
      make: (site) => headTags(deps, site, id),
    })
    return head?.status === 404 ? null : head
  }

async function headTags(w: HasDb, site: DescribedSite, id: GlossaryEntryId): Promise<string> {
  const entry = await findForPageHead(w, id)
  if (entry === undefined) throw errors.notFound()
  return headMarkup(site, {
    title: entry.title,
    description: describedBy(entry.title, [
      plainText(entry.format, entry.description || entry.opening || ''),
    ]),
    path: entryPath(id),
    type: 'article',
    picture: linkPicture(site.publicUrl, entry.picture),
    ...languageOf(entry.language, mainLanguage(site.kit)),
  })
}
