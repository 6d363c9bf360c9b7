import { createPersistoid, getStoredState, type PersistConfig } from 'redux-persist'
import { readTabValue, writeTabValue } from '#src/platform/storage.ts'
import type { EntryDraft, SectionDraft } from './entryDraft.ts'

/** `owner` is the member by `tokenOwner`; null for a token that does not name one. */
type StoredDraft = { owner: string | null; draft: EntryDraft }

const isSection = (value: unknown): boolean => {
  const { key, title, content } = (value ?? {}) as Partial<SectionDraft>
  return typeof key === 'number' && typeof title === 'string' && typeof content === 'string'
}

const idOrNull = <Id extends number>(id: Id | null | undefined): Id | null =>
  typeof id === 'number' ? id : null

/** Null without a draft, and for one that is damaged or of another version of the site. */
function draftIn(stored: unknown): StoredDraft | null {
  const { owner, draft } = (stored ?? {}) as Partial<StoredDraft>
  if (owner !== null && typeof owner !== 'string') return null
  if (typeof draft?.title !== 'string' || !Array.isArray(draft.sections)) return null
  if (draft.sections.length === 0 || !draft.sections.every(isSection)) return null
  const { typeId, subtypeId, createdId } = draft
  return {
    owner,
    draft: {
      ...draft,
      typeId: idOrNull(typeId),
      subtypeId: idOrNull(subtypeId),
      createdId: idOrNull(createdId),
    },
  }
}

/** redux-persist over the storage of the tab. */
const config = (key: string): PersistConfig<StoredDraft> => ({
  key,
  keyPrefix: '',
  whitelist: ['owner', 'draft'],
  storage: {
    getItem: async (name: string) => readTabValue(name),
    setItem: async (name: string, value: string) => void writeTabValue(name, value),
    removeItem: async (name: string) => void writeTabValue(name, null),
  },
})

export function createDraftStorage(key: string) {
  const persistoid = createPersistoid(config(key))
  return {
    read: async (): Promise<StoredDraft | null> =>
      draftIn(await getStoredState(config(key)).catch(() => null)),
    write: async (stored: StoredDraft): Promise<void> => {
      persistoid.update(stored)
      await persistoid.flush()
    },
  }
}
