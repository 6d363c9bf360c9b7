import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'

/** The text once it has not changed for a while; at once when it is empty. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}
