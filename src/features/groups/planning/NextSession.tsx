import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { GroupId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { partId, withPart } from '../parts.ts'
import { OwnAnswer } from './DateRow.tsx'
import { PlannerButtons } from './PlannerButtons.tsx'

type Props = { group: GroupRow; result: LoadResult<Plan> }

/** The overview's lines about the next session, with the reader's answer; their height does not depend on the texts. */
export const NextSession = ({ group, result }: Props) => (
  <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
    {({ dates: [date], may_plan }) =>
      date === undefined ? (
        <NoSession group={group.id} mayPlan={may_plan} />
      ) : (
        <NextLine group={group} date={date} />
      )
    }
  </LoadState>
)

/** What is made here is shown in the part "Sessions". */
function NoSession({ group, mayPlan }: { group: GroupId; mayPlan: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const showSessions = () =>
    void navigate({ search: withPart(query, group, 'sessions'), hash: partId(group, 'sessions') })
  return (
    <div className="flex flex-col gap-3">
      <p className="font-sans text-ui text-ink-soft">{t('planning.none')}</p>
      {mayPlan && <PlannerButtons group={group} onMade={showSessions} />}
    </div>
  )
}

function NextLine({ group, date }: { group: GroupRow; date: Plan['dates'][number] }) {
  const { starts_at, ends_at, title, place } = date
  return (
    <div className="flex flex-col font-sans text-ui sm:flex-row sm:items-center sm:gap-x-4">
      <p className="min-w-0 flex-1">
        <TimeSpan start={starts_at} end={ends_at} className="block truncate font-medium" />{' '}
        <span className="block truncate pb-2 text-ink-soft sm:pb-0">
          {[title, place].filter(Boolean).join(' · ')}
        </span>
      </p>
      <OwnAnswer group={group} date={date} />
    </div>
  )
}
