import { useCallback } from 'react'
import type { RichText as Tree } from '#contract/schemas/formatting.ts'
import { readTermLinks, storeTermLinks, watchTermLinks } from '#src/platform/termLinks.ts'
import { Button } from './Button.tsx'
import { RichText, type TermRun } from './RichText.tsx'
import { useBrowserFact } from './servedFacts.ts'
import { TermLink } from './TermLink.tsx'
import type { TermParts } from './terms.ts'

type LinkedTextProps = {
  text: string
  tree: Tree | null | undefined
  /** Must stay the same object. */
  parts: TermParts
  className?: string
}

/** A text whose names are links, unless the reader has switched them off. */
export function LinkedText({ text, tree, parts, className }: LinkedTextProps) {
  const isOn = useTermLinks()
  const term = useCallback((run: TermRun) => <TermLink run={run} parts={parts} />, [parts])
  return (
    <RichText
      text={text}
      tree={Array.isArray(tree) ? tree : null}
      term={isOn ? term : undefined}
      {...(className && { className })}
    />
  )
}

const useTermLinks = () => useBrowserFact(readTermLinks, () => true, watchTermLinks)

type SwitchProps = {
  /** Shown if one of them has a link. */
  trees: readonly (Tree | null | undefined)[]
  /** Labels of the button while the links are on and off. */
  labels: { on: string; off: string }
}

/** Switches the links in all texts of this browser on and off. */
export function TermLinksSwitch({ trees, labels }: SwitchProps) {
  const isOn = useTermLinks()
  if (!JSON.stringify(trees).includes('"term":{')) return null
  return (
    <Button
      variant="quiet"
      className="mt-4 -ms-5 print:hidden"
      onClick={() => storeTermLinks(!isOn)}
    >
      {isOn ? labels.on : labels.off}
    </Button>
  )
}
