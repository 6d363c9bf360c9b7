import { excerptOf } from '../../text/excerpt.ts'

/**
 * The text around the first match of the term; null if no single line contains it.
 * @param term folded by `searchKey`
 */
export function foundText(texts: readonly string[], term: string): string | null {
  const parts = excerptOf(texts, term)
  return parts?.map(({ text }) => text).join('') ?? null
}
