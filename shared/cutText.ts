/** Units behind the limit that may belong to the same character as people see it, such as a family of emoji. */
const CHARACTER_MAX = 100

/**
 * The beginning of a text, at most `max` UTF-16 units. It ends between two characters as people see them: no half
 * emoji, and no letter without its marks.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const near = text.slice(Math.max(0, max - CHARACTER_MAX), max + CHARACTER_MAX)
  const from = Math.max(0, max - CHARACTER_MAX)
  const end = characters.segment(near).containing(max - from)?.index ?? 0
  // Marks without end are no character: they are cut between code points.
  return text
    .slice(0, end > 0 ? from + end : max)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}
