import { useCallback, useEffect, useMemo, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import {
  type RuleFilters,
  type RuleTab,
  readFilters,
  unfiltered,
  writeFilters,
} from './ruleFilters.ts'

/**
 * `shown` is what the controls say; `asked` is the address, which follows 500 ms after the last change and which
 * the lists are asked for: one request for a burst of changes (behaviour 9), and reload and Back find the page again.
 */
export function useRuleFilters() {
  const [query, setQuery] = useSearchParams()
  const { key } = useLocation()
  const navigation = useNavigationType()
  const asked = useMemo(() => readFilters(query), [query])
  const [state, setState] = useState({ shown: asked, key })

  // Our own writes replace the address. Any other new address, by link or history, is the visitor's word.
  const isOwnWrite = navigation === NavigationType.Replace
  if (state.key !== key) setState({ shown: isOwnWrite ? state.shown : asked, key })
  const { shown } = state

  const address = writeFilters(shown).toString()
  const isSettled = address === writeFilters(asked).toString()
  useEffect(() => {
    if (isSettled) return
    const timer = setTimeout(() => setQuery(address, { replace: true }), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [isSettled, address, setQuery])

  const change = useCallback(
    (changed: Partial<RuleFilters>) =>
      setState((now) => ({ ...now, shown: { ...now.shown, ...changed } })),
    [],
  )
  /** As specified: another tab clears the search and sets the filters to Any (behaviour 2). Nothing waits for it. */
  const chooseTab = (tab: RuleTab) => {
    const filters = unfiltered(tab)
    setState({ shown: filters, key })
    setQuery(writeFilters(filters), { replace: true })
  }
  return {
    shown,
    // The address follows a moment later; a list must never be asked with the filters of the other tab.
    asked: asked.tab === shown.tab ? asked : unfiltered(shown.tab),
    change,
    chooseTab,
  }
}
