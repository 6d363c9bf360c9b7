import { useEffect, useState, useSyncExternalStore } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { isOffline, onConnectionChange } from '#src/platform/online.ts'
import { useSearchListsQuery, useSearchSiteQuery } from '#src/store/search/api.ts'

/** The typed text and the term that is searched: it follows after the debounce, or at once. */
export function useTypedTerm() {
  const [text, setText] = useState('')
  const [term, setTerm] = useState('')
  const wanted = text.trim().replace(/\s+/g, ' ')
  useEffect(() => {
    if (wanted === term) return
    // Without a term nothing is asked for.
    const timer = setTimeout(() => setTerm(wanted), wanted === '' ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, term])
  const search = (typed: string) => {
    setText(typed)
    setTerm(typed.trim().replace(/\s+/g, ' '))
  }
  return { text, setText, term, isTyping: wanted !== term, search }
}

/** By the search of the server; without a network by the specified lists, which a device keeps. */
export function useFound(term: string) {
  const isNothing = term === ''
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  const site = useSearchSiteQuery(term, { skip: isAlone || isNothing })
  const lists = useSearchListsQuery(term, { skip: !isAlone || isNothing })
  return isAlone ? lists : site
}
