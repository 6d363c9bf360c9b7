import { isComposing } from './keys.ts'
import { SEARCH_BUTTON_ID } from './searchButton.ts'
import { isFreeSlash } from './searchKey.ts'

const isOpenDialog = (): boolean => document.querySelector('[role="dialog"]') !== null

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
    if (!isOpenDialog()) button.click()
  }
  window.addEventListener('keydown', handleKey)
  return () => window.removeEventListener('keydown', handleKey)
}

/** Calls back when the button is pressed; returns a function that stops it. */
export function onClickOf(callback: () => void): () => void {
  const button = document.getElementById(SEARCH_BUTTON_ID)
  button?.addEventListener('click', callback)
  return () => button?.removeEventListener('click', callback)
}
