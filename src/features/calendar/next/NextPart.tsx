import { useFeature } from '#src/store/account/useFeature.ts'
import { Late } from '#src/ui/Late.tsx'

const loadNext = async () =>
  (await import(/* webpackChunkName: "dashboard-next" */ './NextPanel.tsx')).NextPanel

/** Reserves the initial height of the panel, so that the list below does not move when it is loaded. */
export function NextPart() {
  if (!useFeature('next')) return null
  return (
    <div className="min-h-60">
      <Late load={loadNext} />
    </div>
  )
}
