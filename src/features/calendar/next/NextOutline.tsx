import type { Upcoming } from '#contract/calendar.ts'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

/** A box with the height of three short rows, whatever its content: elements below it never move. */
export const NEXT_BOX = 'min-h-48.5 rounded border border-line bg-vellum px-3 sm:px-4'

export const NEXT_LISTS = ['dates', 'requests', 'polls', 'invites', 'recaps', 'entries'] as const

/** Number of all rows, including those that were not sent. */
export const countNext = (upcoming: Upcoming): number =>
  NEXT_LISTS.reduce((sum, list) => sum + (upcoming[list]?.total ?? 0), 0)

export const NextOutline = () => (
  <Skeleton className="pb-6">
    <div className="flex min-h-tap items-center">
      <SkeletonBlock className="h-6 w-32" />
    </div>
    <div className={joined(NEXT_BOX, 'divide-y divide-line')}>
      {['w-2/5', 'w-3/5', 'w-1/2'].map((width) => (
        <div key={width} className="flex h-16 flex-col justify-center gap-2">
          <SkeletonBlock className={joined('h-5', width)} />
          <SkeletonBlock className="h-4 w-1/3" />
        </div>
      ))}
    </div>
  </Skeleton>
)
