import { initiativeApi } from '#src/store/initiative/api.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { PageList } from './PageList.tsx'
import type { Book } from './rulebook.ts'

export function FetchedPages({ book, url }: { book: Book; url: string }) {
  return (
    <LoadState
      result={initiativeApi.useListBookTextsQuery(url)}
      skeleton={
        <Skeleton count={book.pages.length} className="space-y-14">
          <SkeletonBlock className="h-96" />
        </Skeleton>
      }
    >
      {(texts) => <PageList book={book} texts={texts} />}
    </LoadState>
  )
}
