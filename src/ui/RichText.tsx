import {
  createElement,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Run, RichText as Tree } from '#contract/formatting.ts'
import { type BlockOf, Blocks, type RichParts, Runs, wordsOf } from '#kit/RichText.tsx'
import { safeUrl } from '#shared/safeUrl.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { joined, plainLinkClasses } from './look.ts'
import { Picture } from './Picture.tsx'
import { Prose } from './Prose.tsx'

export type TermRun = {
  readonly kind: 'glossary' | 'rule'
  readonly id: number
  readonly text: string
}
export type Term = (run: TermRun) => ReactNode

type Shared = {
  /** Unique in the page. */
  readonly id: string
  readonly level: number | undefined
  readonly term: Term | undefined
}

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
      <Blocks blocks={tree} parts={partsOf({ id, level, term })} />
    </div>
  )
}

const TEXT = 'whitespace-pre-line wrap-anywhere'

const classNames: RichParts['classNames'] = {
  text: TEXT,
  quote: 'space-y-[0.9em] border-s-2 border-line ps-4 italic',
  bullets: 'list-disc ps-6',
  numbers: 'list-decimal ps-6',
  // Terms beside their texts, as in a block of values; one below the other on phones.
  definitions: 'divide-y divide-line border-t border-b border-line print:break-inside-avoid',
  pair: 'gap-x-4 py-1.5 sm:grid sm:grid-cols-[minmax(7rem,1fr)_3fr]',
  term: joined('font-bold', TEXT),
  meaning: 'space-y-[0.9em]',
  divider: 'mx-auto w-24 border-line',
}

function partsOf(shared: Shared): RichParts {
  const parts: RichParts = {
    classNames,
    heading: ({ level }, text) => headingOf(level, text, shared),
    callout: (block) => <CalloutBox block={block} parts={parts} />,
    table: (table) => <RichTable table={table} parts={parts} />,
    image: (image) => <RichImage image={image} parts={parts} />,
    footnotes: (block) => <Notes block={block} shared={shared} parts={parts} />,
    reference: (_run, number) => <NoteReference number={number} shared={shared} />,
    name: ({ term, text }) => (term && shared.term ? shared.term({ ...term, text }) : text),
    link: (href, part) => {
      const url = safeUrl(href, 'text')
      if (url === null) return null
      return (
        <a href={url} rel="nofollow ugc noopener" className={plainLinkClasses}>
          {part}
        </a>
      )
    },
  }
  return parts
}

const HEADINGS = ['text-lg', undefined, 'italic']

function headingOf(level: number, text: ReactNode, shared: Shared) {
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

type Callout = BlockOf<'callout'>['kind']

const CALLOUTS: Readonly<Record<Callout, { icon: IconName; border: string; text: string }>> = {
  note: { icon: 'info', border: 'border-gold', text: 'text-gold-deep' },
  tip: { icon: 'success', border: 'border-gold-deep', text: 'text-moss' },
  warning: { icon: 'alert', border: 'border-ember', text: 'text-ember' },
}

function CalloutBox({
  block: { kind, title, blocks },
  parts,
}: {
  block: BlockOf<'callout'>
  parts: RichParts
}) {
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
          <Runs runs={title} parts={parts} />
        </span>
      </p>
      <Blocks blocks={blocks} parts={parts} />
    </div>
  )
}

const SIDES = { start: 'text-start', center: 'text-center', end: 'text-end' } as const

/** Characters of a cell up to which it is one line: a price and its coin stay together where the table scrolls. */
const SHORT = 20
/** Characters of a word from which it may break anywhere: it would push all other columns out of sight. */
const LONG_WORD = 18

/** A table in a box of its own, which scrolls where the table is wider. */
function RichTable({ table, parts }: { table: BlockOf<'table'>; parts: RichParts }) {
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
                {contentOf(runs, parts)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {[...rows.entries()].map(([index, row]) => (
            <tr key={index} className="print:break-inside-avoid">
              {row.map((runs, column) => cellOf(runs, column, sides[column], parts))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A table has thousands of cells: what all look like is said by the table, and a short word takes nothing more. */
function cellOf(runs: readonly Run[], column: number, side: string | undefined, parts: RichParts) {
  const [first] = runs
  if (runs.length === 1 && typeof first === 'string' && first.length <= SHORT)
    return (
      <td key={column} className={side}>
        {first}
      </td>
    )
  return (
    <td key={column} className={joined(side, widthOf(runs)) || undefined}>
      {contentOf(runs, parts)}
    </td>
  )
}

function contentOf(runs: readonly Run[], parts: RichParts): ReactNode {
  const [first, ...others] = runs
  if (typeof first === 'string' && others.length === 0) return first
  return <Runs runs={runs} parts={parts} />
}

function widthOf(runs: readonly Run[]): string | undefined {
  const words = wordsOf(runs)
  if (words.length <= SHORT) return undefined
  const hasLongWord = words.split(/\s/).some(({ length }) => length >= LONG_WORD)
  // Wide enough for a few words in a line, so that no sentence is a column of words.
  return joined('min-w-44 whitespace-normal', hasLongWord && 'wrap-anywhere')
}

const nameOf = (head: BlockOf<'table'>['head']): string =>
  head.map(wordsOf).filter(Boolean).join(', ')

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

/** Widths of a picture in percent, on tablets and larger screens: a phone has no room beside it. */
const SHARES = new Map([
  [25, 'sm:w-1/4'],
  [50, 'sm:w-1/2'],
  [75, 'sm:w-3/4'],
  [100, 'w-full'],
])

function RichImage({ image, parts }: { image: BlockOf<'image'>; parts: RichParts }) {
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
          <Runs runs={caption} parts={parts} />
        </figcaption>
      )}
    </figure>
  )
}

function Notes({
  block: { notes },
  shared,
  parts,
}: {
  block: BlockOf<'footnotes'>
  shared: Shared
  parts: RichParts
}) {
  return (
    <div role="doc-endnotes" className="border-t border-line pt-3 text-sm">
      <ol className="grid gap-1">
        {[...notes.entries()].map(([index, runs]) => (
          <li key={index} id={noteId(shared, index + 1)} tabIndex={-1} className="flex gap-2">
            <span>
              <BackLink number={index + 1} shared={shared} />
            </span>
            <span className={joined('min-w-0', TEXT)}>
              <Runs runs={runs} parts={parts} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const noteId = ({ id }: Shared, number: number): string => `${id}-note-${number}`

type NoteProps = { number: number; shared: Shared }

function NoteReference({ number, shared }: NoteProps) {
  const to = noteId(shared, number)
  return (
    <sup className="font-sans text-xs">
      <Jump role="doc-noteref" to={to} target={`[id="${to}"]`} number={number} />
    </sup>
  )
}

/** Leads from a note to its first reference; several can refer to it. */
function BackLink({ number, shared }: NoteProps) {
  const target = `[role="doc-noteref"][href="#${noteId(shared, number)}"]`
  return <Jump role="doc-backlink" to={shared.id} target={target} number={number} />
}

type JumpProps = { to: string; target: string; number: number; role: string }

/** A link within the page that leaves the URL alone, which names a place of the site. @param target a selector */
function Jump({ to, target, number, role }: JumpProps) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault()
    document.querySelector<HTMLElement>(target)?.focus()
  }
  return (
    <a
      href={`#${to}`}
      role={role}
      onClick={handleClick}
      // A number is a small target: the room around it takes the tap, too.
      className={joined('py-1', plainLinkClasses)}
    >
      {number}
    </a>
  )
}
