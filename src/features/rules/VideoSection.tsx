import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListRuleVideosQuery } from '#src/store/api/rulesApi.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { VideoList } from './VideoList.tsx'
import { VideoPlayer } from './VideoPlayer.tsx'

const columns = 'grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8'

/** The player and its numbered list; the first video is the selected one (SPEC 2). */
export function VideoSection() {
  const { t } = useTranslation()
  const { data: videos = [], isLoading, isFetching, isError, refetch } = useListRuleVideosQuery()
  const [position, setPosition] = useState(0)
  const selected = videos[position] ?? videos[0]
  return (
    <section aria-labelledby="rules-videos" className="print:hidden">
      <h2 id="rules-videos" className="font-heading text-2xl font-bold sm:text-3xl">
        {t('rules.videos')}
      </h2>
      <div className="mt-5">
        {isLoading ? (
          <Skeleton className={columns}>
            <SkeletonBlock className="aspect-video" />
            <SkeletonBlock className="h-44" />
          </Skeleton>
        ) : selected ? (
          <div className={columns}>
            <VideoPlayer key={selected.file_url} video={selected} />
            <VideoList videos={videos} selected={selected} onSelect={setPosition} />
          </div>
        ) : (
          // As specified: an empty list reads like a failed one (SETTLED 31).
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
