import { useEffect, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { rememberScroll, restoreScroll } from '#src/platform/scrollPosition.ts'
import { isReturn } from './ruleNavigation.ts'

function useUrlKey(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Stores the scroll position when the page is left. Called by the page itself, which unmounts before its parts. */
export function useScrollMemory(): void {
  const key = useUrlKey()
  useLayoutEffect(() => rememberScroll(key), [key])
}

/** Restores the scroll position after Back, a reload and the link back from a rule, once the list is loaded. */
export function useScrollRestoration(isReady: boolean): void {
  const key = useUrlKey()
  const location = useLocation()
  const navigation = useNavigationType()
  const [isWanted] = useState(() => navigation === NavigationType.Pop || isReturn(location.state))
  useEffect(() => {
    if (isReady && isWanted) restoreScroll(key)
  }, [isReady, isWanted, key])
}
