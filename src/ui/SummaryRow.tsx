import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { Collapse } from './Collapse.tsx'
import type { Elements } from './elements.ts'
import { joined } from './look.ts'
import { Skeleton, SkeletonBlock } from './Skeleton.tsx'

/** A line of fixed height, all of which can be pressed. */
const LINE = {
  header: 'group relative min-h-12 gap-3 font-sans text-ui',
  heading: 'max-w-3/4 shrink-0 font-sans text-ui font-medium sm:w-56',
  button: 'scroll-mt-24 pe-2 after:absolute after:inset-0',
}

type SummaryRowProps = {
  /** Names the row in the URL: `?section={name}` opens it, and `#section-{name}` is its button. */
  name: string
  title: string
  /** Level of the heading around the button. */
  level: 2 | 3 | 4
  /** What is known about the topic, shown beside the title; undefined while it loads. */
  fact: ReactNode
  /** A word at the end of the closed row, for the eye alone; wide screens show it. */
  hint: string
  lead?: string
  /** Reserves room for content that is fetched when the row opens, at the end of a page: its foot must not move. */
  isLate?: boolean
  children: Elements
}

/** One topic as a line that opens in place. Its content gets the focus when its focused control is removed. */
export function SummaryRow(props: SummaryRowProps) {
  const { name, fact, hint, lead, isLate, children, ...line } = props
  const factId = useId()
  const [isOpen, toggle] = useSection(name)
  return (
    <Collapse
      {...line}
      id={`section-${name}`}
      describedBy={factId}
      row={LINE}
      isKept
      open={isOpen}
      onToggle={toggle}
      aside={
        <>
          <div
            id={factId}
            className="line-clamp-3 min-w-0 flex-1 text-end text-ink-soft wrap-anywhere sm:text-start"
          >
            {fact === undefined ? <FactOutline /> : <span>{fact}</span>}
          </div>
          <span
            aria-hidden="true"
            className={joined(
              'text-gold-deep group-hover:underline max-sm:hidden',
              isOpen && 'invisible',
            )}
          >
            {hint}
          </span>
        </>
      }
    >
      <section tabIndex={-1} aria-label={line.title} className="pb-6 outline-none sm:ps-8">
        {lead && <p className="max-w-measure font-sans text-ui text-ink-soft">{lead}</p>}
        <div className={joined('mt-4 flex flex-col items-start gap-4', isLate && 'min-h-128')}>
          {children}
        </div>
      </section>
    </Collapse>
  )
}

const FactOutline = () => (
  <Skeleton className="flex max-sm:justify-end">
    <SkeletonBlock className="h-4 w-24" />
  </Skeleton>
)

const PARAMETER = 'section'

/** Whether the URL opens the section, and a function that changes that; several can be open. */
function useSection(name: string): readonly [isOpen: boolean, toggle: () => void] {
  const [query, setQuery] = useSearchParams()
  const open = query.getAll(PARAMETER)
  const isOpen = open.includes(name)
  const toggle = () => {
    const changed = new URLSearchParams(query)
    changed.delete(PARAMETER)
    const others = open.filter((other) => other !== name)
    for (const other of isOpen ? others : [...others, name]) changed.append(PARAMETER, other)
    setQuery(changed, { replace: true })
  }
  return [isOpen, toggle]
}
