import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PageFacts } from '#contract/pages.ts'

/** Facts of the rendered page; null in a tree that the server has not rendered. */
export const ServedFacts = createContext<PageFacts | null>(null)

const never = () => () => {}

/**
 * A fact that only the browser knows for sure. The server's value is rendered on the server and during hydration, the
 * browser's own right after that.
 * @param read must return an equal value until it changes
 */
export function useBrowserFact<Value>(
  read: () => Value,
  onServer: (facts: PageFacts) => Value,
  watch: (onChange: () => void) => () => void = never,
): Value {
  const facts = useContext(ServedFacts)
  return useSyncExternalStore(watch, read, () => (facts ? onServer(facts) : read()))
}
