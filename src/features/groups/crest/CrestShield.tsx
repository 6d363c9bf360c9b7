import { useId } from 'react'
import { joined } from '#src/ui/look.ts'
import { crestOf } from './crestOf.ts'

const SHIELD = 'M2 2h44v26c0 13-9 21-22 26C11 49 2 41 2 28Z'

type Props = {
  name: string
  /** The variation that an owner chose in an earlier version; by default the shield of the name alone. */
  crest?: string | null | undefined
  className?: string
}

export function CrestShield({ name, crest, className }: Props) {
  const clipId = useId()
  const { charge, division, tinctures } = crestOf(name, crest)
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
