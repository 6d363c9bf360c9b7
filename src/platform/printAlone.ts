/**
 * While the page is printed, by a button or by the browser's own command, everything but the element is left out.
 * Returns the call that stops.
 */
export function printAlone(element: HTMLElement): () => void {
  let hidden: HTMLElement[] = []
  const handleBefore = () => {
    hidden = [...othersThan(element)].filter((other) => !other.hidden)
    for (const other of hidden) other.hidden = true
  }
  const handleAfter = () => {
    for (const other of hidden.splice(0)) other.hidden = false
  }
  window.addEventListener('beforeprint', handleBefore)
  window.addEventListener('afterprint', handleAfter)
  return () => {
    handleAfter()
    window.removeEventListener('beforeprint', handleBefore)
    window.removeEventListener('afterprint', handleAfter)
  }
}

/** The siblings of the element and of all that it is in. */
function* othersThan(element: HTMLElement): Generator<HTMLElement> {
  for (let inner = element; inner.parentElement; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children)
      if (sibling !== inner && sibling instanceof HTMLElement) yield sibling
    if (inner.parentElement === document.body) return
  }
}
