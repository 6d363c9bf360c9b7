/** Calls back when the window loses the focus and when it regains it; returns a function that stops it. */
export function watchWindowFocus(onBlur: () => void, onFocus: () => void): () => void {
  window.addEventListener('blur', onBlur)
  window.addEventListener('focus', onFocus)
  return () => {
    window.removeEventListener('blur', onBlur)
    window.removeEventListener('focus', onFocus)
  }
}

/**
 * Calls back when the visitor returns to the page from another window, tab or app; returns a function that stops it.
 * Phones report only the visibility, windows side by side only the focus, most browsers both.
 */
export function onReturn(callback: () => void): () => void {
  const handleVisibility = () => document.visibilityState === 'visible' && callback()
  window.addEventListener('focus', callback)
  document.addEventListener('visibilitychange', handleVisibility)
  return () => {
    window.removeEventListener('focus', callback)
    document.removeEventListener('visibilitychange', handleVisibility)
  }
}
