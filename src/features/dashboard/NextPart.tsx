import { useFeature } from '#src/store/account/useFeature.ts'
import { useGetUpcomingQuery } from '#src/store/calendar/api.ts'
import { REFETCH_STALE } from '#src/store/groups/api.ts'
import { useLate } from '#src/ui/Late.tsx'
import { NextOutline } from '../calendar/next/NextOutline.tsx'

const loadNext = async () =>
  (await import(/* webpackChunkName: "dashboard-next" */ './AnsweredNext.tsx')).AnsweredNext

/** Above the list of groups, if the server announces it. */
export const NextPart = () => useFeature('next') && <LateNext />

function LateNext() {
  const result = useGetUpcomingQuery(undefined, REFETCH_STALE)
  const Panel = useLate(loadNext)
  if (Panel === 'failed') return null
  const isKnown = result.data !== undefined || result.error !== undefined
  return Panel && isKnown ? <Panel result={result} /> : <NextOutline />
}
