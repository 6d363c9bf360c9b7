import { listen } from './listen.ts'
import { SEARCH_BUTTON_ID } from './page.ts'

/** Elements that handle the key themselves. */
const KEY_USERS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"]'

/** Whether `/` was pressed outside of fields and dialogs. */
function isFreeSlash(event: KeyboardEvent): boolean {
  // `shiftKey` may be set: on many keyboards the slash is Shift+7.
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.defaultPrevented || isComposing(event)) return false
  return !(event.target instanceof Element && event.target.closest(KEY_USERS))
}

/** Calls back for the `/` key outside of fields and dialogs; returns a function that stops it. */
export function onSearchKey(callback: () => void): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (!isFreeSlash(event)) return
    // The slash must not be typed into the field.
    event.preventDefault()
    callback()
  }
  return listen(document, { keydown: handleKey })
}

/** Calls back for the Escape key, wherever the focus is; returns a function that stops it. */
export const onEscape = (callback: () => void): (() => void) =>
  listen(document, { keydown: ({ key }) => key === 'Escape' && callback() })

/**
 * Whether the key belongs to an input method. Safari ends the composition before the key that confirms it, which code
 * 229 alone gives away.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === 229

/**
 * Calls back for keys (by KeyboardEvent.key) inside the element, or while nothing has the focus; ignores shortcuts.
 * Returns a function that stops it.
 */
export function onKeys(
  within: HTMLElement,
  callbacks: Record<string, (() => void) | undefined>,
): () => void {
  const handleKey = (event: KeyboardEvent) => {
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    const target = event.target
    const isHere = target === document.body || (target instanceof Node && within.contains(target))
    if (isHere && !isShortcut && !isComposing(event)) callbacks[event.key]?.()
  }
  return listen(document, { keydown: handleKey })
}

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/**
 * Presses the button of the search for Ctrl+K or Cmd+K, and for `/` unless the page has used it for its own search:
 * such pages listen on the document, which gets events before the window. Returns a function that stops it.
 */
export function pressSearchOnKeys(): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return
    if (!isShortcut(event) && !isFreeSlash(event)) return
    const button = document.getElementById(SEARCH_BUTTON_ID)
    if (!button) return
    // Ctrl+K opens a search of some browsers.
    event.preventDefault()
    if (!document.querySelector('[role="dialog"]')) button.click()
  }
  return listen(window, { keydown: handleKey })
}
