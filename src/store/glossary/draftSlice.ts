import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { GlossaryEntry } from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { statusOf } from '../http/errors.ts'
import { sessionEnded } from '../session/slice.ts'
import { glossaryApi } from './api.ts'

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
  isFormatted?: boolean
}

export const EMPTY_DRAFT: EntryDraft = {
  title: '',
  typeId: null,
  subtypeId: null,
  sections: [{ key: 1, title: '', content: '' }],
  createdId: null,
}

type EntryCopy = {
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

type EntryDraftState = {
  isFormOpen: boolean
  /** Outlives the form, until the entry is sent or the session ends. */
  draft: EntryDraft
  /** Counts drafts, so that the picture of one does not pass to the next. */
  draftNumber: number
}

const initialState: EntryDraftState = { isFormOpen: false, draft: EMPTY_DRAFT, draftNumber: 1 }

const { createGlossaryEntry, createGlossarySubEntries, deleteGlossaryEntry } = glossaryApi.endpoints

const slice = createSlice({
  name: 'entryDraft',
  initialState,
  reducers: {
    formOpened: (state) => {
      state.isFormOpen = true
    },
    formClosed: (state) => {
      state.isFormOpen = false
    },
    draftRestored: (state, { payload }: PayloadAction<EntryDraft>) => {
      state.draft = payload
    },
    entryReused: (state, { payload }: PayloadAction<EntryCopy>) => {
      state.draft = draftFrom(payload)
      state.draftNumber += 1
      state.isFormOpen = true
    },
    draftTitleTyped: ({ draft }, { payload }: PayloadAction<string>) => {
      draft.title = payload
    },
    /** As specified: selecting a type clears the sub-type (behaviour 2.13). */
    draftTypeChosen: ({ draft }, { payload }: PayloadAction<GlossaryTypeId>) => {
      draft.typeId = payload
      draft.subtypeId = null
    },
    draftSubtypeChosen: ({ draft }, { payload }: PayloadAction<EntryDraft['subtypeId']>) => {
      draft.subtypeId = payload
    },
    draftFormatChosen: ({ draft }, { payload }: PayloadAction<boolean>) => {
      draft.isFormatted = payload
    },
    sectionAdded: ({ draft: { sections } }) => {
      const key = Math.max(0, ...sections.map((section) => section.key)) + 1
      sections.push({ key, title: '', content: '' })
    },
    sectionTyped: ({ draft }, { payload }: PayloadAction<SectionDraft>) => {
      draft.sections = draft.sections.map((each) => (each.key === payload.key ? payload : each))
    },
    sectionRemoved: ({ draft }, { payload }: PayloadAction<SectionDraft['key']>) => {
      draft.sections = draft.sections.filter(({ key }) => key !== payload)
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(createGlossaryEntry.matchFulfilled, ({ draft }, { payload }) => {
        draft.createdId = payload.id
      })
      .addMatcher(createGlossarySubEntries.matchFulfilled, ({ draftNumber }) => ({
        ...initialState,
        draftNumber: draftNumber + 1,
      }))
      // The entry was reviewed or deleted, maybe in another tab: the next try starts with the first step.
      .addMatcher(
        createGlossarySubEntries.matchRejected,
        ({ draft }, { payload, meta: { arg } }) => {
          const isGone = [403, 404].includes(statusOf(payload) ?? 0)
          if (isGone && draft.createdId === arg.originalArgs.id) draft.createdId = null
        },
      )
      .addMatcher(deleteGlossaryEntry.matchFulfilled, ({ draft }, { meta: { arg } }) => {
        if (draft.createdId === arg.originalArgs) draft.createdId = null
      }),
})

export const entryDraftActions = slice.actions
export const entryDraftReducer = slice.reducer
