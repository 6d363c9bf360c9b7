import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppDispatch } from '#src/store/hooks.ts'
import type { Services } from '#src/store/session/services.ts'

/** Gives listeners the router's navigation, for the end of a session. Called once, by the frame around all pages. */
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
