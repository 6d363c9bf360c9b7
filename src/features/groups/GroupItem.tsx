import { useDeferredValue, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Notice } from '#contract/groups.ts'
import { listed } from '#shared/lists.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { type GroupRow, requestsOf } from '#src/store/groups/selectors.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Time, TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { CrestShield } from './crest/CrestShield.tsx'
import { OpenGroup } from './OpenGroup.tsx'
import { groupCardId, groupIn, withoutGroup } from './parts.ts'

type GroupItemProps = { group: GroupRow; className: string | undefined }

export function GroupItem({ group, className }: GroupItemProps) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  // The card looks closed until its content is drawn, so that it grows once.
  const isDrawn = useDeferredValue(group.isExpanded)
  const isClosed = !(group.isExpanded && isDrawn)
  const count = group.members.length
  const [query, setQuery] = useSearchParams()
  const handleToggle = () => {
    dispatch(groupsActions.groupToggled(group.id))
    if (group.isExpanded && groupIn(query) === group.id)
      setQuery(withoutGroup(query), { replace: true })
  }

  return (
    <li
      id={groupCardId(group.id)}
      tabIndex={-1}
      className={joined('scroll-mt-16 px-3 outline-none sm:px-4', className)}
    >
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
        aside={isClosed && <ClosedFacts group={group} />}
      >
        <div className="flex flex-col gap-4 pb-4 sm:ps-8">
          <NoticeLines group={group} />
          <OpenGroup group={group} />
        </div>
      </Collapse>
      {isClosed && (
        <div className="not-empty:pb-3 sm:ms-8">
          <NoticeLines group={group} />
        </div>
      )}
    </li>
  )
}

/** Who waits at a closed group, and its next session: at the end of its row, below the name on narrow windows. */
function ClosedFacts({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const start = group.plan?.next_session?.starts_at
  const count = requestsOf(group)
  if (start === undefined && count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 font-sans text-sm text-ink-soft max-sm:basis-full max-sm:ps-8 max-sm:pb-2">
      {count > 0 && (
        <p className="flex items-center gap-2 font-medium text-ember">
          <Icon name="userPlus" />
          <span>{t('next.requests', { count })}</span>
        </p>
      )}
      {start !== undefined && (
        <p className="flex items-center gap-2">
          <Icon name="calendar" />
          <span className="sr-only">{t('planning.next_session')}</span> <TimeSpan start={start} />
        </p>
      )}
    </div>
  )
}

/** One notice for several members who did the same on one day. */
function joinedNotices(notices: readonly Notice[]) {
  const joined: (Omit<Notice, 'name'> & { readonly names: string[] })[] = []
  for (const { name, ...notice } of notices) {
    const known = joined.find(
      ({ kind, happened_at }) =>
        kind === notice.kind && happened_at.slice(0, 10) === notice.happened_at.slice(0, 10),
    )
    if (known === undefined) joined.push({ ...notice, names: [name] })
    else known.names.push(name)
  }
  return joined
}

/** Notices about what other members did in the owner's group, until dismissed; only with servers that send them. */
function NoticeLines({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const linesId = useId()
  const [dismiss] = groupsApi.useDismissNoticesMutation()
  const isOffered = useFeature('notices')
  const language = useLanguage()
  const [newest] = group.notices ?? []
  if (newest === undefined || !isOffered) return null

  return (
    <div className="flex items-start gap-2 rounded-sm border-s-2 border-gold bg-current/4 ps-3 font-sans text-sm">
      <div id={linesId} className="min-w-0 flex-1 py-2.5">
        {joinedNotices(group.notices ?? []).map(({ id, kind, names, happened_at }) => (
          <p key={id} className="wrap-anywhere">
            <span>{t(`dashboard.notice_${kind}`, { name: listed(names, language) })}</span>{' '}
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
