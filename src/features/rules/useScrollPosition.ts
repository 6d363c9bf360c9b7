import { useEffect, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { rememberScroll, restoreScroll } from '#src/platform/scrollPosition.ts'
import { readRulesState } from './ruleNavigation.ts'

function usePlaceName(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Remembers how far the page is scrolled when it is left. For the page itself: it ends before its parts are gone. */
export function useRememberedScroll(): void {
  const name = usePlaceName()
  useLayoutEffect(() => rememberScroll(name), [name])
}

/** Back, reload and the way back from a rule find the page scrolled as it was left, once the list is there. */
export function useRestoredScroll(isReady: boolean): void {
  const name = usePlaceName()
  const location = useLocation()
  const navigation = useNavigationType()
  const [isReturn] = useState(
    () => navigation === NavigationType.Pop || readRulesState(location.state).isReturn === true,
  )
  useEffect(() => {
    if (isReady && isReturn) restoreScroll(name)
  }, [isReady, isReturn, name])
}
