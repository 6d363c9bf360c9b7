import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Notice } from '#contract/groups.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { useDismissNoticesMutation } from '#src/store/groups/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Time, TimeSpan } from '#src/ui/Time.tsx'
import { CrestShield } from './crest/CrestShield.tsx'
import { OpenGroup } from './OpenGroup.tsx'
import { groupCardId, groupIn, withoutGroup } from './parts.ts'

export function GroupItem({ group }: { group: GroupRow }) {
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
            <CrestShield name={group.name} crest={group.page?.crest} className="h-10 w-auto" />
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
