/*
 * An invented language of Arabic letters from right to left, made of the English texts. Each text is between the marks
 * ⟦ and ⟧, so that what has no translation shows.
 */

export type Texts = { readonly [key: string]: string | Texts }

/** The code that the browser asks for: it takes no other one for a language of Arabic script. */
export const ARABIC = 'ar'

const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS = 'ابكديفغهيجقلمنوبقرستوفوخيز'

/** Placeholders of both kinds, tags, addresses and the target of a link, which stay as they are. */
const KEPT = /\{\{[^}]*\}\}|%\{\w+\}|<[^>]*>|(?<=\])\([^)]*\)|https?:\/\/\S*/g

/** A text in the pseudo-locale. An empty one stays empty, since it leaves a place out. */
export function pseudoText(text: string): string {
  if (text === '') return ''
  const written = (words: string) =>
    Array.from(words, (letter) => LETTERS[LATIN.indexOf(letter.toLowerCase())] ?? letter).join('')
  const kept = text.match(KEPT) ?? []
  const words = text.split(KEPT).map((part, at) => written(part) + (kept[at] ?? ''))
  return `⟦${words.join('')}⟧`
}

/** All texts of a file in the pseudo-locale, with each plural that its language has. */
export function pseudoTexts(texts: Texts): Texts {
  const plurals = new Intl.PluralRules(ARABIC).resolvedOptions().pluralCategories
  const made: Record<string, string | Texts> = {}
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string') {
      made[key] = pseudoTexts(text)
      continue
    }
    // The texts of the desk have their plurals in one.
    made[key] = text
      .split(' |||| ')
      .map((form) => pseudoText(form))
      .join(' |||| ')
    if (key.endsWith('_other'))
      for (const plural of plurals) made[key.replace(/other$/, plural)] ??= made[key]
  }
  return made
}
