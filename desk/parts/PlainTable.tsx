import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'

type Props = {
  heads: readonly string[]
  rows?: readonly (readonly ReactNode[])[]
  /** The first cell of a row names it. */
  isNamed?: boolean
  caption?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  /** Bodies of another kind. */
  children?: Elements
}

/** A table of texts, whose rows have no other key than their place. */
export const PlainTable = ({ heads, rows, isNamed, caption, children, ...named }: Props) => (
  <table className="desk-table" {...named}>
    {caption && <caption>{caption}</caption>}
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    {rows && (
      <tbody>
        {[...rows.entries()].map(([at, cells]) => (
          <tr key={at}>
            {[...cells.entries()].map(([column, cell]) => {
              const Cell = isNamed && column === 0 ? 'th' : 'td'
              return <Cell key={column}>{cell}</Cell>
            })}
          </tr>
        ))}
      </tbody>
    )}
    {children}
  </table>
)
