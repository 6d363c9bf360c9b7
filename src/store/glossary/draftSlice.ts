import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { GlossaryTypeId } from '#contract/ids.ts'
import { statusOf } from '../http/errors.ts'
import { sessionEnded } from '../session/slice.ts'
import { glossaryApi } from './api.ts'
import {
  draftFrom,
  EMPTY_DRAFT,
  type EntryCopy,
  type EntryDraft,
  type SectionDraft,
} from './entryDraft.ts'

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
