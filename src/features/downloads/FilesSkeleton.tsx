import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

const places = Array.from({ length: 6 }, (_, place) => place)

/** The outline of some rows. */
export function FilesSkeleton() {
  return (
    <Skeleton>
      {places.map((place) => (
        <div key={place} className="flex min-h-24 items-center gap-4 border-t border-line">
          <SkeletonBlock className="h-16 w-14 shrink-0 sm:w-24" />
          <SkeletonBlock className="h-5 w-1/2" />
        </div>
      ))}
    </Skeleton>
  )
}
