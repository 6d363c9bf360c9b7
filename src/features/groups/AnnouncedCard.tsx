import { skipToken } from '@reduxjs/toolkit/query'
import { useFeature } from '#src/store/account/useFeature.ts'
import { useGetGroupPageQuery } from '#src/store/groups/page/api.ts'
import { useGetPlanQuery } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useElapsed } from '#src/ui/useElapsed.ts'
import { GroupCard } from './GroupCard.tsx'
import { GroupAbout } from './page/GroupAbout.tsx'
import { GroupMore } from './page/GroupMore.tsx'
import { PlanPanel } from './planning/PlanPanel.tsx'

/** Longest wait for the announced parts before the members are shown without them. */
const WAIT_MS = 1000

/**
 * The card of a group with its plan and its page, if the server announces them (ruling 62). All parts appear together:
 * a late part would move the buttons between press and release of the mouse, and the click would be lost.
 */
export function AnnouncedCard({ group }: { group: GroupRow }) {
  const hasPlan = useFeature('planning')
  const hasPage = useFeature('group_page')
  const plan = useGetPlanQuery(hasPlan ? group.id : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  const page = useGetGroupPageQuery(hasPage ? group.id : skipToken, {
    refetchOnMountOrArgChange: 5,
  })
  const isLate = useElapsed(WAIT_MS)
  if ((plan.isLoading || page.isLoading) && !isLate) return <SkeletonBars count={3} />
  return (
    <GroupCard
      group={group}
      above={
        <>
          {hasPlan && <PlanPanel group={group.id} result={plan} />}
          {hasPage && <GroupAbout group={group} result={page} />}
        </>
      }
      below={hasPage && page.data && <GroupMore group={group} page={page.data} />}
    />
  )
}
