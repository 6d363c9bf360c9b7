import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

/** The outline of any page while its code is on the way; as high as the window, so that no footer jumps. */
export function PageSkeleton() {
  return (
    <Skeleton className="mx-auto min-h-screen max-w-page px-4 py-16">
      <SkeletonBlock className="h-12 w-2/3" />
      <SkeletonBlock className="mt-8 h-5 w-full" />
      <SkeletonBlock className="mt-3 h-5 w-5/6" />
      <SkeletonBlock className="mt-3 h-5 w-3/4" />
    </Skeleton>
  )
}
