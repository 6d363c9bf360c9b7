import type { ReactNode } from 'react'
import type { LoadResult } from './LoadState.tsx'

/** The fact of a SummaryRow that a query gives: undefined while it loads, null if it has failed. */
export function factOf<Data>(
  { data, error }: LoadResult<Data>,
  say: (data: Data) => ReactNode,
): ReactNode {
  if (data !== undefined) return say(data)
  return error === undefined ? undefined : null
}
