import { useTranslation } from 'react-i18next'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { groupToggled } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import { CrestShield } from '../crest/CrestShield.tsx'
import { useFocusAfterRemoval } from '../useFocusAfterRemoval.ts'
import { GroupActions } from './GroupActions.tsx'
import { InviteForm } from './InviteForm.tsx'
import { MemberList } from './MemberList.tsx'
import { NoticeLines } from './NoticeLines.tsx'
import { PendingInvites } from './PendingInvites.tsx'

/** One group: name and member count, expandable (behaviour 2). */
export function GroupItem({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const count = group.members.length
  const item = useFocusAfterRemoval<HTMLLIElement>(group.notices?.length ?? 0)

  return (
    <li ref={item} tabIndex={-1} className="px-3 outline-none sm:px-4">
      <Collapse
        level={3}
        open={group.isExpanded}
        onToggle={() => dispatch(groupToggled(group.id))}
        title={
          <span className="flex items-center gap-3">
            <CrestShield name={group.name} className="h-10 w-auto" />
            <span className="min-w-0">
              {group.name}{' '}
              <span className="font-sans text-sm font-normal whitespace-nowrap text-ink-soft">
                ({t('dashboard.member_count', { count })})
              </span>
            </span>
          </span>
        }
        titleClassName="font-heading text-lg font-semibold leading-snug"
      >
        <div className="flex flex-col gap-5 pb-5 sm:ps-8">
          <NoticeLines group={group} />
          <MemberList group={group} />
          {group.is_owner && group.invites.length > 0 && <PendingInvites group={group} />}
          {/* Only owners may invite (behaviour 6). */}
          {group.is_owner && <InviteForm group={group} />}
          <GroupActions group={group} />
        </div>
      </Collapse>
      {!group.isExpanded && <NoticeLines group={group} />}
    </li>
  )
}
