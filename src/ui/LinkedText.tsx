import { useCallback } from 'react'
import type { RichText as Tree } from '#contract/formatting.ts'
import type { TermRun } from './RichRuns.tsx'
import { RichText } from './RichText.tsx'
import { TermLink } from './TermLink.tsx'
import type { TermParts } from './terms.ts'
import { useTermLinks } from './useTermLinks.ts'

type LinkedTextProps = {
  text: string
  tree: Tree | null | undefined
  /** Must stay the same object. */
  parts: TermParts
  level?: 2 | 3 | 4 | 5
  className?: string
  lang?: string | undefined
}

/** A text whose names are links, unless the reader has switched them off. */
export function LinkedText({ text, tree, parts, level, className, lang }: LinkedTextProps) {
  const isOn = useTermLinks()
  const term = useCallback((run: TermRun) => <TermLink run={run} parts={parts} />, [parts])
  return (
    <RichText
      text={text}
      tree={Array.isArray(tree) ? tree : null}
      level={level}
      lang={lang}
      term={isOn ? term : undefined}
      {...(className && { className })}
    />
  )
}
