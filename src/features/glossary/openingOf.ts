import type { GlossaryEntry } from '#contract/schemas/glossary.ts'

/** A row shows less than this; the rest of a line need not be drawn. Characters. */
const LINE_MAX = 300

/** How an entry begins, in one line: its description, or what the server sends in the place of a missing one. */
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
