import type { ReactNode } from 'react'
import type { Block, Run, RichText as Tree } from '#contract/schemas/formatting.ts'

/** A text as the site shows it; null: as typed. */
export const RichText = ({ text, tree }: { text: string; tree: Tree | null }) =>
  tree === null ? <p className="desk-text">{text}</p> : <Blocks blocks={tree} />

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  [...blocks.entries()].map(([index, block]) => <BlockPart block={block} key={index} />)

function BlockPart({ block }: { block: Block }): ReactNode {
  if (block.type === 'quote')
    return (
      <blockquote>
        <Blocks blocks={block.blocks} />
      </blockquote>
    )
  if (block.type === 'list') {
    const items = [...block.items.entries()].map(([index, item]) => (
      <li key={index}>
        <Blocks blocks={item} />
      </li>
    ))
    return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
  }
  const runs = [...block.runs.entries()].map(([index, run]) => <RunPart key={index} run={run} />)
  return <p className="desk-text">{block.type === 'heading' ? <strong>{runs}</strong> : runs}</p>
}

function RunPart({ run }: { run: Run }): ReactNode {
  if (typeof run === 'string') return <span>{run}</span>
  const { text, strong, em, href } = run
  let part: ReactNode = text
  if (em) part = <em>{part}</em>
  if (strong) part = <strong>{part}</strong>
  // Links are shown with their targets and cannot be clicked: reviewers check them, and paths belong to the site.
  if (href === undefined) return typeof part === 'string' ? <span>{part}</span> : part
  return (
    <>
      <u>{part}</u> <span className="desk-quiet">{`(${href})`}</span>
    </>
  )
}
