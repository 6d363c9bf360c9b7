import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupId } from '#contract/ids.ts'
import { NEXT_STATES, type NextState } from '#contract/sets.ts'
import { focusElement } from '#src/platform/focusElement.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { TimeSpan } from '#src/ui/Time.tsx'
import { groupCardId } from './groupCardId.ts'
import type { NextRow } from './nextRows.ts'

const isKnown = (state: string): state is NextState =>
  (NEXT_STATES as readonly string[]).includes(state)

type Props = {
  row: NextRow
  /** Every line is cut off at the edge, and the row is as high as the others. */
  isShort?: boolean
  isHiddenSmall?: boolean
}

/** The whole row leads there. */
export function NextItem({ row, isShort = false, isHiddenSmall = false }: Props) {
  const { t } = useTranslation()
  const { group, title } = row
  const line = isShort ? 'block truncate' : 'block wrap-anywhere'
  return (
    <li className={joined('min-w-0', isShort && 'h-20', isHiddenSmall && 'max-sm:hidden')}>
      <Target row={row} look={joined(TARGET, isShort ? 'h-full' : 'py-2')}>
        <Icon name={row.icon} className="text-gold-deep" />
        <span className="min-w-0 flex-1 font-sans">
          <span className={joined(line, 'text-ui font-medium underline underline-offset-4')}>
            {group && title ? t('next.group_title', { group, title }) : title || group}
          </span>{' '}
          <Facts row={row} line={line} />
        </span>
      </Target>
    </li>
  )
}

const TARGET = 'flex min-h-tap w-full items-center gap-3 text-start hover:text-gold-deep'

type TargetProps = { row: NextRow; look: string; children: ReactNode }

function Target({ row: { to, groupId }, look, children }: TargetProps) {
  const openGroup = useOpenGroup()
  if (to !== null)
    return (
      <Link to={to} className={look}>
        {children}
      </Link>
    )
  return (
    <button
      type="button"
      className={joined(look, 'printed')}
      onClick={() => groupId !== null && openGroup(groupId)}
    >
      {children}
    </button>
  )
}

/** Expands the card of a group and goes there. */
function useOpenGroup() {
  const dispatch = useAppDispatch()
  const expandedIds = useAppSelector((state) => state.groups.expandedIds)
  return (id: GroupId) => {
    if (!expandedIds.includes(id)) dispatch(groupsActions.groupToggled(id))
    focusElement(groupCardId(id))
  }
}

function Facts({ row: { kind, date }, line }: { row: NextRow; line: string }) {
  const { t } = useTranslation()
  const small = joined(line, 'text-sm text-ink-soft')
  if (kind !== 'date') return <span className={small}>{t(`next.${kind}`)}</span>
  const state = date?.state ?? ''
  return (
    <>
      <span className={small}>
        <TimeSpan start={date?.starts_at} end={date?.ends_at} />
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
