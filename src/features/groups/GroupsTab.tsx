import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import type { Notice } from '#contract/groups.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useLoadTexts } from '#src/i18n/useCodeTexts.ts'
import { elementAt, goToElement } from '#src/platform/viewport.ts'
import { accountApi } from '#src/store/account/api.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { groupsApi, REFETCH_STALE } from '#src/store/groups/api.ts'
import { type GroupRow, selectGroupRows, selectOpenDialog } from '#src/store/groups/selectors.ts'
import { type GroupDialog, groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { IconButton, LinkButton } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { useKeptFocus } from '#src/ui/focus.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { namedOptions, Select } from '#src/ui/Select.tsx'
import { Time, TimeSpan } from '#src/ui/Time.tsx'
import { CrestShield } from './crest/CrestShield.tsx'
import { RowsSkeleton } from './MemberList.tsx'
import { NameForm } from './NameForm.tsx'
import { OpenGroup } from './OpenGroup.tsx'
import { FindGroups } from './openings/FindGroups.tsx'
import { groupCardId, groupIn, withoutGroup } from './parts.ts'

const { useGetProfileQuery } = accountApi
const {
  useCancelInviteMutation,
  useCreateGroupMutation,
  useDisbandGroupMutation,
  useDismissNoticesMutation,
  useLeaveGroupMutation,
  useListGroupsQuery,
  useRemoveMemberMutation,
} = groupsApi

function GroupItem({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const count = group.members.length
  const [query, setQuery] = useSearchParams()
  const handleToggle = () => {
    dispatch(groupsActions.groupToggled(group.id))
    if (group.isExpanded && groupIn(query) === group.id)
      setQuery(withoutGroup(query), { replace: true })
  }

  return (
    <li id={groupCardId(group.id)} tabIndex={-1} className="scroll-mt-16 px-3 outline-none sm:px-4">
      <Collapse
        level={3}
        open={group.isExpanded}
        onToggle={handleToggle}
        title={
          <span className="flex items-center gap-3">
            <CrestShield
              row={`group ${group.id}`}
              name={group.name}
              crest={group.page?.crest}
              className="h-10 w-auto"
            />
            <span className="min-w-0">
              <span>{group.name}</span>{' '}
              <span className="font-sans text-sm font-normal whitespace-nowrap text-ink-soft">
                {`(${t('dashboard.member_count', { count })})`}
              </span>
            </span>
          </span>
        }
        titleClassName="font-heading text-lg font-semibold leading-snug"
        aside={!group.isExpanded && <NextDate group={group} />}
      >
        <div className="flex flex-col gap-4 pb-4 sm:ps-8">
          <NoticeLines group={group} />
          <OpenGroup group={group} />
        </div>
      </Collapse>
      {!group.isExpanded && (
        <div className="not-empty:pb-3 sm:ms-8">
          <NoticeLines group={group} />
        </div>
      )}
    </li>
  )
}

/** The next session of a closed group: at the end of its row, below the name on narrow windows. */
function NextDate({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const start = group.plan?.next_session?.starts_at
  if (start === undefined) return null
  return (
    <p className="flex items-center gap-2 font-sans text-sm text-ink-soft max-sm:basis-full max-sm:ps-8 max-sm:pb-2">
      <Icon name="calendar" />
      <span className="sr-only">{t('planning.next_session')}</span> <TimeSpan start={start} />
    </p>
  )
}

/** One notice for several members who did the same on one day. */
function joinedNotices(notices: readonly Notice[]): readonly Notice[] {
  const joined: Notice[] = []
  for (const notice of notices) {
    const isSame = ({ kind, happened_at }: Notice) =>
      kind === notice.kind && happened_at.slice(0, 10) === notice.happened_at.slice(0, 10)
    const place = joined.findIndex(isSame)
    const known = joined[place]
    if (known === undefined) joined.push(notice)
    else joined[place] = { ...known, name: `${known.name}, ${notice.name}` }
  }
  return joined
}

/** Notices about what other members did in the owner's group, until dismissed; only with servers that send them. */
function NoticeLines({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const linesId = useId()
  const [dismiss] = useDismissNoticesMutation()
  const isOffered = useFeature('notices')
  const [newest] = group.notices ?? []
  if (newest === undefined || !isOffered) return null

  return (
    <div className="flex items-start gap-2 rounded-sm border-s-2 border-gold bg-current/4 ps-3 font-sans text-sm">
      <div id={linesId} className="min-w-0 flex-1 py-2.5">
        {joinedNotices(group.notices ?? []).map(({ id, kind, name, happened_at }) => (
          <p key={id} className="wrap-anywhere">
            <span>{t(`dashboard.notice_${kind}`, { name })}</span>{' '}
            <Time value={happened_at} className="whitespace-nowrap text-ink-soft" />
          </p>
        ))}
      </div>
      <IconButton
        icon="close"
        label={t('dashboard.dismiss_notices')}
        aria-describedby={linesId}
        onClick={() => dismiss({ group_id: group.id, up_to: newest.id })}
        className="shrink-0"
      />
    </div>
  )
}

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

const dialogTexts = {
  leaveAsOwner: ['dashboard.leave_title', 'dashboard.leave_owner_text'],
  leave: ['dashboard.leave_title', 'dashboard.leave_text'],
  removeMember: ['dashboard.remove_title', 'dashboard.remove_text'],
  cancelInvite: ['dashboard.cancel_invite_title', 'dashboard.cancel_invite_text'],
  disband: ['dashboard.disband_title', 'dashboard.disband_text'],
} as const satisfies Record<GroupDialog['kind'], readonly [title: MessageKey, text: MessageKey]>

function GroupDialogs() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const dialog = useAppSelector(selectOpenDialog)
  const { confirm, isBusy } = useConfirm()

  const [title, text] = dialogTexts[dialog?.kind ?? 'leave']
  const values = {
    group_name: dialog?.group.name ?? '',
    name: dialog?.member?.name ?? '',
    username: dialog?.invite?.target_user_username ?? '',
  }
  const handover = dialog?.kind === 'leaveAsOwner' ? dialog : null
  const candidates = handover?.candidates ?? []
  const chosen = candidates.find(({ id }) => id === handover?.newOwnerId)
  return (
    <ConfirmDialog
      open={dialog !== null}
      title={t(title)}
      message={t(text, values)}
      confirmLabel={t(handover ? 'dashboard.confirm' : 'dashboard.yes')}
      cancelLabel={t(handover ? 'dashboard.cancel' : 'dashboard.no')}
      closeLabel={t('dashboard.close_dialog')}
      isBusy={isBusy}
      isConfirmDisabled={handover !== null && !chosen}
      onConfirm={() => dialog && confirm(dialog)}
      onCancel={() => dispatch(groupsActions.dialogClosed())}
    >
      {dialog?.kind === 'removeMember' && dialog.group.page && (
        <div className="flex flex-col gap-2 font-sans text-sm text-ink-soft wrap-anywhere">
          <p>{t('dashboard.remove_hint', values)}</p>
          {dialog.group.plan?.next_session && <p>{t('dashboard.remove_sessions_hint', values)}</p>}
        </div>
      )}
      {handover && (
        <Select
          label={t('dashboard.new_owner')}
          placeholder={t('dashboard.choose_new_owner')}
          options={namedOptions(candidates)}
          value={chosen?.id ?? null}
          onChange={(id) => id !== null && dispatch(groupsActions.newOwnerPicked(id))}
        />
      )}
    </ConfirmDialog>
  )
}

/** Makes the call of the open dialog. The store closes the dialog after a success; after a failure it stays (ruling 82). */
function useConfirm() {
  const [leave, leaving] = useLeaveGroupMutation()
  const [disband, disbanding] = useDisbandGroupMutation()
  const [remove, removing] = useRemoveMemberMutation()
  const [cancel, cancelling] = useCancelInviteMutation()

  const confirm = (dialog: GroupDialog) => {
    const { groupId } = dialog
    switch (dialog.kind) {
      case 'leaveAsOwner':
        return void leave({ id: groupId, new_owner_id: dialog.newOwnerId ?? undefined })
      case 'leave':
        return void leave({ id: groupId })
      case 'disband':
        return void disband(groupId)
      case 'removeMember':
        return void remove({ group_id: groupId, member_id: dialog.memberId })
      case 'cancelInvite':
        return void cancel(dialog.inviteId)
    }
  }
  const isBusy = [leaving, disbanding, removing, cancelling].some(({ isLoading }) => isLoading)
  return { confirm, isBusy }
}
