/*
 * Two invented languages, made of the English texts: `xa` has long Latin words, `xb` Arabic letters from right
 * to left. Each text is between the marks ⟦ and ⟧, so that what has no translation shows.
 */

export type Texts = { readonly [key: string]: string | Texts }

type PseudoLocale = {
  /** The code that the browser asks for. Direction, digits and plurals follow from it. */
  readonly code: string
  readonly letters: ReadonlyMap<string, string>
  /** Share by which a text becomes longer, besides its marks. */
  readonly growth: number
}

const pairs = (from: string, to: string) =>
  new Map(Array.from(from, (letter, at) => [letter, Array.from(to)[at] ?? letter]))

export const PSEUDO_LOCALES = {
  xa: {
    code: 'xa',
    letters: pairs('aceinosuyzACEINOSUYZ', 'áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ'),
    growth: 0.4,
  },
  // No browser takes another code for one of Arabic script.
  xb: {
    code: 'ar',
    letters: pairs('abcdefghijklmnopqrstuvwxyz', 'ابكديفغهيجقلمنوبقرستوفوخيز'),
    growth: 0,
  },
} as const satisfies Record<string, PseudoLocale>

/** Placeholders of both kinds, tags, addresses and the target of a link, which stay as they are. */
const KEPT = /\{\{[^}]*\}\}|%\{\w+\}|<[^>]*>|(?<=\])\([^)]*\)|https?:\/\/\S*/g

/** A text in a pseudo-locale. An empty one stays empty, since it leaves a place out. */
export function pseudoText({ letters, growth }: PseudoLocale, text: string): string {
  if (text === '') return ''
  let missing = Math.ceil(text.replace(KEPT, '').length * growth)
  const grown = (words: string) =>
    Array.from(words, (letter) => {
      const other = letters.get(letter) ?? letters.get(letter.toLowerCase()) ?? letter
      const isDoubled = missing > 0 && /[a-z]/.test(letter) && other !== letter
      if (isDoubled) missing -= 1
      return isDoubled ? other + other : other
    }).join('')
  const kept = text.match(KEPT) ?? []
  const words = text.split(KEPT).map((part, at) => grown(part) + (kept[at] ?? ''))
  return `⟦${words.join('')}${'õ'.repeat(missing)}⟧`
}

/** All texts of a file in a pseudo-locale, with each plural that its language has. */
export function pseudoTexts(locale: PseudoLocale, texts: Texts): Texts {
  const plurals = new Intl.PluralRules(locale.code).resolvedOptions().pluralCategories
  const made: Record<string, string | Texts> = {}
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string') {
      made[key] = pseudoTexts(locale, text)
      continue
    }
    // The texts of the desk have their plurals in one.
    made[key] = text
      .split(' |||| ')
      .map((form) => pseudoText(locale, form))
      .join(' |||| ')
    if (key.endsWith('_other'))
      for (const plural of plurals) made[key.replace(/other$/, plural)] ??= made[key]
  }
  return made
}
