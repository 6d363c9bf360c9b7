/** Calls back when the window loses the focus and when it regains it; returns the call that stops. */
export function watchWindowFocus(onBlur: () => void, onFocus: () => void): () => void {
  window.addEventListener('blur', onBlur)
  window.addEventListener('focus', onFocus)
  return () => {
    window.removeEventListener('blur', onBlur)
    window.removeEventListener('focus', onFocus)
  }
}
