import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { type GroupRow, mayInvite } from '#src/store/groups/selectors.ts'
import { Late } from '#src/ui/Late.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { GroupCard } from './GroupCard.tsx'
import { PartStrip } from './PartStrip.tsx'
import { type GroupPart, partIn } from './parts.ts'

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
  const opened = useOpened(shown)
  const { message } = useLoadTexts()
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
              failed={<p role="alert">{message}</p>}
            />
          </div>
        </>
      }
      below={
        opened.includes('members') && (
          <div hidden={!isMembers}>
            {mayInvite(group) ? (
              <div className="flex flex-col gap-4">
                {hasOpenings && <Late load={loadRequests} props={{ group }} />}
                <Late load={loadInvites} props={{ group }} />
              </div>
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

/** The parts that have been shown, of which all but one are hidden: they keep what is typed in them. */
function useOpened(shown: GroupPart | null): ReadonlyArray<GroupPart | null> {
  const [opened, setOpened] = useState([shown])
  if (!opened.includes(shown)) setOpened([...opened, shown])
  return opened
}

/** Reserves the height of the line about the next session, which is loaded late. */
const overviewHeight = ({ plan }: GroupRow): string | undefined =>
  plan?.next_session ? 'min-h-[6.5rem] sm:min-h-12' : undefined
