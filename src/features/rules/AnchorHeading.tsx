import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type Props = { anchor: string; children: ReactNode }

/** A heading that links to itself, so that the URL of a section can be copied. */
export function AnchorHeading({ anchor, children }: Props) {
  const { state } = useLocation() as { state: unknown }
  return (
    <h2
      id={anchor}
      tabIndex={-1}
      className="group font-heading text-2xl font-bold outline-none wrap-anywhere"
    >
      {/* Keeps the state: without it the page would search for its entry again. */}
      <Link
        to={`#${anchor}`}
        state={state}
        replace
        className="inline-block py-1 text-inherit no-underline"
      >
        {children}
        <span
          aria-hidden="true"
          className="ms-2 font-sans font-normal text-gold-deep opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100 print:hidden"
        >
          #
        </span>
      </Link>
    </h2>
  )
}
