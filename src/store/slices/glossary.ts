import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { ANY, GLOSSARY_PAGE } from '#contract/limits.ts'
import type { GlossarySort } from '#contract/schemas/glossary.ts'
import { sessionEnded } from './session.ts'

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
  /** What the controls show. */
  choice: GlossaryChoice
  /** What the server is asked; follows `choice` after the debounce. */
  asked: GlossaryChoice
  visibleCount: number
  expandedIds: GlossaryEntryId[]
  isFormOpen: boolean
}

const initialState: GlossaryState = {
  choice: NO_CHOICE,
  asked: NO_CHOICE,
  visibleCount: GLOSSARY_PAGE,
  expandedIds: [],
  isFormOpen: false,
}

/** Each change starts the list anew: ten entries, none expanded (SPEC 2, 4). */
function choose(state: GlossaryState, change: Partial<GlossaryChoice>): void {
  Object.assign(state.choice, change)
  state.visibleCount = GLOSSARY_PAGE
  state.expandedIds = []
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
    // The two checkboxes exclude each other (SPEC 2).
    userEntriesToggled: (state) =>
      choose(state, { showUserEntries: !state.choice.showUserEntries, showMyEntries: false }),
    myEntriesToggled: (state) =>
      choose(state, { showMyEntries: !state.choice.showMyEntries, showUserEntries: false }),
    /** A shared address or the back button brought a whole choice; it needs no debounce. */
    choiceRestored: (state, { payload }: PayloadAction<Partial<GlossaryChoice>>) => {
      choose(state, { ...NO_CHOICE, ...payload })
      state.asked = state.choice
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
    /** Both steps of the creation succeeded (SPEC 8, Glossary). */
    entrySent: (state) => {
      choose(state, { showMyEntries: true, showUserEntries: false })
      state.asked = state.choice
      state.isFormOpen = false
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: {
    selectGlossaryChoice: (state) => state.choice,
    selectAskedChoice: (state) => state.asked,
    selectVisibleCount: (state) => state.visibleCount,
    selectExpandedEntryIds: (state) => state.expandedIds,
    selectIsFormOpen: (state) => state.isFormOpen,
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
  choiceSettled,
  moreShown,
  entryToggled,
  formOpened,
  formClosed,
  entrySent,
} = slice.actions
export const {
  selectGlossaryChoice,
  selectAskedChoice,
  selectVisibleCount,
  selectExpandedEntryIds,
  selectIsFormOpen,
} = slice.selectors
export const glossaryReducer = slice.reducer
