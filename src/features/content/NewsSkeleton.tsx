import { NEWS_PAGE } from '#contract/limits.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

const cards = Array.from({ length: NEWS_PAGE }, (_, index) => index)

/** The outline of the first four cards. */
export function NewsSkeleton() {
  return (
    <Skeleton className="grid gap-6 md:grid-cols-2 lg:gap-8">
      {cards.map((card) => (
        <div key={card} className="pb-5">
          <SkeletonBlock className="aspect-3/2" />
          <SkeletonBlock className="mt-5 h-4 w-2/5" />
          <SkeletonBlock className="mt-3 h-7 w-4/5" />
          <SkeletonBlock className="mt-3 h-16" />
          <SkeletonBlock className="mt-4 h-tap w-32" />
        </div>
      ))}
    </Skeleton>
  )
}
