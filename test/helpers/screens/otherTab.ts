import type { StorageKey } from '#src/platform/storage.ts'

/*
 * Another tab of the same browser, as this one sees it: changes of storage, and an event for each key some time after
 * the change.
 */

export type OtherTabWrite = Partial<Record<StorageKey, string | null>>

/** Changes storage only; the events come later. */
export function otherTabWrites(values: OtherTabWrite): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  }
}

/** The events of earlier writes arrive. */
export function otherTabIsHeard(values: OtherTabWrite): void {
  for (const [key, newValue] of Object.entries(values)) {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }
}

/** Both at once. */
export function otherTab(values: OtherTabWrite): void {
  otherTabWrites(values)
  otherTabIsHeard(values)
}
