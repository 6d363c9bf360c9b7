import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { PageFacts } from '#contract/pages.ts'
import { type KitFacts, kitIn, kitText, kitUrl } from '#src/platform/page.ts'

/** What the community has set, as far as the pages must know it; null on a site without a kit. */
export function useKit(): KitFacts | null {
  const text = useBrowserFact(kitText, ({ kit }) =>
    kit === undefined ? null : JSON.stringify(kit),
  )
  return useMemo(() => kitIn(text), [text])
}

/** Makes the URL of a picture of the site that a community may have replaced; all others stay. */
export function useSitePicture(): (path: string) => string {
  const kit = useKit()
  return (path) => (path.startsWith('/images/') ? kitUrl(path, kit) : path)
}

/** Facts of the rendered page; null in a tree that the server has not rendered. */
export const ServedFacts = createContext<PageFacts | null>(null)

const never = () => () => {}

/** False on the server and during the hydration of what it has rendered. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

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
