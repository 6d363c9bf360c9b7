import type { ContentId } from '#contract/ids.ts'
import type { ContentKind } from '#contract/sets.ts'

export type ReadingItem = {
  readonly id: ContentId
  readonly kind: ContentKind
  /** Publication of news, start of an event. Epoch milliseconds. */
  readonly timestamp: number
}

/**
 * The articles that follow one in a circle: all active news, newest first, then all active events, soonest first, then
 * the news again. Repeated clicks on Next Article lead through every article before one is repeated.
 * @param circle in that order; the article may be missing, as a past event is
 */
export function nextToRead(
  circle: readonly ReadingItem[],
  article: ReadingItem,
  count: number,
): ContentId[] {
  const others = circle.filter(({ id }) => id !== article.id)
  const found = others.findIndex((other) => follows(other, article))
  const start = found === -1 ? 0 : found
  return [...others.slice(start), ...others.slice(0, start)].slice(0, count).map(({ id }) => id)
}

function follows(other: ReadingItem, article: ReadingItem): boolean {
  if (other.kind !== article.kind) return other.kind === 'event'
  const [later, earlier] = other.kind === 'news' ? [article, other] : [other, article]
  return (
    later.timestamp > earlier.timestamp ||
    (later.timestamp === earlier.timestamp && later.id > earlier.id)
  )
}
