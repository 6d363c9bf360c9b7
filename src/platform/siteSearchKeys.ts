import { isComposing } from './keys.ts'
import { SEARCH_BUTTON_ID } from './searchButton.ts'
import { isFreeSlash } from './searchKey.ts'

const isOpenDialog = (): boolean => document.querySelector('[role="dialog"]') !== null

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/**
 * Presses the button of the search for Ctrl+K or Cmd+K, and for `/` where no page has taken it for a search of its own:
 * those listen to the document, which is asked before the window. Returns the call that stops.
 */
export function pressSearchOnKeys(): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return
    if (!isShortcut(event) && !isFreeSlash(event)) return
    const button = document.getElementById(SEARCH_BUTTON_ID)
    if (!button) return
    // Browsers have an own search at Ctrl+K.
    event.preventDefault()
    if (!isOpenDialog()) button.click()
  }
  window.addEventListener('keydown', handleKey)
  return () => window.removeEventListener('keydown', handleKey)
}

/** Calls back when the button is pressed; returns the call that stops. */
export function onClickOf(callback: () => void): () => void {
  const button = document.getElementById(SEARCH_BUTTON_ID)
  button?.addEventListener('click', callback)
  return () => button?.removeEventListener('click', callback)
}
