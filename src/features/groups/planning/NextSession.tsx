import { useTranslation } from 'react-i18next'
import type { Plan } from '#contract/schemas/planning.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { OwnAnswer } from './DateRow.tsx'
import { Fact } from './Fact.tsx'

type Props = { group: GroupRow; result: LoadResult<Plan> }

/** The overview's line about the next session, with the reader's answer. */
export const NextSession = ({ group, result }: Props) => (
  <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
    {({ dates }) => <NextLine group={group} date={dates[0]} />}
  </LoadState>
)

function NextLine({ group, date }: { group: GroupRow; date: Plan['dates'][number] | undefined }) {
  const { t } = useTranslation()
  if (date === undefined)
    return <p className="font-sans text-ui text-ink-soft">{t('planning.none')}</p>
  const { starts_at, ends_at, title, place } = date
  return (
    <div className="flex flex-wrap items-center gap-x-4 font-sans text-ui">
      <p className="min-w-0 flex-1 basis-60 py-1 wrap-anywhere">
        <TimeSpan start={starts_at} end={ends_at} className="font-medium" />
        <Fact>{title}</Fact>
        <Fact>{place}</Fact>
      </p>
      <OwnAnswer group={group} date={date} />
    </div>
  )
}
