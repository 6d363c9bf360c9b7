import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { ANY, GLOSSARY_PAGE } from '#contract/limits.ts'
import type { GlossarySort } from '#contract/schemas/glossary.ts'
import { sessionEnded } from '../session/slice.ts'
import {
  draftFrom,
  EMPTY_DRAFT,
  type EntryCopy,
  type EntryDraft,
  type SectionDraft,
} from './draftSlice.ts'

export type GlossaryChoice = {
  search: string
  type: GlossaryTypeId | typeof ANY
  subtype: GlossarySubtypeId | typeof ANY
  showUserEntries: boolean
  showMyEntries: boolean
  sort: GlossarySort
}

export const NO_CHOICE: GlossaryChoice = {
  search: '',
  type: ANY,
  subtype: ANY,
  showUserEntries: false,
  showMyEntries: false,
  sort: 'Alphabetical',
}

export type GlossaryState = {
  /** The visit to the page that the choice belongs to: a key of the history. Null while nobody is there. */
  visit: string | null
  /** What the controls show. */
  choice: GlossaryChoice
  /** What the server is asked; follows `choice` after the debounce. */
  asked: GlossaryChoice
  visibleCount: number
  expandedIds: GlossaryEntryId[]
  /** The entry that the address names: it is shown wherever in the list it stands. */
  linkedId: GlossaryEntryId | null
  isFormOpen: boolean
  /** Outlives the form; until it is sent or the session ends. */
  draft: EntryDraft
  /** Rises with each new draft: what the store does not hold of one, its picture, must not pass to the next. */
  draftNumber: number
}

const initialState: GlossaryState = {
  visit: null,
  choice: NO_CHOICE,
  asked: NO_CHOICE,
  visibleCount: GLOSSARY_PAGE,
  expandedIds: [],
  linkedId: null,
  isFormOpen: false,
  draft: EMPTY_DRAFT,
  draftNumber: 1,
}

/** Each change starts the list anew: ten entries, none expanded (behaviour 2, 4). */
function choose(state: GlossaryState, change: Partial<GlossaryChoice>): void {
  Object.assign(state.choice, change)
  state.visibleCount = GLOSSARY_PAGE
  state.linkedId = null
  // Not a new list for each key that is pressed: whoever reads it would be drawn again.
  if (state.expandedIds.length > 0) state.expandedIds = []
}

const slice = createSlice({
  name: 'glossary',
  initialState,
  reducers: {
    searchTyped: (state, { payload }: PayloadAction<string>) => choose(state, { search: payload }),
    typeChosen: (state, { payload }: PayloadAction<GlossaryChoice['type']>) =>
      choose(state, { type: payload, subtype: ANY }),
    subtypeChosen: (state, { payload }: PayloadAction<GlossaryChoice['subtype']>) =>
      choose(state, { subtype: payload }),
    sortChosen: (state, { payload }: PayloadAction<GlossarySort>) =>
      choose(state, { sort: payload }),
    // The two checkboxes exclude each other (behaviour 2).
    userEntriesToggled: (state) =>
      choose(state, { showUserEntries: !state.choice.showUserEntries, showMyEntries: false }),
    myEntriesToggled: (state) =>
      choose(state, { showMyEntries: !state.choice.showMyEntries, showUserEntries: false }),
    /** An address that somebody came to describes a whole choice; it needs no debounce. */
    choiceRestored: (
      state,
      {
        payload,
      }: PayloadAction<{
        visit: string
        choice: GlossaryChoice
        entryId: GlossaryEntryId | null
      }>,
    ) => {
      choose(state, payload.choice)
      state.asked = state.choice
      state.visit = payload.visit
      state.linkedId = payload.entryId
      if (payload.entryId !== null) state.expandedIds = [payload.entryId]
    },
    /** The entry of the address was deleted by the visitor: nobody asks for it any more. */
    linkedEntryDeleted: (state) => {
      state.linkedId = null
    },
    pageLeft: (state) => {
      state.visit = null
    },
    /** The controls have been still for the debounce time. */
    choiceSettled: (state) => {
      state.asked = state.choice
    },
    moreShown: (state) => {
      state.visibleCount += GLOSSARY_PAGE
    },
    entryToggled: ({ expandedIds }, { payload }: PayloadAction<GlossaryEntryId>) => {
      const at = expandedIds.indexOf(payload)
      if (at === -1) expandedIds.push(payload)
      else expandedIds.splice(at, 1)
    },
    formOpened: (state) => {
      state.isFormOpen = true
    },
    formClosed: (state) => {
      state.isFormOpen = false
    },
    /** Both steps of the creation succeeded (behaviour 8, Glossary). */
    entrySent: (state) => {
      choose(state, { showMyEntries: true, showUserEntries: false })
      state.asked = state.choice
      state.isFormOpen = false
      state.draft = EMPTY_DRAFT
      state.draftNumber += 1
    },
    draftRestored: (state, { payload }: PayloadAction<EntryDraft>) => {
      state.draft = payload
    },
    /** An entry that was rejected is written anew, in the form. */
    entryReused: (state, { payload }: PayloadAction<EntryCopy>) => {
      state.draft = draftFrom(payload)
      state.draftNumber += 1
      state.isFormOpen = true
    },
    draftTitleTyped: ({ draft }, { payload }: PayloadAction<string>) => {
      draft.title = payload
    },
    /** As specified: selecting a type clears the sub-type (behaviour 2). */
    draftTypeChosen: ({ draft }, { payload }: PayloadAction<GlossaryTypeId>) => {
      draft.typeId = payload
      draft.subtypeId = null
    },
    draftSubtypeChosen: ({ draft }, { payload }: PayloadAction<EntryDraft['subtypeId']>) => {
      draft.subtypeId = payload
    },
    sectionAdded: ({ draft: { sections } }) => {
      const key = Math.max(0, ...sections.map((section) => section.key)) + 1
      sections.push({ key, title: '', content: '' })
    },
    sectionTyped: ({ draft }, { payload }: PayloadAction<SectionDraft>) => {
      const at = draft.sections.findIndex(({ key }) => key === payload.key)
      if (at !== -1) draft.sections[at] = payload
    },
    sectionRemoved: ({ draft }, { payload }: PayloadAction<SectionDraft['key']>) => {
      draft.sections = draft.sections.filter(({ key }) => key !== payload)
    },
    /** The first step is done. */
    entryCreated: ({ draft }, { payload }: PayloadAction<GlossaryEntryId>) => {
      draft.createdId = payload
    },
    /** The entry of the first step is gone: the next try begins at the beginning. */
    createdEntryLost: ({ draft }) => {
      draft.createdId = null
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: {
    selectGlossaryChoice: (state) => state.choice,
    selectAskedChoice: (state) => state.asked,
    selectVisibleCount: (state) => state.visibleCount,
    selectExpandedEntryIds: (state) => state.expandedIds,
    selectLinkedId: (state) => state.linkedId,
    selectGlossaryVisit: (state) => state.visit,
    selectIsFormOpen: (state) => state.isFormOpen,
    selectEntryDraft: (state) => state.draft,
    selectDraftNumber: (state) => state.draftNumber,
  },
})

export const {
  searchTyped,
  typeChosen,
  subtypeChosen,
  sortChosen,
  userEntriesToggled,
  myEntriesToggled,
  choiceRestored,
  linkedEntryDeleted,
  pageLeft,
  choiceSettled,
  moreShown,
  entryToggled,
  formOpened,
  formClosed,
  entrySent,
  draftRestored,
  entryReused,
  draftTitleTyped,
  draftTypeChosen,
  draftSubtypeChosen,
  sectionAdded,
  sectionTyped,
  sectionRemoved,
  entryCreated,
  createdEntryLost,
} = slice.actions
export const {
  selectGlossaryChoice,
  selectAskedChoice,
  selectVisibleCount,
  selectExpandedEntryIds,
  selectLinkedId,
  selectGlossaryVisit,
  selectIsFormOpen,
  selectEntryDraft,
  selectDraftNumber,
} = slice.selectors
export const glossaryReducer = slice.reducer
