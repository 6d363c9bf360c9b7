import { ID_MAX } from '#contract/fields.ts'
import type { RuleEntryId } from '#contract/ids.ts'
import { RULE_PAGE, rulePath } from '#contract/publicPages.ts'
import { describedBy } from '#shared/pageTags.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { type DescribedSite, headMarkup, linkPicture } from '../../http/pageTags.ts'
import { type ListPages, type HeadOf, keptHead, MISSING } from '../../http/plugins/pageHead.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { findEntry, listPages, listSections } from './repository.ts'

/** Rules in the sitemap; the rules page links to all of them. */
const LISTED_MAX = 10_000

/** The head of a rule's page; 404 for an unknown id. */
export function ruleHead(deps: Deps): HeadOf {
  const { db } = deps

  async function headTags(site: DescribedSite, id: RuleEntryId): Promise<string> {
    const entry = await findEntry({ db }, id)
    if (entry === undefined) throw errors.notFound()
    const sections = await listSections({ db }, [id])
    const first = sections.find(({ content }) => content.trim() !== '')
    return headMarkup(site, {
      title: entry.title,
      description: describedBy(entry.title, first ? [plainText(entry.format, first.content)] : []),
      path: rulePath(id),
      type: 'article',
      picture: linkPicture(site.publicUrl, entry.picture),
      ...languageOf(entry.language, mainLanguage(site.kit)),
    })
  }

  return async (url) => {
    const [, text] = RULE_PAGE.exec(url.path) ?? []
    if (text === undefined) return null
    const id = Number(text) as RuleEntryId
    if (!(Number.isInteger(id) && id >= 1 && id <= ID_MAX)) return MISSING
    return keptHead(deps, url, { area: 'rules', id, make: (site) => headTags(site, id) })
  }
}

export const rulePages =
  ({ db }: Deps): ListPages =>
  async () =>
    (await listPages({ db }, LISTED_MAX)).map(({ id, updated_at }) => ({
      path: rulePath(id),
      changedAt: updated_at,
    }))
