import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { GLOSSARY_PAGE, type GlossarySort } from '#contract/glossary.ts'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { ANY } from '#contract/lists.ts'
import { sessionEnded } from '../session/slice.ts'
import { type GlossaryFilters, glossaryApi } from './api.ts'

export const NO_FILTERS: GlossaryFilters = {
  search: '',
  type: ANY,
  subtype: ANY,
  showUserEntries: false,
  showMyEntries: false,
  sort: 'Alphabetical',
}

type GlossaryState = {
  /** History key of the visit that the filters belong to; null while the page is not open. */
  visit: string | null
  /** Values of the controls. */
  filters: GlossaryFilters
  /** Filters of the call; they follow `filters` after the debounce. */
  appliedFilters: GlossaryFilters
  visibleCount: number
  expandedIds: GlossaryEntryId[]
  /** The entry in the URL: shown whatever its position in the list. */
  linkedId: GlossaryEntryId | null
}

const initialState: GlossaryState = {
  visit: null,
  filters: NO_FILTERS,
  appliedFilters: NO_FILTERS,
  visibleCount: GLOSSARY_PAGE,
  expandedIds: [],
  linkedId: null,
}

type Restored = { visit: string; filters: GlossaryFilters; entryId: GlossaryEntryId | null }

/** Each change resets the list: ten entries, all collapsed (behaviour 4.8). */
function change(state: GlossaryState, changed: Partial<GlossaryFilters>): void {
  Object.assign(state.filters, changed)
  state.visibleCount = GLOSSARY_PAGE
  state.linkedId = null
  // Not a new array per keystroke, which would render every card again.
  if (state.expandedIds.length > 0) state.expandedIds = []
}

const { createGlossarySubEntries, deleteGlossaryEntry } = glossaryApi.endpoints

const slice = createSlice({
  name: 'glossary',
  initialState,
  reducers: {
    searchTyped: (state, { payload }: PayloadAction<string>) => change(state, { search: payload }),
    typeChosen: (state, { payload }: PayloadAction<GlossaryFilters['type']>) =>
      change(state, { type: payload, subtype: ANY }),
    subtypeChosen: (state, { payload }: PayloadAction<GlossaryFilters['subtype']>) =>
      change(state, { subtype: payload }),
    sortChosen: (state, { payload }: PayloadAction<GlossarySort>) =>
      change(state, { sort: payload }),
    // The two checkboxes exclude each other (behaviour 2.12).
    userEntriesToggled: (state) =>
      change(state, { showUserEntries: !state.filters.showUserEntries, showMyEntries: false }),
    myEntriesToggled: (state) =>
      change(state, { showMyEntries: !state.filters.showMyEntries, showUserEntries: false }),
    /** Read from the URL of a visit; applied without debounce. */
    filtersRestored: (state, { payload }: PayloadAction<Restored>) => {
      change(state, payload.filters)
      state.appliedFilters = state.filters
      state.visit = payload.visit
      state.linkedId = payload.entryId
      if (payload.entryId !== null) state.expandedIds = [payload.entryId]
    },
    pageLeft: (state) => {
      state.visit = null
    },
    filtersApplied: (state) => {
      state.appliedFilters = state.filters
    },
    moreShown: (state) => {
      state.visibleCount += GLOSSARY_PAGE
    },
    entryToggled: ({ expandedIds }, { payload }: PayloadAction<GlossaryEntryId>) => {
      const index = expandedIds.indexOf(payload)
      if (index === -1) expandedIds.push(payload)
      else expandedIds.splice(index, 1)
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, () => initialState)
      // Both steps of a creation are done: the list shows the own entries (behaviour 8.7).
      .addMatcher(createGlossarySubEntries.matchFulfilled, (state) => {
        change(state, { showMyEntries: true, showUserEntries: false })
        state.appliedFilters = state.filters
      })
      .addMatcher(deleteGlossaryEntry.matchFulfilled, (state, { meta: { arg } }) => {
        if (state.linkedId === arg.originalArgs) state.linkedId = null
      }),
})

export const glossaryActions = slice.actions
export const glossaryReducer = slice.reducer
