import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '#contract/schemas/planning.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { Button } from '#src/ui/Button.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { DateRow, NextDate } from './DateRow.tsx'
import { PlannerButtons } from './PlannerButtons.tsx'
import { PollCard } from './PollCard.tsx'

type Props = { group: GroupRow }

/** Rows below the next session; the others follow on demand. */
const ROWS_SHOWN = 2

/** Sessions and date polls of a group. */
export const SessionsPart = ({ group, result }: Props & { result: LoadResult<Plan> }) => (
  <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={3} />}>
    {(plan) => (
      <div className="flex flex-col gap-5 font-sans text-ui">
        {plan.may_plan && <PlannerButtons group={group.id} />}
        <Dates group={group} plan={plan} />
        <Polls group={group} plan={plan} />
      </div>
    )}
  </LoadState>
)

type PlanProps = Props & { plan: Plan }

function Dates({ group, plan: { dates, later, may_plan, zones } }: PlanProps) {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const [next, ...rest] = dates
  if (next === undefined) return <p className="text-ink-soft">{t('planning.none')}</p>
  const shown = isWhole ? rest : rest.slice(0, ROWS_SHOWN)
  const hidden = rest.length - shown.length
  return (
    <div>
      <NextDate group={group} date={next} mayPlan={may_plan} zones={zones} />
      {shown.length > 0 && (
        <ul tabIndex={-1} className="mt-3 divide-y divide-line border-y border-line outline-none">
          {shown.map((date) => (
            <DateRow key={date.id} group={group} date={date} mayPlan={may_plan} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button variant="quiet" className="-ms-5" onClick={() => setIsWhole(true)}>
          {t('planning.more_dates', { count: hidden })}
        </Button>
      )}
      {later > 0 && hidden === 0 && (
        <p className="pt-2 text-sm text-ink-soft">{t('planning.later', { count: later })}</p>
      )}
    </div>
  )
}

function Polls({ group, plan: { polls, may_plan, zones } }: PlanProps) {
  const { t } = useTranslation()
  if (polls.length === 0) return null
  return (
    <div>
      <h4 className="font-heading text-lg font-semibold leading-snug">{t('planning.find_date')}</h4>
      <ul tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {polls.map((poll) => (
          <PollCard key={poll.id} group={group} poll={poll} mayPlan={may_plan} zones={zones} />
        ))}
      </ul>
    </div>
  )
}
