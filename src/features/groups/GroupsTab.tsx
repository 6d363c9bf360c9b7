import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { elementAt, goToElement } from '#src/platform/viewport.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { REFETCH_STALE, useCreateGroupMutation, useListGroupsQuery } from '#src/store/groups/api.ts'
import { type GroupRow, selectGroupRows } from '#src/store/groups/selectors.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { useKeptFocus } from '#src/ui/useKeptFocus.ts'
import { GroupDialogs } from './GroupDialogs.tsx'
import { GroupItem } from './GroupItem.tsx'
import { NameForm } from './NameForm.tsx'
import { FindGroups } from './openings/FindGroups.tsx'
import { groupCardId, groupIn } from './parts.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'

type Props = {
  /** Shown above the list. */
  top: Elements
  /** What a member without groups can begin with; null: nothing, undefined: not known yet. */
  first: Elements | null | undefined
}

export function GroupsTab({ top, first }: Props) {
  const { t } = useTranslation()
  const result = useListGroupsQuery(undefined, REFETCH_STALE)
  const isProfileKnown = useIsProfileKnown()
  const texts = useLoadTexts()
  const rows = useAppSelector(selectGroupRows)
  // What comes below the empty list would move the form.
  const isWaiting = first === undefined && result.data?.length === 0
  const dispatch = useAppDispatch()
  useEffect(() => () => void dispatch(groupsActions.groupsTabLeft()), [dispatch])
  useKeptFocus()
  useGroupOfUrl(rows)

  return (
    <section tabIndex={-1} aria-labelledby="groups-heading" className="outline-none">
      <h2 id="groups-heading" className="sr-only">
        {t('dashboard.groups')}
      </h2>
      {isProfileKnown ? (
        <>
          {top}
          <LoadState
            result={isWaiting ? { ...result, data: undefined, error: undefined } : result}
            texts={texts}
            skeleton={<RowsSkeleton />}
            empty={first ? <FirstGroups>{first}</FirstGroups> : <NoGroups />}
          >
            {() => (
              <ul
                aria-label={t('dashboard.groups')}
                className="divide-y divide-line rounded border border-line bg-vellum"
              >
                {rows.map((group) => (
                  <GroupItem key={group.id} group={group} />
                ))}
              </ul>
            )}
          </LoadState>
          {/* Not below the outline of the list, whose height is another one. */}
          {!isWaiting && (result.data ?? result.error) !== undefined && (
            <div className="mt-6">
              {result.data && <FindGroups isFirst={result.data.length === 0} />}
              <CreateGroupForm />
            </div>
          )}
        </>
      ) : (
        <RowsSkeleton />
      )}
      <GroupDialogs />
    </section>
  )
}

/**
 * The profile says whether there is a part above the list, which would move the list. A failed profile stays known:
 * parts that are mounted then request it again, and would be unmounted by that.
 */
function useIsProfileKnown(): boolean {
  const { isLoading } = useGetProfileQuery()
  const [isKnown, setIsKnown] = useState(false)
  if (!isKnown && !isLoading) setIsKnown(true)
  return isKnown || !isLoading
}

/** Opens the card of the group in the URL, and scrolls to it when a link leads there. */
function useGroupOfUrl(rows: readonly GroupRow[]): void {
  const [query] = useSearchParams()
  const { hash, key } = useLocation()
  const dispatch = useAppDispatch()
  const id = groupIn(query)
  const row = rows.find((each) => each.id === id)
  const isThere = row !== undefined
  const target = id === null ? '' : groupCardId(id)
  const arrival = target !== '' && hash.startsWith(`#${target}`) ? key : null
  const openCard = useEffectEvent(() => {
    // A link of the open card keeps the focus.
    if (row === undefined || (row.isExpanded && arrival === null)) return
    dispatch(groupsActions.groupOpened(row.id))
    const element = elementAt(hash) ?? elementAt(`#${target}`)
    if (element) goToElement(element)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival by a link to the card scrolls again.
  useEffect(() => openCard(), [id, isThere, arrival])
}

/** The empty list of a member who has all else before them. */
function FirstGroups({ children }: { children: Elements }) {
  const { t } = useTranslation()
  return (
    <>
      <EmptyState drawing="groups" message={t('dashboard.no_groups')} isLine />
      {children}
    </>
  )
}

function NoGroups() {
  const { t } = useTranslation()
  return (
    <EmptyState
      drawing="groups"
      message={t('dashboard.no_groups')}
      hint={t('dashboard.no_groups_hint')}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/discordia/rules" icon="book">
            {t('dashboard.first_rules')}
          </LinkButton>
          <LinkButton to="/discordia/news&events/" icon="calendar">
            {t('dashboard.first_events')}
          </LinkButton>
        </div>
      }
    />
  )
}

function CreateGroupForm() {
  const { t } = useTranslation()
  const [create] = useCreateGroupMutation()
  return (
    <NameForm
      label={t('dashboard.new_group_name')}
      missing="dashboard.group_name_missing"
      keep="newGroup"
      onSend={async (name) => ({ isSent: !(await create({ name })).error })}
      button={{ variant: 'primary', icon: 'plus', 'aria-label': t('dashboard.create_group') }}
    />
  )
}
