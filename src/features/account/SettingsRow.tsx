import type { ComponentProps, ReactNode } from 'react'
import { LoadState } from '#src/ui/LoadState.tsx'
import { factOf } from '#src/ui/ShowMore.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'

type LoadProps<Data> = ComponentProps<typeof LoadState<Data>>
type Props<Data> = Pick<LoadProps<Data>, 'result' | 'empty' | 'children'> &
  Pick<ComponentProps<typeof SummaryRow>, 'name' | 'title' | 'hint' | 'lead'> & {
    fact: ReactNode | ((data: Data) => ReactNode)
    /** Bars of the outline while the query loads. */
    bars?: number
  }

export function SettingsRow<Data>({ fact, bars = 1, ...props }: Props<Data>) {
  const { result, empty, children, ...row } = props
  return (
    <SummaryRow {...row} level={4} fact={typeof fact === 'function' ? factOf(result, fact) : fact}>
      <LoadState result={result} skeleton={<SkeletonBars count={bars} />} empty={empty}>
        {children}
      </LoadState>
    </SummaryRow>
  )
}
