import { useEffect, useState, useSyncExternalStore } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { announcesSearch } from '#src/platform/announcedSearch.ts'
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

/**
 * By the search of the server if it has announced one, else by the specified lists; without a network, too: those are
 * what a device keeps.
 */
export function useFound(term: string) {
  const [isAnnounced] = useState(announcesSearch)
  const isNothing = term === ''
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  const asksSite = isAnnounced && !isAlone
  const site = useSearchSiteQuery(term, { skip: !asksSite || isNothing })
  const lists = useSearchListsQuery(term, { skip: asksSite || isNothing })
  return asksSite ? site : lists
}
