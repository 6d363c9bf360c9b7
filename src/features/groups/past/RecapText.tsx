import type { Recap } from '#contract/past.ts'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { useTermParts } from '../../linking/useTermParts.ts'

/** A recap with its formatting, and with links to what it names. */
export const RecapText = ({ recap: { text, text_rich } }: { recap: Recap }) => (
  <LinkedText text={text} tree={text_rich} parts={useTermParts()} level={5} />
)
