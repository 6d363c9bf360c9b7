import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { isMuchTyped } from '#src/platform/keptTexts.ts'
import type { AppDispatch, RootState } from './reducer.ts'
import { formSettled, formTouched } from './unsaved/slice.ts'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()

/**
 * Asks before the page is left if more than a few typed words would be lost (ruling 80).
 * @param form the name that the text is kept under: leaving all the same discards it
 */
export function useUnsaved(
  form: string,
  texts: readonly string[],
  saved?: readonly string[],
): void {
  const dispatch = useAppDispatch()
  const isUnsaved = isMuchTyped(texts, saved)
  useEffect(() => {
    if (!isUnsaved) return
    dispatch(formTouched(form))
    return () => void dispatch(formSettled(form))
  }, [dispatch, form, isUnsaved])
}
