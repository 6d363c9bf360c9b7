import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import type { Elements } from './elements.ts'
import type { LoadResult } from './LoadState.tsx'

type ShowMoreProps = { label: string; onShowMore: () => void; isBusy?: boolean }

/** The button at the end of a growing list. When the last click removes it, the focus moves to the item before the new ones. */
export function ShowMore({ label, onShowMore, isBusy = false }: ShowMoreProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = frame.current
    return () => {
      if (!box?.contains(document.activeElement)) return
      const list = box.previousElementSibling as HTMLElement | null
      const controls = list?.querySelectorAll<HTMLElement>('a[href], button') ?? []
      // A list without controls gets the focus itself.
      const target = [...controls].at(-1) ?? list
      target?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={frame} className="mt-8 flex justify-center">
      <Button icon="chevronDown" busy={isBusy} onClick={onShowMore} className="min-w-44">
        {label}
      </Button>
    </div>
  )
}

/** Rows before the button is pressed. */
export const FIRST_ROWS = 3

type FirstRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  /** All rows are shown without this button. */
  showAll?: string
  children: (row: Row) => ReactElement
}

/** The first rows of a list, and a button for all of it. It gets the focus when its focused control is removed. */
export function FirstRows<Row>({ label, rows, showAll, children }: FirstRowsProps<Row>) {
  const [isWhole, setIsWhole] = useState(showAll === undefined)
  return (
    <>
      <ul
        tabIndex={-1}
        aria-label={label}
        className="w-full max-w-2xl divide-y divide-line outline-none"
      >
        {(isWhole ? rows : rows.slice(0, FIRST_ROWS)).map(children)}
      </ul>
      {showAll && !isWhole && rows.length > FIRST_ROWS && (
        <ShowMore label={showAll} onShowMore={() => setIsWhole(true)} />
      )}
    </>
  )
}

type ThingRowProps = { name: string; facts: Elements; children: Elements }

/** A row about one thing, with its buttons. */
export const ThingRow = ({ name, facts, children }: ThingRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 font-sans">
    <div className="min-w-44 flex-1">
      <p className="text-ui font-medium wrap-anywhere">{name}</p>
      <p className="text-sm text-ink-soft">{facts}</p>
    </div>
    {children}
  </li>
)

/** The fact of a SummaryRow that a query gives: undefined while it loads, null if it has failed. */
export function factOf<Data>(
  { data, error }: LoadResult<Data>,
  say: (data: Data) => ReactNode,
): ReactNode {
  if (data !== undefined) return say(data)
  return error === undefined ? undefined : null
}
