import type { SiteKit, SiteText } from '#contract/siteKit.ts'
import { type SiteValues, withSiteValues } from '#shared/kit.ts'
import { termKey } from '#shared/search.ts'
import { placeOfText, type TextPage } from '../parts/kitPlaces.ts'

export const TEXT_FILTERS = ['all', 'changed', 'outdated'] as const
export type TextFilter = (typeof TEXT_FILTERS)[number]

type Overrides = NonNullable<SiteKit['texts']>
type Query = {
  readonly term: string
  readonly page: TextPage | undefined
  readonly filter: TextFilter
  readonly overrides: Overrides
  /** People search for what they see, where these are filled in. */
  readonly values: SiteValues
}

/** The default has changed since the override was written, and is not what the override says anyway. */
export const isOutdated = ({ id, text }: SiteText, overrides: Overrides): boolean => {
  const own = overrides[id]
  return own !== undefined && own.was !== text && own.text !== text
}

/** Texts that have the term, as people see them or by default, by place or by id, in their order. */
export function foundTexts(texts: readonly SiteText[], query: Query): SiteText[] {
  const { page, filter, overrides, values } = query
  const term = termKey(query.term)
  const has = (text: string | undefined) => text !== undefined && termKey(text).includes(term)
  return texts.filter((one) => {
    const own = overrides[one.id]
    if (filter === 'changed' && own === undefined) return false
    if (filter === 'outdated' && !isOutdated(one, overrides)) return false
    const place = placeOfText(one)
    if (page !== undefined && place.page !== page) return false
    if (term === '') return true
    const shown = own?.text ?? one.text
    return [shown, withSiteValues(shown, values), one.text, place.name, one.id].some(has)
  })
}

/** Sorted by page. */
export const textsIn = (language: string, texts: readonly SiteText[]): SiteText[] =>
  texts
    .filter(({ id }) => id.startsWith(`${language}/`))
    .toSorted((one, other) => placeOfText(one).rank - placeOfText(other).rank)

/** The texts of each place, by its words. */
export function byPlace(texts: readonly SiteText[]): [name: string, texts: SiteText[]][] {
  const places = new Map<string, SiteText[]>()
  for (const text of texts) {
    const { name } = placeOfText(text)
    places.set(name, [...(places.get(name) ?? []), text])
  }
  return [...places]
}

/** Overrides in a language of texts that the site does not have any more. @param texts in this language */
export const goneTexts = (
  texts: readonly SiteText[],
  overrides: Overrides,
  language: string,
): string[] => {
  const known = new Set(texts.map(({ id }) => id))
  return Object.keys(overrides).filter((id) => id.startsWith(`${language}/`) && !known.has(id))
}

/** The override for what was typed; undefined where it is the default. */
export const overrideOf = ({ text: was }: SiteText, text: string) =>
  text === was ? undefined : { text, was }
