import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { GroupPage } from '#contract/schemas/groupPage.ts'
import type { Plan } from '#contract/schemas/planning.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { useGetGroupPageQuery } from '#src/store/groups/page/api.ts'
import { useGetPlanQuery } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import type { LoadResult } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useElapsed } from '#src/ui/useElapsed.ts'
import { GroupCard } from './GroupCard.tsx'
import { PartStrip } from './PartStrip.tsx'
import { AboutPart } from './page/AboutPart.tsx'
import { ActivityPart } from './page/ActivityPart.tsx'
import { InvitesByLink } from './page/InvitesByLink.tsx'
import { ManagePart } from './page/ManagePart.tsx'
import { MemberRole } from './page/MemberRole.tsx'
import { type GroupPart, partIn } from './parts.ts'
import { NextSession } from './planning/NextSession.tsx'
import { SessionsPart } from './planning/SessionsPart.tsx'

/** Longest wait for the announced parts before the members are shown without them. */
const WAIT_MS = 1000

type Results = { plan: LoadResult<Plan> | null; page: LoadResult<GroupPage> | null }

/**
 * The card of a group as a small page of several parts, if the server announces its plan or its page (ruling 62). What
 * every server has stays below each part. The first part and the members appear together: a late part would move the
 * buttons between press and release of the mouse, and the click would be lost.
 */
export function AnnouncedCard({ group }: { group: GroupRow }) {
  const hasPlan = useFeature('planning')
  const hasPage = useFeature('group_page')
  const plan = useGetPlanQuery(hasPlan ? group.id : skipToken, { refetchOnMountOrArgChange: true })
  const page = useGetGroupPageQuery(hasPage ? group.id : skipToken, {
    refetchOnMountOrArgChange: 5,
  })
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const isLate = useElapsed(WAIT_MS)
  if ((plan.isLoading || page.isLoading) && !isLate) return <SkeletonBars count={3} />

  const results = { plan: hasPlan ? plan : null, page: hasPage ? page : null }
  const parts = partsOf(results)
  const asked = partIn(query, group.id)
  const part = asked !== null && parts.includes(asked) ? asked : null
  const rolesOf = part === 'members' ? page.data : undefined
  return (
    <GroupCard
      group={group}
      besideMember={
        rolesOf && ((member) => <MemberRole group={group} page={rolesOf} member={member} />)
      }
      above={
        <>
          <PartStrip group={group} parts={parts} shown={part} />
          {part !== 'members' && (part !== null || hasPlan) && (
            <section
              key={part}
              tabIndex={-1}
              aria-label={t(part === null ? 'planning.next_session' : `group_part.${part}`)}
              className="outline-none"
            >
              <Part group={group} part={part} {...results} />
            </section>
          )}
        </>
      }
      below={rolesOf && rolesOf.role !== 'member' && <InvitesByLink group={group} />}
    />
  )
}

function partsOf({ plan, page }: Results): GroupPart[] {
  const isManager =
    plan?.data?.may_choose === true || (page?.data !== undefined && page.data.role !== 'member')
  return [
    ...(plan ? (['sessions'] as const) : []),
    ...(page ? (['about', 'members', 'activity'] as const) : []),
    ...(isManager ? (['manage'] as const) : []),
  ]
}

type ShownPart = Exclude<GroupPart, 'members'> | null

function Part({ group, part, plan, page }: Results & { group: GroupRow; part: ShownPart }) {
  switch (part) {
    case null:
      return plan && <NextSession group={group} result={plan} />
    case 'sessions':
      return plan && <SessionsPart group={group} result={plan} />
    case 'about':
      return page && <AboutPart result={page} />
    case 'activity':
      return page && <ActivityPart group={group.id} result={page} />
    case 'manage':
      return <ManagePart group={group} plan={plan?.data} page={page?.data} />
  }
}
