import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { isMuchTyped } from '#src/platform/muchTyped.ts'
import type { AppDispatch, RootState } from './reducer.ts'
import type { Services } from './session/services.ts'
import { formSettled, formTouched, type UnsavedForm } from './unsaved/slice.ts'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()

/** Lets the end of a session navigate. Called once, by the frame around all pages. */
export function useSessionNavigation(): void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      dispatch((_dispatch, _getState, services: Services) => {
        const goTo: Services['goTo'] = (path, state) => void navigate(path, { state })
        services.goTo = goTo
        services.currentPath = () => pathname + search
        return () => {
          if (services.goTo === goTo) services.goTo = () => {}
        }
      }),
    [dispatch, navigate, pathname, search],
  )
}

/** Makes the page ask before it is left, as long as more than a few typed words would be lost (ruling 80). */
export function useUnsaved(
  form: UnsavedForm,
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
