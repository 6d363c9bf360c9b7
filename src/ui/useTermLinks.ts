import { readTermLinks, watchTermLinks } from '#src/platform/termLinks.ts'
import { useBrowserFact } from './useKit.ts'

/** Whether names in texts are links. */
export const useTermLinks = () => useBrowserFact(readTermLinks, () => true, watchTermLinks)
