import type { GlossaryEntryId } from '#contract/ids.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { excerpt, linkPicture, pageTags } from '../../http/pageTags.ts'
import { type HeadOf, keptHead } from '../../http/plugins/pageHead.ts'
import { glossaryRepository } from './repository.ts'

const GLOSSARY_PAGE = /^\/discordia\/world\/*$/i

/** The head of an approved entry, for links to `?entry=ID`; for another id the page is the list, as always. */
export function entryHead(deps: Deps): HeadOf {
  const { db, responseCache, settings } = deps
  const glossary = glossaryRepository(deps)

  async function headTags(id: GlossaryEntryId): Promise<string> {
    const entry = await glossary.preview(db, id)
    if (entry === undefined) throw errors.notFound()
    return pageTags(settings, {
      title: entry.title,
      description: excerpt(entry.description || entry.opening || entry.title),
      path: `/discordia/world?entry=${id}`,
      type: 'article',
      picture: linkPicture(settings.publicUrl, entry.picture),
    })
  }

  return async ({ path, query }) => {
    if (!GLOSSARY_PAGE.test(path)) return null
    const id = idFilter<GlossaryEntryId>(query.get('entry') ?? undefined)
    if (id === null || isUnknown(id)) return null
    const head = await keptHead(responseCache, 'glossary', String(id), () => headTags(id))
    return head?.status === 404 ? null : head
  }
}
