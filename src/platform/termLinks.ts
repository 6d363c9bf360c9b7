import { readKey, writeKey } from './storage.ts'

const CHANGED = 'discordia:term-links'

/** Whether names in texts are links, by the choice of this browser. */
export const readTermLinks = (): boolean => readKey('term_links') !== 'off'

let shown = 0

/** Counts a link in a text while it is on the page. */
export function countTermLink(): () => void {
  const count = (change: number) => {
    shown += change
    window.dispatchEvent(new Event(CHANGED))
  }
  count(1)
  return () => count(-1)
}

/** Whether there is something to switch off, or on again. */
export const hasTermSwitch = (): boolean => shown > 0 || !readTermLinks()

export function storeTermLinks(isOn: boolean): void {
  writeKey('term_links', isOn ? null : 'off')
  window.dispatchEvent(new Event(CHANGED))
}

export function watchTermLinks(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}
