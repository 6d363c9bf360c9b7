import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { elementAt, goToElement } from '#src/platform/viewport.ts'
import { accountApi } from '#src/store/account/api.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { groupsApi, REFETCH_STALE } from '#src/store/groups/api.ts'
import { type GroupRow, selectGroupRows } from '#src/store/groups/selectors.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { useKeptFocus } from '#src/ui/focus.ts'
import { Late } from '#src/ui/Late.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { GroupItem } from './GroupItem.tsx'
import { OpeningSkeleton, RowsSkeleton } from './MemberList.tsx'
import { NameForm } from './NameForm.tsx'
import { groupCardId, groupIn, turnedClass } from './parts.ts'

type Props = {
  /** Shown above the list. */
  top: Elements
  /** What a member without groups can begin with; null: nothing, undefined: not known yet. */
  first: Elements | null | undefined
  /** Shown at the end. */
  bottom: Elements
}

export function GroupsTab({ top, first, bottom }: Props) {
  const { t } = useTranslation()
  const result = groupsApi.useListGroupsQuery(undefined, REFETCH_STALE)
  const isProfileKnown = useIsProfileKnown()
  const rows = useAppSelector(selectGroupRows)
  // What comes below the empty list would move the form.
  const isWaiting = first === undefined && result.data?.length === 0
  const dispatch = useAppDispatch()
  useEffect(() => () => void dispatch(groupsActions.groupsTabLeft()), [dispatch])
  useKeptFocus()
  useGroupOfUrl(rows)
  const turnedAt = useTurned(rows)

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
            skeleton={<RowsSkeleton />}
            empty={<NoGroups hasSteps={Boolean(first)} />}
          >
            {() => (
              <ul
                aria-label={t('dashboard.groups')}
                className="divide-y divide-line rounded border border-line bg-vellum"
              >
                {rows.map((group, at) => (
                  <GroupItem key={group.id} group={group} className={turnedAt(at)} />
                ))}
              </ul>
            )}
          </LoadState>
          {/* Not below the outline of the list, whose height is another one. */}
          {!isWaiting && (result.data ?? result.error) !== undefined && (
            <div className={joined('mt-6', turnedAt(rows.length))}>
              <FindGroups groups={result.data?.length}>
                {result.data?.length === 0 && first && <div className="mb-6">{first}</div>}
                <CreateGroupForm />
                {bottom}
              </FindGroups>
            </div>
          )}
        </>
      ) : (
        <RowsSkeleton />
      )}
    </section>
  )
}

/**
 * The profile says whether there is a part above the list, which would move the list. A failed profile stays known:
 * parts that are mounted then request it again, and would be unmounted by that.
 */
function useIsProfileKnown(): boolean {
  const { isLoading } = accountApi.useGetProfileQuery()
  const [isKnown, setIsKnown] = useState(false)
  if (!isKnown && !isLoading) setIsKnown(true)
  return isKnown || !isLoading
}

/** Class names of what follows the card that was opened or closed last, by place. */
function useTurned(rows: readonly GroupRow[]) {
  const drawn = useDeferredValue(rows.map(({ isExpanded }) => Number(isExpanded)).join(''))
  const [{ last, from, turns }, setTurned] = useState({ last: drawn, from: 0, turns: 0 })
  if (last !== drawn)
    setTurned({
      last: drawn,
      // Another list moves as a whole, and a hidden control would lose the focus.
      from:
        drawn.length === last.length
          ? [...drawn].findIndex((state, at) => state !== last[at])
          : drawn.length,
      turns: turns + 1,
    })
  return (at: number) => (at > from ? turnedClass(turns) : undefined)
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

/** @param hasSteps more than a hint follows */
function NoGroups({ hasSteps }: { hasSteps: boolean }) {
  const { t } = useTranslation()
  const message = t('dashboard.no_groups')
  if (hasSteps) return <EmptyState drawing="groups" message={message} isLine />
  return (
    <EmptyState
      drawing="groups"
      message={message}
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
  const [create] = groupsApi.useCreateGroupMutation()
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

const loadGroups = async () =>
  (await import(/* webpackChunkName: "openings" */ './openings/OpenGroups.tsx')).OpenGroups

type FindProps = {
  /** Number of the reader's groups; undefined if it is not known. */
  groups: number | undefined
  /** Shown below, in an empty tab not before the list, which would move it. */
  children: Elements
}

/** Groups that look for players, if the server announces them: a disclosure once the reader has a group. */
function FindGroups({ groups, children }: FindProps) {
  const { t } = useTranslation()
  const isOffered = useFeature('openings') && groups !== undefined
  const [isOpen, setIsOpen] = useState(false)
  if (!isOffered) return children
  const isFirst = groups === 0
  const list = (
    <Late
      load={loadGroups}
      props={isFirst ? { below: children } : {}}
      waiting={<OpeningSkeleton />}
      failed={
        <>
          <p role="alert">{t('errors.load_failed')}</p>
          {isFirst && children}
        </>
      }
    />
  )
  if (isFirst)
    return (
      <>
        <h3 className="font-heading text-lg font-semibold">{t('openings.title')}</h3>
        {list}
      </>
    )
  return (
    <>
      <Collapse
        level={3}
        title={t('openings.title')}
        titleClassName="font-heading text-lg font-semibold"
        open={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        className="mb-6"
      >
        {list}
      </Collapse>
      {children}
    </>
  )
}
