import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionEnded } from '../session/slice.ts'

/** Forms whose text is not in the store, and may be long: leaving their page loses it. */
export type UnsavedForm =
  | 'contact'
  | 'nameChange'
  | 'registration'
  | 'planning'
  | 'groupPage'
  | 'opening'
type UnsavedState = { forms: UnsavedForm[] }
const initialState: UnsavedState = { forms: [] }

const slice = createSlice({
  name: 'unsaved',
  initialState,
  reducers: {
    formTouched: ({ forms }, { payload }: PayloadAction<UnsavedForm>) => {
      if (!forms.includes(payload)) forms.push(payload)
    },
    /** The form was sent, saved, reverted, or removed with its page. */
    formSettled: (state, { payload }: PayloadAction<UnsavedForm>) => {
      state.forms = state.forms.filter((form) => form !== payload)
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectIsFormUnsaved: (state) => state.forms.length > 0 },
})

export const { formTouched, formSettled } = slice.actions
export const { selectIsFormUnsaved } = slice.selectors
export const unsavedReducer = slice.reducer
