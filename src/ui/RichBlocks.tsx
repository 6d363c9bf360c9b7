import { createElement, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Block, Run } from '#contract/formatting.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { Icon, type IconName } from './Icon.tsx'
import { joined } from './look.ts'
import { Picture } from './Picture.tsx'
import { BackLink, noteId, Runs, type Shared } from './RichRuns.tsx'

type Table = Extract<Block, { type: 'table' }>

const SIDES = { start: 'text-start', center: 'text-center', end: 'text-end' } as const

/** Characters of a cell up to which it is one line: a price and its coin stay together where the table scrolls. */
const SHORT = 20
/** Characters of a word from which it may break anywhere: it would push all other columns out of sight. */
const LONG_WORD = 18

/** A table in a box of its own, which scrolls where the table is wider. */
function RichTable({ table, shared }: { table: Table; shared: Shared }) {
  const { align, head, rows } = table
  const box = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(box)
  const sides = align.map((side) => (side === null || side === 'start' ? undefined : SIDES[side]))
  return (
    <div
      ref={box}
      className="scrolls-aside rounded border border-line"
      // Only a box that scrolls is a stop of Tab.
      {...(isWide && { tabIndex: 0, role: 'group', 'aria-label': nameOf(head) })}
    >
      <table className="tabular w-full border-collapse font-sans text-sm leading-snug whitespace-nowrap">
        <thead>
          <tr className="border-b-2 border-line">
            {[...head.entries()].map(([column, runs]) => (
              <th
                key={column}
                scope="col"
                className={joined(
                  'px-3 py-1.5 align-top',
                  SIDES[align[column] ?? 'start'],
                  widthOf(runs),
                )}
              >
                {contentOf(runs, shared)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {[...rows.entries()].map(([index, row]) => (
            <tr key={index} className="print:break-inside-avoid">
              {row.map((runs, column) => cellOf(runs, column, sides[column], shared))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A table has thousands of cells: what all look like is said by the table, and a short word takes nothing more. */
function cellOf(runs: readonly Run[], column: number, side: string | undefined, shared: Shared) {
  const [first] = runs
  if (runs.length === 1 && typeof first === 'string' && first.length <= SHORT)
    return (
      <td key={column} className={side}>
        {first}
      </td>
    )
  return (
    <td key={column} className={joined(side, widthOf(runs)) || undefined}>
      {contentOf(runs, shared)}
    </td>
  )
}

function contentOf(runs: readonly Run[], shared: Shared): ReactNode {
  const [first, ...others] = runs
  if (typeof first === 'string' && others.length === 0) return first
  return <Runs runs={runs} shared={shared} />
}

function widthOf(runs: readonly Run[]): string | undefined {
  const words = wordsOf(runs)
  if (words.length <= SHORT) return undefined
  const hasLongWord = words.split(/\s/).some(({ length }) => length >= LONG_WORD)
  // Wide enough for a few words in a line, so that no sentence is a column of words.
  return joined('min-w-44 whitespace-normal', hasLongWord && 'wrap-anywhere')
}

const wordsOf = (runs: readonly Run[]): string =>
  runs.map((run) => (typeof run === 'string' ? run : run.text)).join('')

const nameOf = (head: Table['head']): string => head.map(wordsOf).filter(Boolean).join(', ')

/** Whether the box scrolls sideways, also after its width has changed. */
function useIsWide(box: { readonly current: HTMLElement | null }): boolean {
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setIsWide(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return isWide
}

type Image = Extract<Block, { type: 'image' }>

/** From the width of a tablet; a phone has no room beside a picture. */
const SHARES = new Map([
  [25, 'sm:w-1/4'],
  [50, 'sm:w-1/2'],
  [75, 'sm:w-3/4'],
  [100, 'w-full'],
])

function RichImage({ image, shared }: { image: Image; shared: Shared }) {
  const { picture, pictures, alt, caption, share } = image
  const widths = pictures.filter(({ url }) => safeUrl(url, 'file') !== null)
  return (
    <figure className={joined('mx-auto w-fit print:break-inside-avoid', SHARES.get(share ?? 0))}>
      <Picture
        src={safeUrl(picture.url, 'file')}
        fallback={null}
        alt={alt}
        width={picture.width}
        height={picture.height}
        widths={widths}
        sizes="(min-width: 40rem) 40rem, 100vw"
        className={joined('h-auto rounded', share !== null && 'w-full')}
      />
      {caption && (
        <figcaption className="mt-1.5 text-center font-sans text-sm text-ink-soft">
          <Runs runs={caption} shared={shared} />
        </figcaption>
      )}
    </figure>
  )
}

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
