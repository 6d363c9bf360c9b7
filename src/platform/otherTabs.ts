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

/** Calls back when Back or Forward restores this page, which has missed changes. Returns a function that stops it. */
export function onReappearance(listener: () => void): () => void {
  const handleShow = ({ persisted }: PageTransitionEvent) => persisted && listener()
  window.addEventListener('pageshow', handleShow)
  return () => window.removeEventListener('pageshow', handleShow)
}

/** Resolves at the next change of the key by another tab, or after `limitMs`. */
export function nextOtherTabsChange(key: StorageKey, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = onOtherTabsChange((change) => {
      if (change.key === null || change.key === key) finish()
    })
    const timer = setTimeout(finish, limitMs)
    function finish() {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}

/**
 * Runs the work while this tab holds the named lock; `hadToWait` if another tab held it first. If the browser has no
 * locks, or refuses them, the work simply runs.
 */
export async function withLock<T>(
  name: string,
  work: (hadToWait: boolean) => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work(false)

  // Once the work has started, an error of the lock must not start it again.
  let running: Promise<T> | null = null
  const start = (hadToWait: boolean): Promise<T> => {
    running ??= work(hadToWait)
    return running
  }
  try {
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? start(false) : null))
    if (!running) await locks.request(name, () => start(true))
  } catch {
    // A refused lock (opaque origin, page unloading); the error of the work is rethrown below.
  }
  return start(false)
}
