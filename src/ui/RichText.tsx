import { type ReactNode, useId } from 'react'
import type { RichText as Tree } from '#contract/formatting.ts'
import { joined } from './look.ts'
import { Prose } from './Prose.tsx'
import { Blocks } from './RichBlocks.tsx'
import type { Term } from './RichRuns.tsx'

type RichTextProps = {
  /** The typed text; shown if there is no tree. */
  text: string
  tree?: Tree | null | undefined
  /** Level of the first headings in the text; without it they are bold lines. */
  level?: 2 | 3 | 4 | 5 | undefined
  /** Renders a name that can be linked to what it names; without it, names are plain text. */
  term?: Term | undefined
  className?: string
  lang?: string | undefined
}

/** A text with the formatting of its tree, which the server has made of it. */
export function RichText({ text, tree, level, term, className, lang }: RichTextProps): ReactNode {
  const id = useId()
  if (tree == null) return <Prose text={text} lang={lang} {...(className && { className })} />
  return (
    <div
      id={id}
      lang={lang}
      className={joined('max-w-measure space-y-[0.9em] font-body', className)}
    >
      <Blocks blocks={tree} shared={{ id, level, term }} />
    </div>
  )
}
