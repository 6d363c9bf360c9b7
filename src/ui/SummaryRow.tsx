import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Elements } from './elements.ts'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { Skeleton, SkeletonBlock } from './Skeleton.tsx'

type SummaryRowProps = {
  /** Names the row in the URL: `?section={name}` opens it, and `#section-{name}` is its button. */
  name: string
  title: string
  /** Level of the heading around the button. */
  level: 3 | 4
  /** What is known about the topic, shown beside the title; undefined while it loads. */
  fact: ReactNode
  /** A word at the end of the closed row, for the eye alone; wide screens show it. */
  hint: string
  lead?: string
  children: Elements
}

/**
 * One topic as a line of fixed height that opens in place. Its content is drawn when it is first opened and then stays
 * mounted, so that nothing typed is lost. The content gets the focus when its focused control is removed.
 */
export function SummaryRow({ lead, children, ...line }: SummaryRowProps) {
  const id = useId()
  const [isOpen, toggle] = useSection(line.name)
  // The press is painted first.
  const isDrawn = useDeferredValue(isOpen)
  const [wasDrawn, setWasDrawn] = useState(false)
  if (isDrawn && !wasDrawn) setWasDrawn(true)
  return (
    <div>
      <Line {...line} id={id} isOpen={isOpen} onToggle={toggle} />
      <section
        id={`${id}panel`}
        hidden={!isOpen}
        tabIndex={-1}
        aria-labelledby={`${id}title`}
        className="pb-6 outline-none sm:ps-8"
      >
        {wasDrawn && (
          <>
            {lead && <p className="max-w-measure font-sans text-ui text-ink-soft">{lead}</p>}
            <div className="mt-4 flex flex-col items-start gap-4">{children}</div>
          </>
        )}
      </section>
    </div>
  )
}

type LineProps = Omit<SummaryRowProps, 'lead' | 'children'> & {
  id: string
  isOpen: boolean
  onToggle: () => void
}

/** The whole line can be pressed. */
function Line({ id, name, title, level, fact, hint, isOpen, onToggle }: LineProps) {
  const Heading = `h${level}` as const
  return (
    <div className="group relative flex min-h-12 items-center gap-3 font-sans text-ui">
      <Heading className="max-w-3/4 shrink-0 font-sans text-ui font-medium sm:w-56">
        <button
          type="button"
          id={`section-${name}`}
          aria-expanded={isOpen}
          aria-controls={`${id}panel`}
          aria-describedby={`${id}fact`}
          onClick={onToggle}
          className="flex min-h-tap scroll-mt-24 items-center gap-3 pe-2 text-start after:absolute after:inset-0"
        >
          <Icon
            name="chevronRight"
            className={joined('text-gold-deep transition-transform', isOpen && 'rotate-90')}
          />
          <span id={`${id}title`} className="min-w-0 wrap-anywhere">
            {title}
          </span>
        </button>
      </Heading>
      <div
        id={`${id}fact`}
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
    </div>
  )
}

function FactOutline() {
  return (
    <Skeleton className="flex max-sm:justify-end">
      <SkeletonBlock className="h-4 w-24" />
    </Skeleton>
  )
}

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
