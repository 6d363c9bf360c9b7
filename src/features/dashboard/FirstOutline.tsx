import type { FirstSteps } from '#contract/calendar.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { firstRows, isZoneOpen } from './firstRows.ts'

/** The frame of the first steps. */
export const FIRST_BOX = 'rounded border border-line bg-vellum px-3 sm:px-4'

/** The first steps before their code is loaded, with the same height. */
export const FirstOutline = ({ steps }: { steps: FirstSteps }) => (
  <Skeleton>
    <div className="flex min-h-tap items-center">
      <SkeletonBlock className="h-6 w-32" />
    </div>
    <div className={FIRST_BOX}>
      <div className="divide-y divide-line">
        {firstRows(steps).map(({ key }) => (
          <div key={key} className="flex h-16 flex-col justify-center gap-2 max-sm:h-22">
            <SkeletonBlock className="h-5 w-2/5" />
            <SkeletonBlock className="h-4 w-1/3" />
          </div>
        ))}
      </div>
      {isZoneOpen(steps) && (
        <div className="flex min-h-12 items-center border-t border-line">
          <SkeletonBlock className="h-5 w-1/3" />
        </div>
      )}
    </div>
  </Skeleton>
)
