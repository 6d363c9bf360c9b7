import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { Plan, SkippedDate } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useRestoreDateMutation } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { Fact } from './Fact.tsx'

type Props = { group: GroupId; plan: Plan }

/** Dates of series that do not take place, which planners put back. */
export function SkippedDates({ group, plan: { skipped = [], may_plan } }: Props) {
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
  const [restore, { isLoading, error }] = useRestoreDateMutation()
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
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
    </li>
  )
}
