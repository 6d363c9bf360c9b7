import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose entries go away by what is done to them: it moves to the entry that has
 * taken the place, or to the line that says that there is none.
 * @param ids of the entries, in their order
 */
export function useKeptFocus(
  queue: RefObject<HTMLElement | null>,
  ids: readonly (number | string)[],
): void {
  const last = useRef<{ id: string; place: number } | null>(null)

  useEffect(() => {
    const list = queue.current
    const handleFocus = ({ target }: FocusEvent) => {
      const entries = [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
      const place = entries.findIndex((entry) => entry.contains(target as Node))
      const id = entries[place]?.dataset['entry']
      // A focus in a notice, a dialog or elsewhere on the page: the entry of before is still the one in hand.
      if (id !== undefined) last.current = { id, place }
    }
    list?.addEventListener('focusin', handleFocus)
    return () => list?.removeEventListener('focusin', handleFocus)
  }, [queue])

  useEffect(() => {
    const held = last.current
    if (held === null || ids.map(String).includes(held.id)) return
    last.current = null
    // Whoever has moved on meanwhile stays there.
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const entries = queue.current?.querySelectorAll('article') ?? []
    const next = entries[Math.min(held.place, entries.length - 1)]
    const target = next ?? queue.current?.querySelector<HTMLElement>('[data-empty]')
    target?.focus()
  }, [queue, ids])
}
