import type { CSSProperties, ReactNode } from 'react'
import type { Elements } from './elements.ts'

type Props = {
  heads: readonly ReactNode[]
  /** How the columns are aligned. */
  sides?: readonly (CSSProperties['textAlign'] | null)[]
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
export const PlainTable = (props: Props) => {
  const { heads, sides, rows, isNamed, caption, children, ...named } = props
  const look = (column: number) => sides && { textAlign: sides[column] ?? 'start' }
  return (
    <table className="desk-table" {...named}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {[...heads.entries()].map(([column, head]) => (
            <th key={column} scope="col" style={look(column)}>
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
                return (
                  <Cell key={column} style={look(column)}>
                    {cell}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      )}
      {children}
    </table>
  )
}
