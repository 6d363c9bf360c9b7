import { Link } from 'react-router'
import type { Elements } from '#src/ui/elements.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'

type Props = {
  to: string
  icon: IconName
  title: string
  /** The second line. */
  facts: Elements
  /** Truncates each line, so that all rows have the same height. */
  isShort: boolean
}

/** The link of a row: icon, title and a line of facts. */
export function ItemLink({ to, icon, title, facts, isShort }: Props) {
  const line = isShort ? 'block truncate' : 'block wrap-anywhere'
  return (
    <Link
      to={to}
      className="flex min-h-tap min-w-0 flex-1 basis-56 items-center gap-3 py-2 text-start hover:text-gold-deep"
    >
      <Icon name={icon} className="text-gold-deep" />
      <span className="min-w-0 flex-1 font-sans">
        <span className={joined(line, 'text-ui font-medium underline underline-offset-4')}>
          {title}
        </span>{' '}
        <span className={joined(line, 'text-sm text-ink-soft')}>{facts}</span>
      </span>
    </Link>
  )
}
