import type { ContentId } from '#contract/ids.ts'

/** Where an item stands: news by publication, events by their beginning. Epoch milliseconds. */
export type Place = {
  readonly id: ContentId
  readonly kind: 'news' | 'event'
  readonly at: number
}

/**
 * What to read after an item. The site's items stand in a circle: all active news, newest first, then all
 * active events, soonest first, then the news again. Next is what follows in the circle, without the item
 * itself; whoever keeps pressing Next has read everything once before anything comes twice.
 * @param circle in that order; the item may be missing, as a past event is
 */
export function nextToRead(circle: readonly Place[], item: Place, count: number): ContentId[] {
  const others = circle.filter(({ id }) => id !== item.id)
  const found = others.findIndex((one) => isAfter(one, item))
  const start = found === -1 ? 0 : found
  return [...others.slice(start), ...others.slice(0, start)].slice(0, count).map(({ id }) => id)
}

function isAfter(one: Place, item: Place): boolean {
  if (one.kind !== item.kind) return one.kind === 'event'
  if (one.kind === 'news') return one.at < item.at || (one.at === item.at && one.id < item.id)
  return one.at > item.at || (one.at === item.at && one.id > item.id)
}
