import { useTranslation } from 'react-i18next'
import { NEXT_STATES, type NextState } from '#contract/sets.ts'
import type { Elements } from '#src/ui/elements.ts'
import { joined } from '#src/ui/look.ts'
import { Near, TimeSpan } from '#src/ui/Time.tsx'
import { ItemLink } from './ItemLink.tsx'
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
  return (
    <li
      className={joined(
        'flex min-w-0 flex-wrap items-center gap-x-4 border-line not-first:border-t',
        isShort && Boolean(answer) && 'max-sm:row-span-2 max-sm:content-evenly',
        isHiddenSmall && 'max-sm:hidden',
      )}
    >
      <ItemLink
        to={row.to}
        icon={row.icon}
        title={group && title ? t('next.group_title', { group, title }) : title || (group ?? '')}
        facts={<Facts row={row} hasAnswer={Boolean(answer)} />}
        isShort={isShort}
      />
      {answer && <div className="font-sans text-ui max-sm:ps-8 max-sm:pb-1.5">{answer}</div>}
    </li>
  )
}

type FactsProps = { row: NextRow; hasAnswer: boolean }

function Facts({ row: { kind, date }, hasAnswer }: FactsProps) {
  const { t } = useTranslation()
  if (kind !== 'date') return <span>{t(`next.${kind}`)}</span>
  const state = date?.state ?? ''
  return (
    <>
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
    </>
  )
}
