import type { Area, ResponseCache, Stamp } from './responseCache.ts'

/**
 * Caches what was read of an area in memory, as long as a response would be.
 * @param load gets the value before, of which it may keep parts
 */
export function cachedValue<Value>(
  responseCache: ResponseCache,
  area: Area,
  load: (before: Value | undefined) => Promise<Value>,
): () => Promise<Value> {
  let last: { readonly stamp: Stamp; readonly value: Promise<Value> } | undefined
  return () => {
    if (last !== undefined && responseCache.isCurrent(last.stamp)) return last.value
    const before = last?.value.catch(() => undefined)
    const entry = {
      stamp: responseCache.stamp(area),
      value: Promise.resolve(before).then(load),
    }
    last = entry
    entry.value.catch(() => {
      if (last === entry) last = undefined
    })
    return entry.value
  }
}
