import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { NEXT_STATES, type NextState } from '#contract/sets.ts'
import type { Elements } from '#src/ui/elements.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Near, TimeSpan } from '#src/ui/Time.tsx'
import type { NextRow } from './nextRows.ts'

const isKnown = (state: string): state is NextState =>
  (NEXT_STATES as readonly string[]).includes(state)

type Props = {
  row: NextRow
  /** The control of the own answer, which replaces the words about it. */
  answer: Elements
  /** Truncates each line, so that all rows have the same height. */
  isShort?: boolean
  isHiddenSmall?: boolean
}

/** All of the row but the answer is the link. */
export function NextItem({ row, answer, isShort = false, isHiddenSmall = false }: Props) {
  const { t } = useTranslation()
  const { group, title } = row
  const line = isShort ? 'block truncate' : 'block wrap-anywhere'
  return (
    <li
      className={joined(
        'flex min-w-0 flex-wrap items-center gap-x-4 border-line not-first:border-t',
        isShort && Boolean(answer) && 'max-sm:row-span-2 max-sm:content-evenly',
        isHiddenSmall && 'max-sm:hidden',
      )}
    >
      <Link
        to={row.to}
        className="flex min-h-tap min-w-0 flex-1 basis-56 items-center gap-3 py-2 text-start hover:text-gold-deep"
      >
        <Icon name={row.icon} className="text-gold-deep" />
        <span className="min-w-0 flex-1 font-sans">
          <span className={joined(line, 'text-ui font-medium underline underline-offset-4')}>
            {group && title ? t('next.group_title', { group, title }) : title || group}
          </span>{' '}
          <Facts row={row} line={line} hasAnswer={Boolean(answer)} />
        </span>
      </Link>
      {answer && <div className="font-sans text-ui max-sm:ps-8 max-sm:pb-1.5">{answer}</div>}
    </li>
  )
}

type FactsProps = { row: NextRow; line: string; hasAnswer: boolean }

function Facts({ row: { kind, date }, line, hasAnswer }: FactsProps) {
  const { t } = useTranslation()
  const small = joined(line, 'text-sm text-ink-soft')
  if (kind !== 'date') return <span className={small}>{t(`next.${kind}`)}</span>
  const state = date?.state ?? ''
  return (
    <span className={small}>
      <TimeSpan start={date?.starts_at} end={date?.ends_at} /> <Near start={date?.starts_at} />
      {!hasAnswer && isKnown(state) && (
        <span className={state === 'cancelled' ? 'text-ember' : undefined}>
          <span>{' · '}</span>
          <span>{t(`next.${state}`)}</span>
          {state === 'offered' && (
            <>
              {' '}
              <TimeSpan start={date?.offered_until} />
            </>
          )}
        </span>
      )}
    </span>
  )
}
