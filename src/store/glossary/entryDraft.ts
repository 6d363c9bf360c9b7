import type { GlossaryEntry } from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'

/** One section of a new entry; the key identifies it while sections are added and removed. */
export type SectionDraft = { key: number; title: string; content: string }

/** The text of the create form. Its picture is not serialisable and stays outside the store. */
export type EntryDraft = {
  title: string
  typeId: GlossaryTypeId | null
  subtypeId: GlossarySubtypeId | null
  sections: SectionDraft[]
  /** The entry created by the first step: only the second is left to do (ruling 35). */
  createdId: GlossaryEntryId | null
  /** Copied from an entry with a picture, which cannot be copied. */
  lacksPicture?: boolean
  /** Its sections have light formatting. */
  isFormatted?: boolean
}

export const EMPTY_DRAFT: EntryDraft = {
  title: '',
  typeId: null,
  subtypeId: null,
  sections: [{ key: 1, title: '', content: '' }],
  createdId: null,
}

export type EntryCopy = {
  entry: Pick<GlossaryEntry, 'title' | 'entry_type' | 'entry_subtype' | 'image' | 'format'>
  sections: ReadonlyArray<Pick<SectionDraft, 'title' | 'content'>>
}

export function draftFrom({ entry, sections }: EntryCopy): EntryDraft {
  const copies = sections.map(({ title, content }, index) => ({ key: index + 1, title, content }))
  // Servers that leave the type out: 0, by its schema.
  const typeId = entry.entry_type || null
  return {
    title: entry.title,
    typeId,
    subtypeId: typeId && (entry.entry_subtype ?? null),
    sections: copies.length > 0 ? copies : EMPTY_DRAFT.sections,
    createdId: null,
    lacksPicture: Boolean(entry.image),
    isFormatted: entry.format === 'light',
  }
}

export const textsOf = ({ title, sections }: EntryDraft): string[] => [
  title,
  ...sections.flatMap((section) => [section.title, section.content]),
]

export const hasContent = (draft: EntryDraft): boolean =>
  draft.createdId !== null ||
  draft.typeId !== null ||
  textsOf(draft).some((text) => text.trim() !== '')
