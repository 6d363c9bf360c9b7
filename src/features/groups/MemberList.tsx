import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { groupsApi } from '#src/store/groups/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { IconButton } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { hashOf } from './crest/crestOf.ts'

/** Fixed pairs: 4.5:1 and the same on light and on dark paper. */
export const AVATAR_LOOKS = [
  'bg-night text-gold-light',
  'bg-dusk text-mist',
  'bg-gold text-night',
  'bg-moss-light text-night',
  'bg-ember-light text-night',
  'bg-mist text-night',
] as const

export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/[\s._-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')

/** Initials in a circle; decorative, hence not in the text of the page. */
function Avatar({ name }: { name: string }) {
  const look = AVATAR_LOOKS[hashOf(name.toLowerCase()) % AVATAR_LOOKS.length]
  return (
    <span
      aria-hidden="true"
      data-initials={initialsOf(name)}
      className={joined(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-full font-sans text-xs font-bold inset-ring inset-ring-mist/30 before:content-[attr(data-initials)]',
        look,
      )}
    />
  )
}

const NAMES = 'mt-1 grid gap-x-8 sm:grid-cols-2'
const ROWS = 'divide-y divide-line'

type Member = GroupRow['members'][number]
export type BesideMember = (member: Member) => Elements
type Props = { group: GroupRow; beside: BesideMember | undefined }

/** Owners first, with a crown. */
export function MemberList({ group, beside }: Props) {
  const { t } = useTranslation()
  return (
    <TitledList title={t('dashboard.members')} className={NAMES}>
      {group.members.map((member) => (
        <MemberRow key={member.id} group={group} member={member} beside={beside?.(member)} />
      ))}
    </TitledList>
  )
}

type RowProps = { group: GroupRow; member: Member; beside: Elements }

/** The owner's Remove buttons are visible on hover, focus and touch screens. */
function MemberRow({ group, member: { id, name, owner }, beside }: RowProps) {
  const { t } = useTranslation()
  const [remove] = groupsApi.useRemoveMemberMutation()
  const confirm = useConfirm()
  const handleRemove = () =>
    confirm({
      title: t('dashboard.remove_title'),
      text: t('dashboard.remove_text', { group_name: group.name, name }),
      more: group.page && (
        <div className="flex flex-col gap-2 font-sans text-sm text-ink-soft wrap-anywhere">
          <p>{t('dashboard.remove_hint', { name })}</p>
          {group.plan?.next_session && <p>{t('dashboard.remove_sessions_hint', { name })}</p>}
        </div>
      ),
      action: async () => !(await remove({ group_id: group.id, member_id: id })).error,
    })
  return (
    <li className="group/member flex min-h-tap flex-wrap items-center gap-x-2 border-b border-line/60">
      <Avatar name={name} />
      {owner && (
        <span role="img" aria-label={t('dashboard.owner')} className="text-gold-deep">
          <Icon name="crown" />
        </span>
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      {group.is_owner && !owner && (
        <IconButton
          icon="userMinus"
          label={t('dashboard.remove_name', { name })}
          onClick={handleRemove}
          className="text-ink-soft opacity-0 hover:text-ember focus-visible:text-ember group-hover/member:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
        />
      )}
      {beside}
    </li>
  )
}

export function PendingInvites({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  return (
    <TitledList title={t('dashboard.pending_invites')} className={NAMES}>
      {group.invites.map((invite) => (
        <PendingInvite key={invite.id} invite={invite} />
      ))}
    </TitledList>
  )
}

function PendingInvite({ invite }: { invite: GroupRow['invites'][number] }) {
  const { t } = useTranslation()
  const [cancel] = groupsApi.useCancelInviteMutation()
  const confirm = useConfirm()
  const { id, target_user_username: username } = invite
  const handleCancel = () =>
    confirm({
      title: t('dashboard.cancel_invite_title'),
      text: t('dashboard.cancel_invite_text', { username }),
      action: async () => !(await cancel(id)).error,
    })
  return (
    <li className="flex min-h-tap items-center gap-2 border-b border-line/60">
      <span className="min-w-0 flex-1 text-ink-soft wrap-anywhere">{username}</span>
      <IconButton
        icon="close"
        label={t('dashboard.cancel_invitation_for', { username })}
        onClick={handleCancel}
      />
    </li>
  )
}

type TitledListProps = { title: string; className?: string; children: ReactNode }

/** A list below its title; the classes are those of rows below each other. */
export function TitledList({ title, className = ROWS, children }: TitledListProps) {
  const id = useId()
  return (
    <div className="w-full">
      <h4 id={id} className="font-sans text-sm font-bold text-ink-soft">
        {title}
      </h4>
      <ul
        tabIndex={-1}
        aria-labelledby={id}
        className={joined('font-sans text-ui outline-none', className)}
      >
        {children}
      </ul>
    </div>
  )
}

export function RowsSkeleton({ withActions = false }: { withActions?: boolean }) {
  return (
    <Skeleton className="divide-y divide-line rounded border border-line bg-vellum">
      {['w-2/5', 'w-3/5', 'w-1/2'].map((width) => (
        <div
          key={width}
          className={joined('flex items-center gap-3 px-4', withActions ? 'py-5' : 'py-3')}
        >
          <SkeletonBlock className="h-10 w-8" />
          <div className="flex flex-1 flex-col gap-2">
            <SkeletonBlock className={joined('h-5', width)} />
            <SkeletonBlock className="h-3 w-1/4" />
          </div>
          {withActions && <SkeletonBlock className="h-tap w-40 max-sm:hidden" />}
        </div>
      ))}
    </Skeleton>
  )
}

/** An outline as tall as a list with one group that looks for players, so that what is below moves once. */
export const OpeningSkeleton = () => (
  <Skeleton>
    <SkeletonBlock className="h-96 sm:h-56" />
  </Skeleton>
)
