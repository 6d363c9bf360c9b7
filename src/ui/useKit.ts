import { useMemo } from 'react'
import { type KitFacts, kitIn, kitText, kitUrl } from '#src/platform/kit.ts'
import { useBrowserFact } from './servedFacts.ts'

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
