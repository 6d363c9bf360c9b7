import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import type { GroupPage } from '#contract/groupPage.ts'
import type { Plan } from '#contract/planning.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { useGetGroupPageQuery } from '#src/store/groups/page/api.ts'
import { useGetPlanQuery } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import type { LoadResult } from '#src/ui/LoadState.tsx'
import { AboutPart } from './page/AboutPart.tsx'
import { ActivityPart } from './page/ActivityPart.tsx'
import { ManagePart } from './page/ManagePart.tsx'
import { type GroupPart, partId } from './parts.ts'
import { NextSession } from './planning/NextSession.tsx'
import { SessionsPart } from './planning/SessionsPart.tsx'

type Props = {
  group: GroupRow
  /** Null for the overview. */
  opened: ReadonlyArray<GroupPart | null>
  shown: GroupPart | null
}

/** The parts of a group above its members. All data is loaded with the first part, so that the next ones show at once. */
export function GroupParts({ group, opened, shown }: Props) {
  const { t } = useTranslation()
  const hasPlan = useFeature('planning')
  const hasPage = useFeature('group_page')
  const plan = useGetPlanQuery(hasPlan ? group.id : skipToken, { refetchOnMountOrArgChange: true })
  const page = useGetGroupPageQuery(hasPage ? group.id : skipToken, {
    refetchOnMountOrArgChange: 5,
  })
  const results = { plan: hasPlan ? plan : null, page: hasPage ? page : null }
  return opened.map((part) => {
    if (part === 'members' || (part === null && !hasPlan)) return null
    return (
      <section
        key={part}
        id={part === null ? undefined : partId(group.id, part)}
        hidden={part !== shown}
        tabIndex={-1}
        // Several groups can show their overview, one at a time another part.
        aria-label={
          part === null
            ? t('planning.next_session_of', { name: group.name })
            : t(`group_part.${part}`)
        }
        className="outline-none"
      >
        <Part group={group} part={part} {...results} />
      </section>
    )
  })
}

type PartProps = {
  group: GroupRow
  part: Exclude<GroupPart, 'members'> | null
  plan: LoadResult<Plan> | null
  page: LoadResult<GroupPage> | null
}

function Part({ group, part, plan, page }: PartProps) {
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
      return <ManagePart group={group} plan={plan} page={page} />
  }
}
