import type { ReactNode } from 'react'
import type { Block, Run } from '#contract/formatting.ts'

export type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>
type MarkedRun = Exclude<Run, string>

/** The look of a text: class names, and the parts that each side draws in its own way. */
export type RichParts = {
  readonly classNames: Readonly<
    Record<'text', string> &
      Partial<
        Record<
          'quote' | 'bullets' | 'numbers' | 'definitions' | 'pair' | 'term' | 'meaning' | 'divider',
          string
        >
      >
  >
  readonly heading: (block: BlockOf<'heading'>, text: ReactNode) => ReactNode
  readonly callout: (block: BlockOf<'callout'>) => ReactNode
  readonly table: (block: BlockOf<'table'>) => ReactNode
  readonly image: (block: BlockOf<'image'>) => ReactNode
  readonly footnotes: (block: BlockOf<'footnotes'>) => ReactNode
  /** A reference to a footnote. */
  readonly reference: (run: MarkedRun, number: number) => ReactNode
  /** A name that is linked to what it names; by default its text. */
  readonly name?: (run: MarkedRun) => ReactNode
  /** Null for an address that is not shown. */
  readonly link: (href: string, part: ReactNode) => ReactNode
}

type Shared = { parts: RichParts }

export const Blocks = ({ blocks, parts }: Shared & { blocks: readonly Block[] }) =>
  [...blocks.entries()].map(([index, block]) => (
    <BlockPart key={index} block={block} parts={parts} />
  ))

function BlockPart({ block, parts }: Shared & { block: Block }): ReactNode {
  const { classNames } = parts
  switch (block.type) {
    case 'paragraph':
      return (
        <p className={classNames.text}>
          <Runs runs={block.runs} parts={parts} />
        </p>
      )
    case 'heading':
      return parts.heading(block, <Runs runs={block.runs} parts={parts} />)
    case 'quote':
      return (
        <blockquote className={classNames.quote}>
          <Blocks blocks={block.blocks} parts={parts} />
        </blockquote>
      )
    case 'list':
      return <List block={block} parts={parts} />
    case 'definitions':
      return <Definitions block={block} parts={parts} />
    case 'divider':
      return <hr className={classNames.divider} />
    case 'callout':
      return parts.callout(block)
    case 'table':
      return parts.table(block)
    case 'image':
      return parts.image(block)
    case 'footnotes':
      return parts.footnotes(block)
    // A node of a later server.
    default:
      return null
  }
}

function List({ block: { items, start }, parts }: Shared & { block: BlockOf<'list'> }) {
  const rows = [...items.entries()].map(([index, item]) => (
    <li key={index}>
      <Blocks blocks={item} parts={parts} />
    </li>
  ))
  const { bullets, numbers } = parts.classNames
  if (start === null) return <ul className={bullets}>{rows}</ul>
  return (
    <ol className={numbers} start={start}>
      {rows}
    </ol>
  )
}

function Definitions({ block: { items }, parts }: Shared & { block: BlockOf<'definitions'> }) {
  const { definitions, pair, term: termClass, meaning } = parts.classNames
  return (
    <dl className={definitions}>
      {[...items.entries()].map(([index, { term, blocks }]) => (
        <div key={index} className={pair}>
          <dt className={termClass}>
            <Runs runs={term} parts={parts} />
          </dt>
          <dd className={meaning}>
            <Blocks blocks={blocks} parts={parts} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const Runs = ({ runs, parts }: Shared & { runs: readonly Run[] }): ReactNode =>
  [...runs.entries()].map(([index, run]) => <RunPart key={index} run={run} parts={parts} />)

function RunPart({ run, parts }: Shared & { run: Run }): ReactNode {
  if (typeof run === 'string') return <span>{run}</span>
  const { text, strong, em, href, note } = run
  if (note !== undefined) return parts.reference(run, note)
  let part: ReactNode = parts.name?.(run) ?? text
  if (em) part = <em>{part}</em>
  if (strong) part = <strong>{part}</strong>
  const linked = href === undefined ? null : parts.link(href, part)
  return linked ?? (typeof part === 'string' ? <span>{part}</span> : part)
}

export const wordsOf = (runs: readonly Run[]): string =>
  runs.map((run) => (typeof run === 'string' ? run : run.text)).join('')
