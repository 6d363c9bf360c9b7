import { isComposing } from './keys.ts'

/** Elements that handle the key themselves. */
const KEY_USERS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"]'

/** Whether `/` was pressed outside of fields and dialogs. */
export function isFreeSlash(event: KeyboardEvent): boolean {
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
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
