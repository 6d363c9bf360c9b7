import { readTermLinks, watchTermLinks } from '#src/platform/termLinks.ts'
import { useBrowserFact } from './servedFacts.ts'

/** Whether names in texts are links. */
export const useTermLinks = () => useBrowserFact(readTermLinks, () => true, watchTermLinks)
