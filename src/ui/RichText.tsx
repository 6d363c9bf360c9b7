import type { ReactNode } from 'react'
import { safeUrl } from '#contract/safeUrl.ts'
import type { Block, Run, RichText as Tree } from '#contract/schemas/formatting.ts'
import { joined } from './look.ts'
import { Prose } from './Prose.tsx'

export type TermRun = {
  readonly kind: 'glossary' | 'rule'
  readonly id: number
  readonly text: string
}

type RichTextProps = {
  /** The typed text; shown if there is no tree. */
  text: string
  tree?: Tree | null | undefined
  /** Renders a name that can be linked to what it names; without it, names are plain text. */
  term?: ((run: TermRun) => ReactNode) | undefined
  className?: string
}

/** A text with the formatting of its tree, which the server has made of it. */
export function RichText({ text, tree, term, className }: RichTextProps) {
  if (tree == null) return <Prose text={text} {...(className && { className })} />
  return (
    <div className={joined('max-w-measure space-y-[0.9em] font-body', className)}>
      {blocks(tree, term)}
    </div>
  )
}

type Term = RichTextProps['term']

const blocks = (tree: readonly Block[], term: Term): ReactNode =>
  [...tree.entries()].map(([index, block]) => <BlockPart key={index} block={block} term={term} />)

const TEXT = 'whitespace-pre-line wrap-anywhere'

function BlockPart({ block, term }: { block: Block; term: Term }): ReactNode {
  if (block.type === 'quote') {
    return (
      <blockquote className="space-y-[0.9em] border-s-2 border-line ps-4 italic">
        {blocks(block.blocks, term)}
      </blockquote>
    )
  }
  if (block.type === 'list') {
    const items = [...block.items.entries()].map(([index, item]) => (
      <li key={index}>{blocks(item, term)}</li>
    ))
    if (block.start === null) return <ul className="list-disc ps-6">{items}</ul>
    return (
      <ol className="list-decimal ps-6" start={block.start}>
        {items}
      </ol>
    )
  }
  const parts = [...block.runs.entries()].map(([index, run]) => (
    <RunPart key={index} run={run} term={term} />
  ))
  if (block.type === 'paragraph') return <p className={TEXT}>{parts}</p>
  // No heading element, because the text may stand at any level of the page.
  return (
    <p className={TEXT}>
      <strong>{parts}</strong>
    </p>
  )
}

function RunPart({ run, term }: { run: Run; term: Term }): ReactNode {
  if (typeof run === 'string') return <span>{run}</span>
  const { text, strong, em, href } = run
  let part: ReactNode = run.term && term ? term({ ...run.term, text }) : text
  if (em) part = <em>{part}</em>
  if (strong) part = <strong>{part}</strong>
  const url = safeUrl(href, 'text')
  if (url === null) return typeof part === 'string' ? <span>{part}</span> : part
  return (
    <a
      href={url}
      rel="nofollow ugc noopener"
      className="text-gold-deep underline underline-offset-4 hover:text-ink"
    >
      {part}
    </a>
  )
}
