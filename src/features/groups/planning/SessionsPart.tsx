import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { GroupId } from '#contract/ids.ts'
import type { GameDate, Plan, SkippedDate } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { useArrival } from '#src/ui/focus.ts'
import { Late } from '#src/ui/Late.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { dateIn, groupCardId } from '../parts.ts'
import { DateRow, NextDate, SeriesRow } from './DateRow.tsx'
import { PlannerButtons } from './PlannerButtons.tsx'
import { PollCard } from './PollCard.tsx'
import { Fact } from './RadioRow.tsx'

type SkippedDatesProps = { group: GroupId; plan: Plan }

/** Dates of series that do not take place, which planners put back. */
function SkippedDates({ group, plan: { skipped = [], may_plan } }: SkippedDatesProps) {
  const { t } = useTranslation()
  if (skipped.length === 0) return null
  return (
    <div>
      <h4 className="mb-2 font-heading text-lg font-semibold leading-snug">
        {t('planning.skipped')}
      </h4>
      <ul tabIndex={-1} className="divide-y divide-line border-y border-line outline-none">
        {skipped.map((date) => (
          <Skipped key={date.id} group={group} date={date} mayPlan={may_plan} />
        ))}
      </ul>
    </div>
  )
}

type RowProps = { group: GroupId; date: SkippedDate; mayPlan: boolean }

function Skipped({ group, date, mayPlan }: RowProps) {
  const { t } = useTranslation()
  const [restore, { isLoading, error }] = planningApi.useRestoreDateMutation()
  const { id, title, starts_at, ends_at } = date
  const language = useLanguage()
  const when = timeRange(starts_at, ends_at, readerTimeZone(), { language }) ?? ''
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-3 py-1 outline-none">
      <p className="min-w-0 flex-1 basis-60 py-1 text-ink-soft wrap-anywhere">
        <TimeSpan start={starts_at} end={ends_at} />
        <Fact>{title}</Fact>
      </p>
      {mayPlan && (
        <Button
          busy={isLoading}
          aria-label={t('planning.restore_date', { date: when })}
          onClick={() => void restore({ group_id: group, id })}
        >
          {t('planning.restore')}
        </Button>
      )}
      <FormError message={refusalText(error, t, 'planning.date_failed')} />
    </li>
  )
}

type Props = { group: GroupRow }

/** Rows below the next session, with which they are two dates; the others follow on demand. */
const ROWS_SHOWN = 1

export const SessionsPart = ({ group, result }: Props & { result: LoadResult<Plan> }) => (
  <LoadState result={result} skeleton={<SkeletonBars count={3} />}>
    {(plan) => <Planned group={group} plan={plan} />}
  </LoadState>
)

type PlanProps = Props & { plan: Plan }

function Planned({ group, plan }: PlanProps) {
  return (
    <div className="flex flex-col gap-5 font-sans text-ui">
      {plan.may_plan && <PlannerButtons group={group} />}
      <Dates group={group} plan={plan} />
      <SkippedDates group={group.id} plan={plan} />
      {plan.polls.length > 0 && <Polls group={group} plan={plan} />}
      {(plan.past?.total ?? 0) > 0 && (
        <PastSessions group={group.id} total={plan.past?.total ?? 0} />
      )}
    </div>
  )
}

function Dates({ group, plan }: PlanProps) {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const { dates, later, may_plan, zones } = plan
  const [next, ...rest] = dates
  if (next === undefined) return <p className="text-ink-soft">{t('planning.none')}</p>
  const shown = isWhole ? rest : rest.slice(0, ROWS_SHOWN)
  const count = rest.length - ROWS_SHOWN
  return (
    <div>
      <NextDate group={group} date={next} mayPlan={may_plan} zones={zones} />
      {shown.length > 0 && (
        <ul tabIndex={-1} className="mt-3 divide-y divide-line border-y border-line outline-none">
          {plan.series &&
            seriesIn(dates).map(([first, ...others]) => (
              <SeriesRow
                key={first.session_id}
                group={group}
                dates={[first, ...others]}
                isPart={later > 0}
              />
            ))}
          {shown.map((date) => (
            <DateRow key={date.id} group={group} date={date} mayPlan={may_plan} />
          ))}
        </ul>
      )}
      {count > 0 && (
        <Button
          variant="quiet"
          icon="chevronDown"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('next.show_fewer') : t('planning.more_dates', { count })}
        </Button>
      )}
      {later > 0 && (isWhole || count <= 0) && (
        <p className="pt-2 text-sm text-ink-soft">{t('planning.later', { count: later })}</p>
      )}
    </div>
  )
}

/** Series of which several dates are shown. */
const seriesIn = (dates: readonly GameDate[]) =>
  [...new Set(dates.map(({ session_id }) => session_id))].flatMap((session) => {
    const [first, ...others] = dates.filter(({ session_id }) => session_id === session)
    return first && others.length > 0 ? [[first, ...others] as const] : []
  })

function Polls({ group, plan }: PlanProps) {
  const { t } = useTranslation()
  const { polls, may_plan, zones } = plan
  const id = pollsId(group.id)
  useArrival(id)
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-16 outline-none">
      <h4 className="mb-2 font-heading text-lg font-semibold leading-snug">
        {t('planning.find_date')}
      </h4>
      <ul tabIndex={-1} className="flex flex-col gap-6 outline-none">
        {polls.map((poll) => (
          <PollCard key={poll.id} group={group} poll={poll} mayPlan={may_plan} zones={zones} />
        ))}
      </ul>
    </div>
  )
}

const pollsId = (group: GroupId): string => `${groupCardId(group)}-polls`

const loadList = async () =>
  (await import(/* webpackChunkName: "group-past" */ '../past/PastList.tsx')).PastList

type PastSessionsProps = { group: GroupId; total: number }

/** The past sessions of a group, folded: nothing is fetched before the fold is opened, or the URL names one of them. */
function PastSessions({ group, total }: PastSessionsProps) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const asked = dateIn(query, group)
  const [isOpen, setIsOpen] = useState(asked !== null)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== null) setIsOpen(true)
  }
  return (
    <Collapse
      level={4}
      title={t('past.title', { count: total })}
      titleClassName="font-heading text-lg font-semibold leading-snug"
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      <Late
        load={loadList}
        props={{ group, asked }}
        waiting={<SkeletonBars count={3} />}
        failed={<p role="alert">{t('errors.load_failed')}</p>}
      />
    </Collapse>
  )
}
