import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { EntryDraft, SectionDraft } from '#src/store/glossary/entryDraft.ts'

/** Why a draft cannot be sent (behaviour 5.10); null or empty without a problem. */
type DraftProblems = {
  name: MessageKey | null
  type: MessageKey | null
  /** Keys of the sections without a sub-title or a text. */
  sections: SectionDraft['key'][]
}

const isBlank = (text: string): boolean => text.trim() === ''

export function problemsIn({ title, typeId, sections }: EntryDraft): DraftProblems {
  return {
    name: isBlank(title) ? 'glossary.name_required' : null,
    type: typeId === null ? 'glossary.type_required' : null,
    sections: sections
      .filter((section) => isBlank(section.title) || isBlank(section.content))
      .map(({ key }) => key),
  }
}

export const NO_PROBLEMS: DraftProblems = { name: null, type: null, sections: [] }

export const maySend = ({ name, type, sections }: DraftProblems): boolean =>
  name === null && type === null && sections.length === 0

/** Why a file cannot be the image, by its type and size; null for one that can. The server checks the content. */
export function imageProblem({ type, size }: Blob): MessageKey | null {
  if (!IMAGE_TYPES.some((allowed) => allowed === type)) return 'glossary.image_type'
  // A refused creation is silent, so the limit is checked here (ruling 39).
  return size > IMAGE_BYTES_MAX ? 'glossary.image_size' : null
}
