import { useFeature } from '#src/store/account/useFeature.ts'
import { useGetUpcomingQuery } from '#src/store/calendar/api.ts'
import { REFETCH_STALE } from '#src/store/groups/api.ts'
import { Late } from '#src/ui/Late.tsx'
import { NextOutline } from '../calendar/next/NextOutline.tsx'

const loadNext = async () =>
  (await import(/* webpackChunkName: "dashboard-next" */ './AnsweredNext.tsx')).AnsweredNext

/** Above the list of groups, if the server announces it. */
export const NextPart = () => useFeature('next') && <LateNext />

function LateNext() {
  const result = useGetUpcomingQuery(undefined, REFETCH_STALE)
  return <Late load={loadNext} props={{ result }} waiting={<NextOutline />} />
}
