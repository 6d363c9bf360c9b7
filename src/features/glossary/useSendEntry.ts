import {
  useCreateGlossaryEntryMutation,
  useCreateGlossarySubEntriesMutation,
} from '#src/store/glossary/api.ts'
import type { EntryDraft } from '#src/store/glossary/entryDraft.ts'

/** Shared by name, so that a form that was closed and opened again knows about a pending call. */
const SENDING = { fixedCacheKey: 'new-glossary-entry' }

/**
 * The two steps of a creation: the entry, then its sections (behaviour 7.7). The draft keeps the id of the entry, so that
 * after a failed second step only that is repeated (ruling 35). As specified: failures are silent (behaviour 8.7).
 */
export function useSendEntry() {
  const [createEntry, first] = useCreateGlossaryEntryMutation(SENDING)
  const [createSections, second] = useCreateGlossarySubEntriesMutation(SENDING)

  const send = async (draft: EntryDraft, image: File | null) => {
    const { title, typeId, subtypeId, sections, createdId } = draft
    if (typeId === null) return
    const id =
      createdId ??
      (await createEntry({ title: title.trim(), typeId, subtypeId, image })).data?.id ??
      null
    if (id === null) return
    const subEntries = sections.map((section) => ({
      title: section.title.trim(),
      content: section.content.trim(),
    }))
    await createSections({ id, subEntries })
  }
  return { send, isSending: first.isLoading || second.isLoading }
}
