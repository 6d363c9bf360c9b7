/** A section of docs/behaviour or row of docs/rulings.md, cited as `behaviour 2.7, 4.1` or `ruling 16, 65`. */
export type Reference = { readonly document: 'behaviour' | 'ruling'; readonly number: string }

const NUMBER = String.raw`\d+(?:\.\d+)?`
const REFERENCE = new RegExp(
  String.raw`\b(behaviour|ruling)s? (${NUMBER}(?:(?:, | and )${NUMBER})*)`,
  'gi',
)

/** A comment may break its line between the word and the number. */
const joinLines = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ')

export const referencesIn = (text: string): Reference[] =>
  [...joinLines(text).matchAll(REFERENCE)].flatMap(([, document = '', numbers = '']) =>
    numbers.split(/, | and /).map((number) => ({
      document: document.toLowerCase() === 'ruling' ? 'ruling' : 'behaviour',
      number,
    })),
  )

/** Numbers of the headings, such as `2` and `2.7`. */
export const sectionsOf = (behaviour: string): string[] =>
  [...behaviour.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number)

/** Sections without subsections, the most precise ones to cite. */
export const smallestOf = (sections: readonly string[]): string[] =>
  sections.filter((section) => !sections.some((other) => other.startsWith(`${section}.`)))

/** Numbers of the rows, in their order. */
export const rulingsOf = (rulings: string): string[] =>
  [...rulings.matchAll(/^\| (\d+) \|/gm)].map(([, number = '']) => number)

/** References, as written, to a number without a heading or row. */
export function unknownReferences(
  text: string,
  known: Readonly<Record<Reference['document'], readonly string[]>>,
): string[] {
  return referencesIn(text)
    .filter(({ document, number }) => !known[document].includes(number))
    .map(({ document, number }) => `${document} ${number}`)
}

const OUTSIDE = [
  /\b(?:SPEC|SETTLED|HOUSE|STACK|UI-NAMES)\b/,
  /\bLOOK\.md\b/,
  /\bSERVER (?:trap|\d)/,
  /(?<![\w-])shared\/(?:[A-Z-]+\.md|before|defects|hooks|sketch|tools)\b/,
  /\bthe spec(?:ification)?\b/i,
]

/** Mentions of documents that are not in the repository. */
export const outsideDocuments = (text: string): string[] =>
  OUTSIDE.flatMap((pattern) => joinLines(text).match(pattern)?.[0] ?? [])
