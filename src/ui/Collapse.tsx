import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import type { Elements } from './elements.ts'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'

/** Classes of the parts of a closed row. */
const ROW = { header: 'flex-wrap gap-x-3', heading: 'flex-1', button: 'w-full py-2' }

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
  /** The button's. */
  id?: string
  describedBy?: string
  row?: typeof ROW
  /** Keeps the content mounted once it is drawn, so that nothing typed is lost. */
  isKept?: boolean
  titleClassName?: string
  className?: string
  children: ReactNode
}

/** The one disclosure: a button that mounts its content, and unmounts it unless it is kept. The press is painted first. */
export function Collapse(props: CollapseProps) {
  const { title, level, open, onToggle, aside, picture, row = ROW, className, children } = props
  const panelId = useId()
  const isDrawn = useDeferredValue(open)
  const [wasDrawn, setWasDrawn] = useState(false)
  if (isDrawn && !wasDrawn) setWasDrawn(true)
  const button = (
    <button
      type="button"
      id={props.id}
      aria-expanded={open}
      aria-controls={panelId}
      aria-describedby={props.describedBy}
      onClick={onToggle}
      className={joined(
        'flex items-center gap-3 text-start',
        row.button,
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
    <div className={joined('flex min-w-0 flex-1 items-center', row.header)}>
      <Heading className={joined('m-0 min-w-0', row.heading)}>{button}</Heading>
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
        {(props.isKept ? wasDrawn : isDrawn) && (
          <div className="transition-opacity starting:opacity-0">{children}</div>
        )}
      </div>
    </div>
  )
}
