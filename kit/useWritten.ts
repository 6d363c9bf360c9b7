import { useEffect, useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'

/** A text of a form, as it is typed. */
export type WrittenText = { readonly title: string; readonly text: string }

/** The texts that are not blank, debounced. Compared by value: a form makes a new array whenever it renders. */
export function useWritten(written: readonly WrittenText[]): readonly WrittenText[] {
  const now = JSON.stringify(written.filter(({ text }) => text.trim() !== ''))
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [now])
  return useMemo(() => JSON.parse(settled) as readonly WrittenText[], [settled])
}
