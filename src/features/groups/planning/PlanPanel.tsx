import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { Plan } from '#contract/schemas/planning.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useChoosePlannersMutation } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { DateCard } from './DateCard.tsx'
import { PollCard } from './PollCard.tsx'
import { PollDialog } from './PollDialog.tsx'
import { SessionDialog } from './SessionDialog.tsx'

type Props = { group: GroupId }
type PanelProps = Props & { result: LoadResult<Plan> }
type BodyProps = Props & { plan: Plan }

/** Sessions and date polls of a group. */
export function PlanPanel({ group, result }: PanelProps) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex flex-col gap-4 font-sans text-ui outline-none"
    >
      <h4 id={titleId} className="font-heading text-lg font-semibold leading-snug">
        {t('planning.next_session')}
      </h4>
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={2} />}>
        {(plan) => <Body group={group} plan={plan} />}
      </LoadState>
    </section>
  )
}

function Body({ group, plan }: BodyProps) {
  const { t } = useTranslation()
  const { dates, later, polls } = plan
  return (
    <>
      {dates.length === 0 ? (
        <p className="text-ink-soft">{t('planning.none')}</p>
      ) : (
        <ul tabIndex={-1} className="flex flex-col gap-4 outline-none">
          {dates.map((date) => (
            <DateCard key={date.id} group={group} date={date} mayPlan={plan.may_plan} />
          ))}
        </ul>
      )}
      {later > 0 && (
        <p className="text-sm text-ink-soft">{t('planning.later', { count: later })}</p>
      )}
      {polls.length > 0 && (
        <>
          <h4 className="font-heading text-lg font-semibold leading-snug">
            {t('planning.find_date')}
          </h4>
          <ul tabIndex={-1} className="flex flex-col gap-4 outline-none">
            {polls.map((poll) => (
              <PollCard key={poll.id} group={group} poll={poll} mayPlan={plan.may_plan} />
            ))}
          </ul>
        </>
      )}
      {plan.may_plan && <PlannerButtons group={group} />}
      {plan.may_choose && <PlannersChoice group={group} planners={plan.planners} />}
    </>
  )
}

function PlannerButtons({ group }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'poll' | 'session' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1.5">
      <Button icon="calendar" onClick={() => setDialog('poll')}>
        {t('planning.propose')}
      </Button>
      <Button icon="plus" onClick={() => setDialog('session')}>
        {t('planning.plan_session')}
      </Button>
      <PollDialog group={group} open={dialog === 'poll'} onClose={close} />
      <SessionDialog
        group={group}
        open={dialog === 'session'}
        target={{ kind: 'new' }}
        onClose={close}
      />
    </div>
  )
}

function PlannersChoice({ group, planners }: Props & Pick<Plan, 'planners'>) {
  const { t } = useTranslation()
  const [choose, { isLoading, error, originalArgs }] = useChoosePlannersMutation()
  const chosen = isLoading ? originalArgs?.planners : planners
  return (
    <div>
      <Checkbox
        label={t('planning.members_plan')}
        checked={chosen === 'members'}
        onChange={(isChecked) => void choose({ group, planners: isChecked ? 'members' : 'owners' })}
      />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
    </div>
  )
}
