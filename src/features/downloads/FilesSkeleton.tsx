import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

const places = Array.from({ length: 6 }, (_, place) => place)

/** The outline of some rows. */
export function FilesSkeleton() {
  return (
    <Skeleton>
      {places.map((place) => (
        <div key={place} className="flex min-h-16 items-center border-t border-line">
          <SkeletonBlock className="h-5 w-1/2" />
        </div>
      ))}
    </Skeleton>
  )
}
