import type { MouseEvent, ReactNode } from 'react'
import type { Run } from '#contract/formatting.ts'
import { safeUrl } from '#shared/safeUrl.ts'

export type TermRun = {
  readonly kind: 'glossary' | 'rule'
  readonly id: number
  readonly text: string
}
export type Term = (run: TermRun) => ReactNode

/** What all parts of a text know. */
export type Shared = {
  /** Unique in the page. */
  readonly id: string
  readonly level: number | undefined
  readonly term: Term | undefined
}

export const Runs = ({ runs, shared }: { runs: readonly Run[]; shared: Shared }): ReactNode =>
  [...runs.entries()].map(([index, run]) => <RunPart key={index} run={run} shared={shared} />)

function RunPart({ run, shared }: { run: Run; shared: Shared }): ReactNode {
  if (typeof run === 'string') return <span>{run}</span>
  const { text, strong, em, href, note } = run
  if (note !== undefined) return <NoteReference number={note} shared={shared} />
  let part: ReactNode = run.term && shared.term ? shared.term({ ...run.term, text }) : text
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

export const noteId = ({ id }: Shared, number: number): string => `${id}-note-${number}`

type NoteProps = { number: number; shared: Shared }

function NoteReference({ number, shared }: NoteProps) {
  const to = noteId(shared, number)
  return (
    <sup className="font-sans text-xs">
      <Jump role="doc-noteref" to={to} target={`[id="${to}"]`} number={number} />
    </sup>
  )
}

/** From a note to its first reference: several can refer to it. */
export function BackLink({ number, shared }: NoteProps) {
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
      className="py-1 text-gold-deep underline underline-offset-4 hover:text-ink"
    >
      {number}
    </a>
  )
}
