import { readTabValue, writeTabValue } from './storage.ts'

const KEY = 'scroll-place'

/**
 * Remembers how far the page is scrolled when the returned function is called or the tab goes away. The name
 * says what is on the page: only the last one that was left is kept.
 */
export function rememberScroll(name: string): () => void {
  const save = () => writeTabValue(KEY, JSON.stringify([name, Math.round(window.scrollY)]))
  window.addEventListener('pagehide', save)
  return () => {
    window.removeEventListener('pagehide', save)
    save()
  }
}

/** Scrolls to where the page of this name was left, unless it has been scrolled again since it appeared. */
export function restoreScroll(name: string): void {
  const [left, top] = readPlace()
  if (left === name && window.scrollY === 0) window.scrollTo(0, top)
}

function readPlace(): [name: unknown, top: number] {
  try {
    const place: unknown = JSON.parse(readTabValue(KEY) ?? 'null')
    return Array.isArray(place) ? [place[0], Number(place[1]) || 0] : [null, 0]
  } catch {
    return [null, 0]
  }
}
