import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useFormIsDirty } from 'react-admin'
import { useFormState } from 'react-hook-form'

/**
 * Decides how a form takes a newer record of the server. The form starts with the record that its list had, and gets
 * the newest one when that has arrived: edits made until then stay. After a save the form restarts with the record.
 * @returns the options for the form, and the ref for its `EditedFields`
 */
export function useResetOptions() {
  const isEdited = useRef(false)
  const [resetOptions] = useState(() => ({
    get keepDirtyValues() {
      return isEdited.current
    },
  }))
  return { resetOptions, isEdited }
}

/** Writes into the ref whether the form has unsaved changes. Must be a child of the form. */
export const EditedFields = ({ isEdited }: { isEdited: RefObject<boolean> }) => {
  const isDirty = useFormIsDirty()
  const { isSubmitting, isSubmitSuccessful } = useFormState()
  // The form resets itself in an effect of the same commit: layout effects are earlier.
  useLayoutEffect(() => {
    isEdited.current = isDirty && !isSubmitting && !isSubmitSuccessful
  })
  return null
}
