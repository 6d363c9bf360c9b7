import { useEffect, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { rememberScroll, restoreScroll } from '#src/platform/scrollPlace.ts'
import { readRulesState } from './ruleNavigation.ts'

/** Back, reload and the way back from a rule find the page scrolled as it was left, once the list is there. */
export function useScrollPlace(isReady: boolean): void {
  const location = useLocation()
  const navigation = useNavigationType()
  const [isReturn] = useState(
    () => navigation === NavigationType.Pop || readRulesState(location.state).isReturn === true,
  )
  const name = location.pathname + location.search
  // A layout effect: its end comes while the page that is left still stands.
  useLayoutEffect(() => rememberScroll(name), [name])
  useEffect(() => {
    if (isReady && isReturn) restoreScroll(name)
  }, [isReady, isReturn, name])
}
