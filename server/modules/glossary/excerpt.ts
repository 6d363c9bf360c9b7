/** Characters; a line in a wide window has some 120. */
const EXCERPT_MAX = 160

/** The first line of a text that is not blank, cut between two words; null for a blank text. */
export function excerptOf(text: string | null): string | null {
  const line = text
    ?.split(/\r?\n/)
    .find((each) => each.trim() !== '')
    ?.trim()
  if (line === undefined) return null
  const characters = [...line]
  if (characters.length <= EXCERPT_MAX) return line
  const cut = characters.slice(0, EXCERPT_MAX).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT_MAX / 2)).replace(/[\s.,;:]+$/, '')}…`
}
