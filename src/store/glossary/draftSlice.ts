import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'

/** One section of a new entry; the key tells it from its neighbours while they come and go. */
export type SectionDraft = { key: number; title: string; content: string }

/** What was written in the create form. Pictures are not kept: they are no data of the store. */
export type EntryDraft = {
  title: string
  typeId: GlossaryTypeId | null
  subtypeId: GlossarySubtypeId | null
  sections: SectionDraft[]
  /** The entry that the first step has made: only the second is left to do (ruling 35). */
  createdId: GlossaryEntryId | null
  /** It was filled from an entry with a picture, which could not come along. */
  lacksPicture?: boolean
}

export const EMPTY_DRAFT: EntryDraft = {
  title: '',
  typeId: null,
  subtypeId: null,
  sections: [{ key: 1, title: '', content: '' }],
  createdId: null,
}

/** What a draft can take over from an entry that there is. */
export type EntryCopy = {
  entry: Pick<GlossaryEntry, 'title' | 'entry_type' | 'entry_subtype' | 'image'>
  sections: ReadonlyArray<Pick<SectionDraft, 'title' | 'content'>>
}

export function draftFrom({ entry, sections }: EntryCopy): EntryDraft {
  const copied = sections.map(({ title, content }, at) => ({ key: at + 1, title, content }))
  // A server that does not say the type sends 0 or nothing in its place.
  const typeId = entry.entry_type || null
  return {
    title: entry.title,
    typeId,
    subtypeId: typeId && (entry.entry_subtype ?? null),
    sections: copied.length > 0 ? copied : EMPTY_DRAFT.sections,
    createdId: null,
    lacksPicture: Boolean(entry.image),
  }
}

/** Whether anything would be lost with the draft. */
export const isWritten = ({ title, typeId, sections, createdId }: EntryDraft): boolean =>
  createdId !== null ||
  typeId !== null ||
  [title, ...sections.flatMap((each) => [each.title, each.content])].some(
    (text) => text.trim() !== '',
  )
