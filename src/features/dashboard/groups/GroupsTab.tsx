import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { REFETCH_STALE, useListGroupsQuery } from '#src/store/groups/api.ts'
import { selectGroupRows } from '#src/store/groups/selectors.ts'
import { groupsTabLeft } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { EmptyDrawing } from '../EmptyDrawing.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { useFocusAfterRemoval } from '../useFocusAfterRemoval.ts'
import { CreateGroupForm } from './CreateGroupForm.tsx'
import { GroupDialogs } from './GroupDialogs.tsx'
import { GroupItem } from './GroupItem.tsx'

export function GroupsTab() {
  const { t } = useTranslation()
  const result = useListGroupsQuery(undefined, REFETCH_STALE)
  const rows = useAppSelector(selectGroupRows)
  const dispatch = useAppDispatch()
  useEffect(() => () => void dispatch(groupsTabLeft()), [dispatch])
  const section = useFocusAfterRemoval<HTMLElement>(rows.length)

  return (
    <section ref={section} tabIndex={-1} aria-labelledby="groups-heading" className="outline-none">
      <h2 id="groups-heading" className="sr-only">
        {t('dashboard.groups')}
      </h2>
      <LoadState
        result={result}
        data={result.data}
        texts={useLoadTexts()}
        skeleton={<RowsSkeleton />}
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState
              message={t('dashboard.no_groups')}
              hint={t('dashboard.no_groups_hint')}
              drawing={<EmptyDrawing of="groups" />}
              action={<FirstSteps />}
            />
          ) : (
            <ul
              aria-label={t('dashboard.groups')}
              className="divide-y divide-line rounded border border-line bg-vellum"
            >
              {rows.map((group) => (
                <GroupItem key={group.id} group={group} />
              ))}
            </ul>
          )
        }
      </LoadState>
      <CreateGroupForm />
      <GroupDialogs />
    </section>
  )
}

function FirstSteps() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <LinkButton to="/discordia/rules" variant="secondary" icon="book">
        {t('dashboard.first_rules')}
      </LinkButton>
      <LinkButton to="/discordia/news&events/" variant="secondary" icon="calendar">
        {t('dashboard.first_events')}
      </LinkButton>
    </div>
  )
}
