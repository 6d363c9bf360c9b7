import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

const rows = Array.from({ length: 6 }, (_, index) => index)

/** The outline of some rows. */
export function FilesSkeleton() {
  return (
    <Skeleton>
      {rows.map((row) => (
        <div key={row} className="flex min-h-24 items-center gap-4 border-t border-line">
          <SkeletonBlock className="h-16 w-14 shrink-0 sm:w-24" />
          <SkeletonBlock className="h-5 w-1/2" />
        </div>
      ))}
    </Skeleton>
  )
}
