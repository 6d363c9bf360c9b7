import { createSelector } from '@reduxjs/toolkit'
import { useId } from 'react'
import { selectGroups, selectInvites } from '#src/store/groups/selectors.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { joined } from '#src/ui/look.ts'
import { type Crest, crestOf } from './crestOf.ts'

const SHIELD = 'M2 2h44v26c0 13-9 21-22 26C11 49 2 41 2 28Z'

type Row = `${'group' | 'invite'} ${number}`

/** All different: the oldest group keeps its own, and those with an invite come last. */
const selectCrests = createSelector([selectGroups, selectInvites], (groups, invites) => {
  const crests = new Map<Row | undefined, Crest>()
  const add = (row: Row, name: string, crest?: string | null) =>
    crests.set(row, crestOf(name, crest, [...crests.values()]))
  const byAge = (a: { id: number }, b: { id: number }) => a.id - b.id
  for (const { id, name, page } of groups.toSorted(byAge)) add(`group ${id}`, name, page?.crest)
  for (const { id, group_name } of invites.toSorted(byAge)) add(`invite ${id}`, group_name)
  return crests
})

type Props = {
  /** A group of the member or an invite; the crests of other groups differ from those of these. */
  row?: Row
  name: string
  /** The variation that an owner chose in an earlier version; by default the shield of the name alone. */
  crest?: string | null | undefined
  className?: string
}

export function CrestShield({ row, name, crest, className }: Props) {
  const clipId = useId()
  const crests = useAppSelector(selectCrests)
  const { charge, division, tinctures } =
    crests.get(row) ?? crestOf(name, crest, [...crests.values()])
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 48 56"
      className={joined('shrink-0 forced-color-adjust-none', tinctures.charge, className)}
    >
      <clipPath id={clipId}>
        <path d={SHIELD} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <path d="M0 0h48v56H0Z" className={tinctures.first} />
        <path d={division} className={tinctures.second} />
      </g>
      <use
        fill="currentColor"
        href={`/icons/charges.svg#${charge}`}
        x="11"
        y="11"
        width="26"
        height="26"
      />
      <path d={SHIELD} fill="none" strokeWidth="2.5" className="stroke-gold" />
    </svg>
  )
}
