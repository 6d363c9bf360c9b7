import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { MemberId } from '#contract/ids.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { type GroupRow, inviteRefusal, mayInvite, requestsOf } from '#src/store/groups/selectors.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Late } from '#src/ui/Late.tsx'
import { joined } from '#src/ui/look.ts'
import { namedOptions, Select } from '#src/ui/Select.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { type BesideMember, MemberList, PendingInvites } from './MemberList.tsx'
import { NameForm, type Sent } from './NameForm.tsx'
import { type GroupPart, partIn, turnedClass, withPart } from './parts.ts'

const loadSuggestions = async () =>
  (await import(/* webpackChunkName: "group-page" */ './page/NameSuggestions.tsx')).NameSuggestions

/** Invites a user by name. Members and invited users are refused without a call (behaviour 5.5). */
function InviteForm({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const [send] = groupsApi.useInviteMemberMutation()
  const refusalOf = useRefusal(group)

  const handleSend = async (username: string): Promise<Sent> => {
    if (username === '') return {}
    const refusal = await refusalOf(username)
    if (refusal !== null) return { refusal }
    const { error } = await send({ groupId: group.id, username })
    return { isSent: !error }
  }
  const field = useFirstFocus(group.isNew)
  const hasPage = useFeature('group_page')
  return (
    <NameForm
      ref={field}
      label={t('dashboard.invite_new_member')}
      hint={group.isNew ? t('dashboard.invite_first_hint') : undefined}
      keep={`invite/${group.id}`}
      onSend={handleSend}
      autoCapitalize="none"
      spellCheck={false}
      button={{ icon: 'userPlus', children: t('dashboard.invite') }}
      below={
        hasPage
          ? (typed, fill) => {
              const onChoose = (username: string) => {
                fill(username)
                field.current?.focus()
              }
              return <Late load={loadSuggestions} props={{ groupId: group.id, typed, onChoose }} />
            }
          : undefined
      }
    />
  )
}

/** Refetches the list before refusing a name, because other members change it too. */
function useRefusal(group: GroupRow) {
  const { refetch } = groupsApi.useListGroupsQuery()

  return async (username: string): Promise<MessageKey | null> => {
    const refusal = inviteRefusal(group, username)
    if (refusal === null) return null
    const { data, isSuccess } = await refetch()
    const now = isSuccess ? data?.find(({ id }) => id === group.id) : undefined
    return now === undefined ? refusal : inviteRefusal(now, username)
  }
}

/** Whether the visitor uses another control; an empty form does not count. */
function isBusyElsewhere(active: Element | null, body: Element): boolean {
  if (active === null || active === body) return false
  const fields = active.closest('form')?.querySelectorAll('input')
  return fields === undefined || [...fields].some(({ value }) => value !== '')
}

/** Moves the focus to the field with the returned ref when it appears, unless the visitor is busy elsewhere. */
function useFirstFocus(isWanted: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const page = field.current?.ownerDocument
    if (isWanted && page && !isBusyElsewhere(page.activeElement, page.body)) field.current?.focus()
  }, [isWanted])
  return field
}

type GroupCardProps = {
  group: GroupRow
  /** Elements at the end of a member's row. */
  besideMember?: BesideMember | undefined
  /** Elements above the members. */
  above?: Elements
  /** Class name of what every server has. */
  className?: string
  /** Elements between the invites and the last buttons. */
  below?: Elements
}

/** The open card of a group: what every server has, around what one announces besides. */
function GroupCard({ group, besideMember, above, className, below }: GroupCardProps) {
  return (
    <>
      {above}
      <div className={joined('flex flex-col gap-4', className)}>
        <MemberList group={group} beside={besideMember} />
        {mayInvite(group) && group.invites.length > 0 && <PendingInvites group={group} />}
        {/* Only owners (behaviour 6.4) and co-owners may invite. */}
        {mayInvite(group) && <InviteForm group={group} />}
        {below}
        <GroupActions group={group} />
      </div>
    </>
  )
}

/** A group of one cannot be left by its owner (behaviour 9.3). A failed call leaves its question open (ruling 82). */
function GroupActions({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const hintId = useId()
  const [leave] = groupsApi.useLeaveGroupMutation()
  const [disband] = groupsApi.useDisbandGroupMutation()
  const confirm = useConfirm()
  const [isHandingOver, setIsHandingOver] = useState(false)
  const { id, name: group_name, is_owner: isOwner } = group
  const isAlone = isOwner && group.members.length === 1

  const handleLeave = () =>
    confirm({
      title: t('dashboard.leave_title'),
      text: t('dashboard.leave_text', { group_name }),
      action: async () => !(await leave({ id })).error,
    })
  const handleDisband = () =>
    confirm({
      title: t('dashboard.disband_title'),
      text: t('dashboard.disband_text', { group_name }),
      action: async () => !(await disband(id)).error,
    })

  return (
    <div className="-ms-5 flex flex-wrap items-center gap-x-2 forced-colors:ms-0">
      <Button
        variant="quiet"
        icon="leave"
        disabled={isAlone}
        aria-describedby={isAlone ? hintId : undefined}
        onClick={isOwner ? () => setIsHandingOver(true) : handleLeave}
      >
        {t('dashboard.leave')}
      </Button>
      {isOwner && (
        <Button variant="quiet" icon="trash" className="text-ember" onClick={handleDisband}>
          {t('dashboard.disband')}
        </Button>
      )}
      {isAlone && (
        <p id={hintId} className="basis-full ps-5 font-sans text-sm text-ink-soft">
          {t('dashboard.alone_hint')}
        </p>
      )}
      {isHandingOver && <HandOver group={group} onClose={() => setIsHandingOver(false)} />}
    </div>
  )
}

/** An owner leaves when another member is chosen to own the group. */
function HandOver({ group, onClose }: { group: GroupRow; onClose: () => void }) {
  const { t } = useTranslation()
  const [leave] = groupsApi.useLeaveGroupMutation()
  const [newOwnerId, setNewOwnerId] = useState<MemberId | null>(null)
  // Servers that do not send `is_active` let every member become the owner.
  const candidates = group.members.filter(({ owner, is_active }) => !owner && is_active !== false)
  const chosen = candidates.find(({ id }) => id === newOwnerId)
  return (
    <ConfirmDialog
      title={t('dashboard.leave_title')}
      text={t('dashboard.leave_owner_text', { group_name: group.name })}
      yes={t('dashboard.confirm')}
      no={t('dashboard.cancel')}
      isDisabled={!chosen}
      action={async () => !(await leave({ id: group.id, new_owner_id: chosen?.id })).error}
      onClose={onClose}
      more={
        <Select
          label={t('dashboard.new_owner')}
          placeholder={t('dashboard.choose_new_owner')}
          options={namedOptions(candidates)}
          value={chosen?.id ?? null}
          onChange={setNewOwnerId}
        />
      }
    />
  )
}

type Props = {
  group: GroupRow
  parts: readonly GroupPart[]
  /** Null for the overview. */
  shown: GroupPart | null
}

/** Links to the parts of an open group. The URL keeps the part, so that Back works and mails can link to it. */
function PartStrip({ group, parts, shown }: Props) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const count = requestsOf(group)
  return (
    <nav
      aria-label={t('group_part.label', { name: group.name })}
      className="flex flex-wrap border-b border-line font-sans text-ui"
    >
      {[null, ...parts].map((part) => (
        <Link
          key={part}
          to={{ search: withPart(query, group.id, part) }}
          aria-current={part === shown ? 'true' : undefined}
          aria-label={
            part === 'members' && count > 0
              ? `${t('group_part.members')} (${t('next.requests', { count })})`
              : undefined
          }
          className={joined(
            'flex min-h-tap min-w-fit basis-1/3 items-center justify-center gap-2 border-b-2 px-2 transition-colors sm:basis-auto sm:px-3',
            part === shown
              ? 'border-gold font-medium forced-mark'
              : 'border-transparent text-ink-soft hover:text-ink forced-colors:border-[Canvas]',
          )}
        >
          <span>{t(`group_part.${part ?? 'overview'}`)}</span>
          {part === 'members' && count > 0 && <Badge>{count}</Badge>}
        </Link>
      ))}
    </nav>
  )
}

const loadParts = async () =>
  (await import(/* webpackChunkName: "group-page" */ './GroupParts.tsx')).GroupParts
const loadRole = async () =>
  (await import(/* webpackChunkName: "group-page" */ './page/MemberRole.tsx')).MemberRole
const loadInvites = async () =>
  (await import(/* webpackChunkName: "group-page" */ './page/InvitesByLink.tsx')).InvitesByLink
const loadRequests = async () =>
  (await import(/* webpackChunkName: "openings" */ './openings/JoinRequests.tsx')).JoinRequests

/**
 * The open card of a group: a small page of several parts if the server announces its plan or its page (ruling 62). What
 * every server has stays below each part, and is shown at once: a part that loads late must not move it.
 */
export function OpenGroup({ group }: { group: GroupRow }) {
  const parts = useParts(group)
  const hasOpenings = useFeature('openings')
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const asked = partIn(query, group.id)
  const shown = asked !== null && parts.includes(asked) ? asked : null
  const { opened, turns } = useOpened(shown)
  if (parts.length === 0) return <GroupCard group={group} />
  const isMembers = shown === 'members'
  return (
    <GroupCard
      group={group}
      besideMember={
        isMembers ? (member) => <Late load={loadRole} props={{ group, member }} /> : undefined
      }
      above={
        <>
          <PartStrip group={group} parts={parts} shown={shown} />
          <div
            hidden={isMembers}
            className={shown === null ? overviewHeight(group) : 'border-b border-line pb-5'}
          >
            <Late
              load={loadParts}
              props={{ group, opened, shown }}
              waiting={<SkeletonBars count={shown === null ? 1 : 3} />}
              failed={<p role="alert">{t('errors.load_failed')}</p>}
            />
          </div>
          {hasOpenings && mayInvite(group) && opened.includes('members') && (
            <div hidden={!isMembers} className="peer empty:hidden">
              <Late
                load={loadRequests}
                props={{ group }}
                waiting={requestsOf(group) > 0 && <SkeletonBars count={1} />}
              />
            </div>
          )}
        </>
      }
      // Requests stand above the members, who would move.
      className={joined(isMembers && 'peer-has-[>[aria-hidden]]:invisible', turnedClass(turns))}
      below={
        opened.includes('members') && (
          <div hidden={!isMembers}>
            {mayInvite(group) ? (
              <Late load={loadInvites} props={{ group }} />
            ) : (
              <p className="font-sans text-sm text-ink-soft">{t('group_page.who_invites')}</p>
            )}
          </div>
        )
      }
    />
  )
}

function useParts(group: GroupRow): GroupPart[] {
  const hasPlan = useFeature('planning')
  const hasPage = useFeature('group_page')
  return [
    ...(hasPlan ? (['sessions'] as const) : []),
    ...(hasPage ? (['about', 'members', 'activity'] as const) : []),
    // Those who invite also manage: the owner and, of a group with a page, co-owners.
    ...((hasPlan && group.is_owner) || (hasPage && mayInvite(group)) ? (['manage'] as const) : []),
  ]
}

/** The parts that have been shown, of which all but one are hidden: they keep what is typed in them. Counts the changes. */
function useOpened(shown: GroupPart | null) {
  const [{ last, opened, turns }, setOpened] = useState({ last: shown, opened: [shown], turns: 0 })
  if (last !== shown)
    setOpened({ last: shown, opened: [...new Set([...opened, shown])], turns: turns + 1 })
  return { opened, turns }
}

/** Reserves the height of the lines about the next session, which are loaded late. */
function overviewHeight({ plan }: GroupRow): string | undefined {
  if (plan?.next_session) return 'min-h-[6.5rem] sm:min-h-12'
  return plan?.may_plan ? 'min-h-35 sm:min-h-20' : 'min-h-15'
}
