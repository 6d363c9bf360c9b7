import { type ReactNode, useDeferredValue, useId } from 'react'
import type { Elements } from './elements.ts'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'

type CollapseProps = {
  title: ReactNode
  /** Level of the heading around the button; without it there is none. */
  level?: 2 | 3 | 4
  open: boolean
  onToggle: () => void
  /** Marks or actions beside the button, shown open and closed. */
  aside?: Elements
  /** Decorative picture in front of the heading, 56 px high on narrow windows, else 64 px. */
  picture?: Elements
  titleClassName?: string
  className?: string
  children: ReactNode
}

/** A disclosure: a full-width button that mounts and unmounts its content. The press is painted first. */
export function Collapse(props: CollapseProps) {
  const { title, level, open, onToggle, aside, picture, className, children } = props
  const panelId = useId()
  const isDrawn = useDeferredValue(open)
  const button = (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={panelId}
      onClick={onToggle}
      className={joined(
        'flex w-full items-center gap-3 py-2 text-start',
        // The middle of the picture, which stands 6 px below the edge.
        picture ? 'min-h-17 sm:min-h-19' : 'min-h-tap',
      )}
    >
      <Icon
        name="chevronRight"
        className={joined('text-gold-deep transition-transform', open && 'rotate-90')}
      />
      <span className={joined('min-w-0 wrap-anywhere', props.titleClassName)}>{title}</span>
    </button>
  )
  const Heading = level ? (`h${level}` as const) : 'div'
  const header = (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <Heading className="m-0 min-w-0 flex-1">{button}</Heading>
      {aside}
    </div>
  )
  return (
    <div className={className}>
      {picture ? (
        <div className="flex items-start gap-x-3 sm:gap-x-4">
          {picture}
          {header}
        </div>
      ) : (
        header
      )}
      <div id={panelId} hidden={!open}>
        {isDrawn && <div className="transition-opacity starting:opacity-0">{children}</div>}
      </div>
    </div>
  )
}
