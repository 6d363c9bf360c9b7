import { type RefObject, useEffect } from 'react'

/** Elements that use the keys themselves. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]'

type Keys = {
  /** Holds the articles of the queue; their buttons name their keys in `aria-keyshortcuts`. */
  readonly queue: RefObject<HTMLElement | null>
  readonly isOn: boolean
  readonly onHelp: () => void
}

/** Single keys for a queue: j and k move the focus, the others click a button of the entry with the focus. */
export function useShortcuts({ queue, isOn, onHelp }: Keys): void {
  useEffect(() => {
    if (!isOn) return undefined
    const handleKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, repeat, key, target } = event
      // The key that ends a composition has code 229 alone in Safari.
      const isComposing = event.isComposing || event.keyCode === 229
      if (ctrlKey || metaKey || altKey || repeat || isComposing) return
      if (target instanceof Element && target.closest(OWN_KEYS)) return
      if (document.querySelector('dialog[open]') !== null) return
      if (key === '?') return onHelp()
      if (handle(queue.current, key)) event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}

/** @returns whether the key has a function */
function handle(queue: HTMLElement | null, key: string): boolean {
  const entries = [...(queue?.querySelectorAll('article') ?? [])]
  const at = entries.findIndex((entry) => entry.contains(document.activeElement))
  if (key === 'j' || key === 'k') {
    const next = at < 0 ? 0 : key === 'j' ? at + 1 : at - 1
    entries[next]?.focus()
    return entries.length > 0
  }
  if (!entries.some((entry) => buttonOf(entry, key))) return false
  // The first key only focuses an entry, so that none is changed unseen.
  if (at < 0) entries[0]?.focus()
  else buttonOf(entries[at], key)?.click()
  return true
}

const buttonOf = (entry: HTMLElement | undefined, key: string) =>
  [...(entry?.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]:enabled') ?? [])].find(
    (button) => button.getAttribute('aria-keyshortcuts') === key,
  )
