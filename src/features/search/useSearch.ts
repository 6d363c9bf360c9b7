import { useEffect, useState, useSyncExternalStore } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'
import { isAlone, onConnectionChange } from '#src/platform/online.ts'
import { useSearchSiteQuery } from '#src/store/search/api.ts'

/** The typed text and the term that is searched: it follows after the debounce, or at once. */
export function useTypedTerm() {
  const [text, setText] = useState('')
  const [term, setTerm] = useState('')
  const wanted = text.trim().replace(/\s+/g, ' ')
  useEffect(() => {
    if (wanted === term) return
    // An empty term starts no call, so it needs no debounce.
    const timer = setTimeout(() => setTerm(wanted), wanted === '' ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, term])
  const search = (typed: string) => {
    setText(typed)
    setTerm(typed.trim().replace(/\s+/g, ' '))
  }
  return { text, setText, term, isTyping: wanted !== term, search }
}

/** Searches again when the network is lost or restored. */
export function useFound(term: string) {
  const isKept = useSyncExternalStore(onConnectionChange, isAlone)
  return useSearchSiteQuery({ q: term, isAlone: isKept }, { skip: term === '' })
}
