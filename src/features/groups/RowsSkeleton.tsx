import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

export function RowsSkeleton({ withActions = false }: { withActions?: boolean }) {
  return (
    <Skeleton className="divide-y divide-line rounded border border-line bg-vellum">
      {['w-2/5', 'w-3/5', 'w-1/2'].map((width) => (
        <div
          key={width}
          className={joined('flex items-center gap-3 px-4', withActions ? 'py-5' : 'py-3')}
        >
          <SkeletonBlock className="h-10 w-8" />
          <div className="flex flex-1 flex-col gap-2">
            <SkeletonBlock className={joined('h-5', width)} />
            <SkeletonBlock className="h-3 w-1/4" />
          </div>
          {withActions && <SkeletonBlock className="h-tap w-40 max-sm:hidden" />}
        </div>
      ))}
    </Skeleton>
  )
}
