import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListRuleVideosQuery } from '#src/store/rules/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { VideoList } from './VideoList.tsx'
import { VideoPlayer } from './VideoPlayer.tsx'

const columns = (isWatched: boolean) =>
  joined('grid gap-x-4 gap-y-3', !isWatched && 'max-md:grid-cols-[10rem_minmax(0,1fr)]')

/** The player and its numbered list; the first video is the selected one (behaviour 2). */
export function VideoSection({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { data: videos = [], isLoading, isFetching, isError, refetch } = useListRuleVideosQuery()
  const [position, setPosition] = useState(0)
  // On a narrow window the player is small until somebody watches.
  const [isWatched, setIsWatched] = useState(false)
  const selected = videos[position] ?? videos[0]
  return (
    <section aria-labelledby="rules-videos" className={joined('min-w-0 print:hidden', className)}>
      <h2 id="rules-videos" className="font-heading text-lg font-bold md:text-xl">
        {t('rules.videos')}
      </h2>
      <div className="mt-2 md:mt-3">
        {isLoading ? (
          <Skeleton className={columns(false)}>
            <SkeletonBlock className="aspect-video" />
            <SkeletonBlock className="h-36" />
          </Skeleton>
        ) : selected ? (
          <div className={columns(isWatched)}>
            <VideoPlayer
              key={selected.file_url}
              video={selected}
              onWatch={() => setIsWatched(true)}
            />
            <VideoList videos={videos} selected={selected} onSelect={setPosition} />
          </div>
        ) : (
          // As specified: an empty list reads like a failed one (ruling 31).
          <EmptyState
            message={t('rules.videos_failed')}
            action={
              isError && (
                <Button busy={isFetching} onClick={() => void refetch()}>
                  {t('errors.retry')}
                </Button>
              )
            }
          />
        )}
      </div>
    </section>
  )
}
