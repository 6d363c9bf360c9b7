import { listen } from './listen.ts'

/** Long enough for a browser to start reading the blob. */
const REVOKE_AFTER_MS = 60_000

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveUrl(url, name)
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}

export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Prints only the element, whether a button or the browser's own command prints the page. It is a ref: it returns a
 * function that stops it.
 */
export function printAlone(element: HTMLDivElement): () => void {
  let hidden: HTMLElement[] = []
  const hide = () => {
    hidden = [...othersThan(element)].filter((other) => !other.hidden)
    for (const other of hidden) other.hidden = true
  }
  const showAgain = () => {
    for (const other of hidden.splice(0)) other.hidden = false
  }
  const stop = listen(window, { beforeprint: hide, afterprint: showAgain })
  return () => {
    showAgain()
    stop()
  }
}

/** Siblings of the element and of all its ancestors. */
function* othersThan(element: HTMLElement): Generator<HTMLElement> {
  for (let inner = element; inner.parentElement; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children)
      if (sibling !== inner && sibling instanceof HTMLElement) yield sibling
    if (inner.parentElement === document.body) return
  }
}
