import { readTermLinks, watchTermLinks } from '#src/platform/termLinks.ts'
import { useBrowserFact } from './useKit.ts'

export const useTermLinks = () => useBrowserFact(readTermLinks, () => true, watchTermLinks)
