import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Block, Run } from '#contract/formatting.ts'
import { joined } from './look.ts'
import { Runs, type Shared } from './RichRuns.tsx'

type Table = Extract<Block, { type: 'table' }>

const SIDES = { start: 'text-start', center: 'text-center', end: 'text-end' } as const

/** Characters of a cell up to which it is one line: a price and its coin stay together where the table scrolls. */
const SHORT = 20
/** Characters of a word from which it may break anywhere: it would push all other columns out of sight. */
const LONG_WORD = 18

/** A table in a box of its own, which scrolls where the table is wider. */
export function RichTable({ table, shared }: { table: Table; shared: Shared }) {
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
