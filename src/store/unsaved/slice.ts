import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionEnded } from '../session/slice.ts'

/** Forms with a long text that leaving their page would lose, by the names that the text is kept under. */
type UnsavedState = { forms: string[] }
const initialState: UnsavedState = { forms: [] }

const slice = createSlice({
  name: 'unsaved',
  initialState,
  reducers: {
    formTouched: ({ forms }, { payload }: PayloadAction<string>) => {
      if (!forms.includes(payload)) forms.push(payload)
    },
    /** The form was sent, saved, reverted, or removed with its page. */
    formSettled: (state, { payload }: PayloadAction<string>) => {
      state.forms = state.forms.filter((form) => form !== payload)
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectIsFormUnsaved: (state) => state.forms.length > 0 },
})

export const { formTouched, formSettled } = slice.actions
export const { selectIsFormUnsaved } = slice.selectors
export const unsavedReducer = slice.reducer
