import { skipToken } from '@reduxjs/toolkit/query'
import { useGetGroupPageQuery } from '#src/store/groups/page/api.ts'
import { useGetPlanQuery } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useElapsed } from '#src/ui/useElapsed.ts'
import { GroupCard, hasPlan } from './GroupCard.tsx'
import { GroupAbout } from './page/GroupAbout.tsx'
import { GroupMore } from './page/GroupMore.tsx'
import { PlanPanel } from './planning/PlanPanel.tsx'

/** The members wait no longer than this for a slow answer about what is announced. */
const WAIT_MS = 1000

/**
 * The card of a group with its plan and its page, where the server announces them (ruling 62). It is shown at once: a
 * part that comes later would move the buttons away between the press and the release of a mouse, which is no click.
 */
export function AnnouncedCard({ group }: { group: GroupRow }) {
  const plan = useGetPlanQuery(hasPlan(group) ? group.id : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  const page = useGetGroupPageQuery(group.page ? group.id : skipToken, {
    refetchOnMountOrArgChange: 5,
  })
  const isLate = useElapsed(WAIT_MS)
  if ((plan.isLoading || page.isLoading) && !isLate) return <SkeletonBars count={3} />
  return (
    <GroupCard
      group={group}
      above={
        <>
          {hasPlan(group) && <PlanPanel group={group.id} result={plan} />}
          {group.page && <GroupAbout group={group} result={page} />}
        </>
      }
      below={group.page && page.data && <GroupMore group={group} page={page.data} />}
    />
  )
}
