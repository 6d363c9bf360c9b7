import { type RefObject, useEffect } from 'react'

/** Where keys are letters, or mean something of their own. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]'

type Keys = {
  /** Holds the articles of the queue; their buttons name their keys in `aria-keyshortcuts`. */
  readonly queue: RefObject<HTMLElement | null>
  readonly isOn: boolean
  readonly onHelp: () => void
}

/** Single keys for a queue: j and k walk, the others press a button of the entry that has the focus. */
export function useShortcuts({ queue, isOn, onHelp }: Keys): void {
  useEffect(() => {
    if (!isOn) return undefined
    const handleKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, repeat, isComposing, key, target } = event
      if (ctrlKey || metaKey || altKey || repeat || isComposing) return
      if (target instanceof Element && target.closest(OWN_KEYS)) return
      if (document.querySelector('dialog[open]') !== null) return
      if (key === '?') return onHelp()
      if (press(queue.current, key)) event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}

/** @returns whether the key means something here */
function press(queue: HTMLElement | null, key: string): boolean {
  const entries = [...(queue?.querySelectorAll('article') ?? [])]
  const at = entries.findIndex((entry) => entry.contains(document.activeElement))
  if (key === 'j' || key === 'k') {
    const next = at < 0 ? 0 : key === 'j' ? at + 1 : at - 1
    entries[next]?.focus()
    return entries.length > 0
  }
  if (!entries.some((entry) => buttonOf(entry, key))) return false
  // An act needs an entry that somebody looks at.
  if (at < 0) entries[0]?.focus()
  else buttonOf(entries[at], key)?.click()
  return true
}

const buttonOf = (entry: HTMLElement | undefined, key: string) =>
  [...(entry?.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]:enabled') ?? [])].find(
    (button) => button.getAttribute('aria-keyshortcuts') === key,
  )
