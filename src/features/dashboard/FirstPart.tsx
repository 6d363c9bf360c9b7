import { useFeature } from '#src/store/account/useFeature.ts'
import { useGetUpcomingQuery } from '#src/store/calendar/api.ts'
import type { Elements } from '#src/ui/elements.ts'
import { Late } from '#src/ui/Late.tsx'
import { FirstOutline } from './FirstOutline.tsx'

const loadSteps = async () =>
  (await import(/* webpackChunkName: "dashboard-next" */ './FirstSteps.tsx')).FirstSteps

/** First steps of a member without groups; null where the server sends none, undefined before it has answered. */
export function useFirstPart(): Elements | null | undefined {
  const isOffered = useFeature('next')
  const { data, error } = useGetUpcomingQuery(undefined, { skip: !isOffered })
  if (!isOffered || error !== undefined) return null
  if (data === undefined) return undefined
  const { first_steps } = data
  if (first_steps === undefined) return null
  return (
    <Late
      load={loadSteps}
      props={{ steps: first_steps }}
      waiting={<FirstOutline steps={first_steps} />}
    />
  )
}
