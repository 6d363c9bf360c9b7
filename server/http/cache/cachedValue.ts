import type { Area, ResponseCache, Stamp } from './responseCache.ts'

/**
 * Caches a value made from an area in memory, for as long as a response.
 * @param load gets the previous value, of which it may reuse parts
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
