import { readKey, writeKey } from './storage.ts'

const CHANGED = 'discordia:term-links'

/** Whether names in texts are links, by the choice of this browser. */
export const readTermLinks = (): boolean => readKey('term_links') !== 'off'

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
