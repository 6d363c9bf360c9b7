import type { GlossaryEntry } from '#contract/schemas/glossary.ts'

/** More than a row can show. Characters. */
const LINE_MAX = 300

/** The first line of an entry: of its description, or of the excerpt that the server sends instead. */
export function openingOf({
  description,
  excerpt,
}: Pick<GlossaryEntry, 'description' | 'excerpt'>): string | null {
  const text = description?.trim() || (typeof excerpt === 'string' ? excerpt.trim() : '')
  return (
    text
      .slice(0, LINE_MAX)
      .split(/[\r\n]/, 1)[0]
      ?.trim() || null
  )
}
