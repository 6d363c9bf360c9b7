/** What takes keys for itself: whoever is there is typing, or is in a dialog above the page. */
const BUSY = 'input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"]'

/** Calls back for the `/` key, unless somebody is typing; returns the call that stops. */
export function onSearchKey(callback: () => void): () => void {
  const handleKey = (event: KeyboardEvent) => {
    // Not `shiftKey`: on many keyboards the sign is above the 7.
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || event.isComposing) return
    if (event.target instanceof Element && event.target.closest(BUSY)) return
    // The sign itself must not land in the field.
    event.preventDefault()
    callback()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
