import { GLOSSARY_PAGE } from '#contract/limits.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

const rows = Array.from({ length: GLOSSARY_PAGE }, (_, index) => index)

/** The outline of the first ten cards. */
export function EntriesSkeleton() {
  return (
    <Skeleton className="space-y-3">
      {rows.map((row) => (
        <div key={row} className="flex gap-4 rounded border border-line px-4 py-4 sm:px-5">
          <SkeletonBlock className="size-14 shrink-0 sm:h-16 sm:w-24" />
          <div className="flex-1 pt-1">
            <SkeletonBlock className="h-6 w-2/5" />
            <SkeletonBlock className="mt-3 h-5 w-3/5" />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
