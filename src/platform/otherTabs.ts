import { STORAGE_KEYS, type StorageKey } from './storage.ts'

/** A key that another tab changed; a null key: it cleared the storage. */
type OtherTabsChange = { key: StorageKey | null; value: string | null }

const isOurs = (key: string): key is StorageKey => (STORAGE_KEYS as readonly string[]).includes(key)

/** Calls back when another tab changes one of our keys. Returns a function that stops it. */
export function onOtherTabsChange(listener: (change: OtherTabsChange) => void): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (key === null) listener({ key: null, value: null })
    else if (isOurs(key)) listener({ key, value: newValue })
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
