import { createPersistoid, getStoredState, type PersistConfig } from 'redux-persist'
import * as v from 'valibot'
import { readTabValue, writeTabValue } from '#src/platform/storage.ts'
import { idOrNull } from '../http/schema.ts'
import type { EntryDraft } from './entryDraft.ts'

/** `owner` is the member by `tokenOwner`; null for a token that does not name one. */
type StoredDraft = { owner: string | null; draft: EntryDraft }

const schema = v.object({
  owner: v.nullable(v.string()),
  draft: v.object({
    title: v.string(),
    typeId: idOrNull,
    subtypeId: idOrNull,
    sections: v.pipe(
      v.array(v.object({ key: v.number(), title: v.string(), content: v.string() })),
      v.minLength(1),
    ),
    createdId: idOrNull,
    lacksPicture: v.optional(v.boolean()),
    isFormatted: v.optional(v.boolean()),
  }),
})

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
    /** Null without a draft, and for one that is damaged or of another version of the site. */
    read: async (): Promise<StoredDraft | null> => {
      const stored = await getStoredState(config(key)).catch(() => null)
      const result = v.safeParse(schema, stored)
      return result.success ? (result.output as StoredDraft) : null
    },
    write: async (stored: StoredDraft): Promise<void> => {
      persistoid.update(stored)
      await persistoid.flush()
    },
  }
}
