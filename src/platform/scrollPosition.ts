import { readTabValue, writeTabValue } from './storage.ts'

const KEY = 'scroll-place'

/**
 * Stores the scroll position under this name when the returned function is called or the page is hidden. Only the last
 * stored position is kept.
 */
export function rememberScroll(name: string): () => void {
  const save = () => writeTabValue(KEY, JSON.stringify([name, Math.round(window.scrollY)]))
  window.addEventListener('pagehide', save)
  return () => {
    window.removeEventListener('pagehide', save)
    save()
  }
}

/** Restores the position of this name, unless the page has been scrolled already. */
export function restoreScroll(name: string): void {
  const [left, top] = readPosition()
  if (left === name && window.scrollY === 0) window.scrollTo(0, top)
}

function readPosition(): [name: unknown, top: number] {
  try {
    const position: unknown = JSON.parse(readTabValue(KEY) ?? 'null')
    return Array.isArray(position) ? [position[0], Number(position[1]) || 0] : [null, 0]
  } catch {
    return [null, 0]
  }
}
