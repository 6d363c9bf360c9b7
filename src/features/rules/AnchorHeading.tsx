import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type Props = { anchor: string; children: ReactNode }

/** A heading that is a link to itself, so that a rule can be pointed at. */
export function AnchorHeading({ anchor, children }: Props) {
  const { state } = useLocation() as { state: unknown }
  return (
    <h2
      id={anchor}
      tabIndex={-1}
      className="group font-heading text-2xl font-bold outline-none wrap-anywhere"
    >
      {/* The state goes along: without it the page would have to look for its entry again. */}
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
