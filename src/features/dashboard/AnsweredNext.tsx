import type { Upcoming, UpcomingDate } from '#contract/calendar.ts'
import type { LoadResult } from '#src/ui/LoadState.tsx'
import { NextOutline } from '../calendar/next/NextOutline.tsx'
import { NextPanel } from '../calendar/next/NextPanel.tsx'
import { OwnAnswer } from '../groups/planning/DateRow.tsx'

type Props = { result: LoadResult<Upcoming> }

/** "Coming up", with the answer of the group's card. */
export function AnsweredNext({ result }: Props) {
  if (result.data === undefined && result.error === undefined) return <NextOutline />
  const answer = ({ group_id, date_id, state, ...times }: UpcomingDate) =>
    group_id !== null &&
    date_id !== null &&
    state !== 'cancelled' && (
      <OwnAnswer
        group={{ id: group_id, members: [] }}
        date={{
          ...times,
          id: date_id,
          mine: state === 'coming' || state === 'not_coming' ? state : null,
        }}
        isOld={result.isFetching}
      />
    )
  return <NextPanel result={result} answer={answer} />
}
