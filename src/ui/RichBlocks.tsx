import { createElement, type ReactNode, useId } from 'react'
import type { Block } from '#contract/formatting.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { joined } from './look.ts'
import { RichImage } from './RichImage.tsx'
import { BackLink, noteId, Runs, type Shared } from './RichRuns.tsx'
import { RichTable } from './RichTable.tsx'

type Props<Type extends Block['type']> = {
  readonly block: Extract<Block, { type: Type }>
  readonly shared: Shared
}

export const Blocks = ({ blocks, shared }: { blocks: readonly Block[]; shared: Shared }) =>
  [...blocks.entries()].map(([index, block]) => (
    <BlockPart key={index} block={block} shared={shared} />
  ))

const TEXT = 'whitespace-pre-line wrap-anywhere'

function BlockPart({ block, shared }: Props<Block['type']>): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p className={TEXT}>
          <Runs runs={block.runs} shared={shared} />
        </p>
      )
    case 'heading':
      return <Heading block={block} shared={shared} />
    case 'quote':
      return (
        <blockquote className="space-y-[0.9em] border-s-2 border-line ps-4 italic">
          <Blocks blocks={block.blocks} shared={shared} />
        </blockquote>
      )
    case 'callout':
      return <CalloutBox block={block} shared={shared} />
    case 'list':
      return <List block={block} shared={shared} />
    case 'definitions':
      return <Definitions block={block} shared={shared} />
    case 'table':
      return <RichTable table={block} shared={shared} />
    case 'image':
      return <RichImage image={block} shared={shared} />
    case 'divider':
      return <hr className="mx-auto w-24 border-line" />
    case 'footnotes':
      return <Notes block={block} shared={shared} />
    // A node of a later server.
    default:
      return null
  }
}

const HEADINGS = ['text-lg', undefined, 'italic']

function Heading({ block: { level, runs }, shared }: Props<'heading'>) {
  const text = <Runs runs={runs} shared={shared} />
  if (shared.level === undefined)
    return (
      <p className={TEXT}>
        <strong>{text}</strong>
      </p>
    )
  const name = `h${Math.min(6, shared.level + level - 1)}`
  const className = joined('font-heading font-bold pt-1', TEXT, HEADINGS[level - 1])
  return createElement(name, { className }, text)
}

function List({ block: { start, items }, shared }: Props<'list'>) {
  const parts = [...items.entries()].map(([index, item]) => (
    <li key={index}>
      <Blocks blocks={item} shared={shared} />
    </li>
  ))
  if (start === null) return <ul className="list-disc ps-6">{parts}</ul>
  return (
    <ol className="list-decimal ps-6" start={start}>
      {parts}
    </ol>
  )
}

type Callout = Extract<Block, { type: 'callout' }>['kind']

const CALLOUTS: Readonly<Record<Callout, { icon: IconName; border: string; text: string }>> = {
  note: { icon: 'info', border: 'border-gold', text: 'text-gold-deep' },
  tip: { icon: 'success', border: 'border-gold-deep', text: 'text-moss' },
  warning: { icon: 'alert', border: 'border-ember', text: 'text-ember' },
}

function CalloutBox({ block: { kind, title, blocks }, shared }: Props<'callout'>) {
  const titleId = useId()
  const look = CALLOUTS[kind] ?? CALLOUTS.note
  return (
    <div
      role="note"
      aria-labelledby={titleId}
      className={joined(
        'space-y-[0.9em] rounded border-s-4 bg-current/4 px-4 py-3 print:break-inside-avoid',
        look.border,
      )}
    >
      <p className="flex items-start gap-2 font-sans font-bold">
        <Icon name={look.icon} className={joined('mt-1 size-5 shrink-0', look.text)} />
        <span id={titleId} className="min-w-0 wrap-anywhere">
          <Runs runs={title} shared={shared} />
        </span>
      </p>
      <Blocks blocks={blocks} shared={shared} />
    </div>
  )
}

/** Terms beside their texts, as in a block of values; one below the other on phones. */
function Definitions({ block: { items }, shared }: Props<'definitions'>) {
  return (
    <dl className="divide-y divide-line border-t border-b border-line print:break-inside-avoid">
      {[...items.entries()].map(([index, { term, blocks }]) => (
        <div key={index} className="gap-x-4 py-1.5 sm:grid sm:grid-cols-[minmax(7rem,1fr)_3fr]">
          <dt className={joined('font-bold', TEXT)}>
            <Runs runs={term} shared={shared} />
          </dt>
          <dd className="space-y-[0.9em]">
            <Blocks blocks={blocks} shared={shared} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Notes({ block: { notes }, shared }: Props<'footnotes'>) {
  return (
    <div role="doc-endnotes" className="border-t border-line pt-3 text-sm">
      <ol className="grid gap-1">
        {[...notes.entries()].map(([index, runs]) => (
          <li key={index} id={noteId(shared, index + 1)} tabIndex={-1} className="flex gap-2">
            <span>
              <BackLink number={index + 1} shared={shared} />
            </span>
            <span className={joined('min-w-0', TEXT)}>
              <Runs runs={runs} shared={shared} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
