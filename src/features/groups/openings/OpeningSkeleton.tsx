import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

/** As tall as a list with one group, so that what is below moves once. */
export const OpeningSkeleton = () => (
  <Skeleton>
    <SkeletonBlock className="h-96 sm:h-56" />
  </Skeleton>
)
