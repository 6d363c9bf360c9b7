import { createPersistoid, getStoredState, type PersistConfig } from 'redux-persist'
import {
  array,
  boolean,
  minLength,
  nullable,
  number,
  object,
  optional,
  pipe,
  safeParse,
  string,
} from 'valibot'
import { readTabValue, writeTabValue } from '#src/platform/storage.ts'
import { idOrNull } from '../http/schema.ts'
import type { EntryDraft } from './entryDraft.ts'

/** `owner` is the member by `tokenOwner`; null for a token that does not name one. */
export type StoredDraft = { owner: string | null; draft: EntryDraft }

const schema = object({
  owner: nullable(string()),
  draft: object({
    title: string(),
    typeId: idOrNull,
    subtypeId: idOrNull,
    sections: pipe(
      array(object({ key: number(), title: string(), content: string() })),
      minLength(1),
    ),
    createdId: idOrNull,
    lacksPicture: optional(boolean()),
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
      const result = safeParse(schema, stored)
      return result.success ? (result.output as StoredDraft) : null
    },
    write: async (stored: StoredDraft): Promise<void> => {
      persistoid.update(stored)
      await persistoid.flush()
    },
  }
}
