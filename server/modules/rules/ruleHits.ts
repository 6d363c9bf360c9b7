import type { RuleKind } from '#contract/sets.ts'
import type { SearchGroup } from '#contract/siteSearch.ts'
import { excerptIn, groupOf } from '#shared/search.ts'
import { beginsWord, isShort, ranked } from '#shared/words.ts'
import type { HasDb } from '../../db/schema.ts'
import { holding, type Index, sectionsOf } from './ruleIndex.ts'

/** Rules with the term, those with the term in their titles first, else in reading order. */
export async function ruleHits(
  w: HasDb,
  index: Index,
  kind: RuleKind,
  term: string,
  limit: number,
): Promise<SearchGroup> {
  const found = isShort(term)
    ? index.entries.filter(({ title_key }) => beginsWord(title_key, term))
    : (await holding(w, index, kind, term)).flatMap((number) => index.entries[number] ?? [])
  const best = ranked(found, term).slice(0, limit + 1)
  const sections = index.sections ?? (await sectionsOf(w, best.slice(0, limit)))
  return groupOf(
    kind === 'quick' ? 'quick_rule' : 'basic_rule',
    best,
    limit,
    ({ id, title, language }) => ({
      id,
      title,
      ...(language !== undefined && { language }),
      ...excerptIn(sections.get(id) ?? [], term),
    }),
  )
}
