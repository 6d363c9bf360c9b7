import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { NEXT_STATES, type NextState } from '#contract/sets.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Near, TimeSpan } from '#src/ui/Time.tsx'
import type { NextRow } from './nextRows.ts'

const isKnown = (state: string): state is NextState =>
  (NEXT_STATES as readonly string[]).includes(state)

type Props = {
  row: NextRow
  /** Truncates each line, so that all rows have the same height. */
  isShort?: boolean
  isHiddenSmall?: boolean
}

/** The whole row is the link. */
export function NextItem({ row, isShort = false, isHiddenSmall = false }: Props) {
  const { t } = useTranslation()
  const { group, title } = row
  const line = isShort ? 'block truncate' : 'block wrap-anywhere'
  return (
    <li className={joined('min-w-0', isShort && 'h-20', isHiddenSmall && 'max-sm:hidden')}>
      <Link to={row.to} className={joined(TARGET, isShort ? 'h-full' : 'py-2')}>
        <Icon name={row.icon} className="text-gold-deep" />
        <span className="min-w-0 flex-1 font-sans">
          <span className={joined(line, 'text-ui font-medium underline underline-offset-4')}>
            {group && title ? t('next.group_title', { group, title }) : title || group}
          </span>{' '}
          <Facts row={row} line={line} />
        </span>
      </Link>
    </li>
  )
}

const TARGET = 'flex min-h-tap w-full items-center gap-3 text-start hover:text-gold-deep'

function Facts({ row: { kind, date }, line }: { row: NextRow; line: string }) {
  const { t } = useTranslation()
  const small = joined(line, 'text-sm text-ink-soft')
  if (kind !== 'date') return <span className={small}>{t(`next.${kind}`)}</span>
  const state = date?.state ?? ''
  return (
    <>
      <span className={small}>
        <TimeSpan start={date?.starts_at} end={date?.ends_at} /> <Near start={date?.starts_at} />
      </span>{' '}
      {isKnown(state) && (
        <span className={joined(small, state === 'cancelled' && 'text-ember')}>
          <span>{t(`next.${state}`)}</span>
          {state === 'offered' && (
            <>
              {' '}
              <TimeSpan start={date?.offered_until} />
            </>
          )}
        </span>
      )}
    </>
  )
}
