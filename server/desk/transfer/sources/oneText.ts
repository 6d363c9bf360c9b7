import { headingOf } from './lightWords.ts'
import type { SourceEntry } from './source.ts'

export type Texts = Pick<SourceEntry, 'description' | 'sections'> & {
  /** The text is as it was typed. */
  readonly isTyped?: boolean
}

/** Sections become headings. */
export const inOneText = ({ whole, description, sections }: SourceEntry): Texts => ({
  description:
    whole ??
    [
      description,
      ...sections.flatMap(({ title, content, level }) => [headingOf(level + 1, title), content]),
    ]
      .filter((part) => part.trim() !== '')
      .join('\n\n'),
  sections: [],
  isTyped: whole !== undefined,
})
