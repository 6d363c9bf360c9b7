import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVideo } from '#contract/schemas/rules.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListRuleVideosQuery } from '#src/store/rules/api.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { VideoList } from './VideoList.tsx'
import { VideoPlayer } from './VideoPlayer.tsx'

const columns = (isWatched: boolean) =>
  joined('grid gap-x-4 gap-y-3', !isWatched && 'max-md:grid-cols-[10rem_minmax(0,1fr)]')

/** The player and its numbered list; the first video is the selected one (behaviour 2). */
export function VideoSection({ className }: { className?: string }) {
  const { t } = useTranslation()
  const result = useListRuleVideosQuery()
  // As specified: an empty list reads like a failed one (ruling 31).
  const failed = (retry?: ReactNode) => (
    <EmptyState message={t('rules.videos_failed')} action={retry} />
  )
  return (
    <section aria-labelledby="rules-videos" className={joined('min-w-0 print:hidden', className)}>
      <h2 id="rules-videos" className="font-heading text-lg font-bold md:text-xl">
        {t('rules.videos')}
      </h2>
      <div className="mt-2 md:mt-3">
        <LoadState
          result={result}
          data={result.data}
          texts={useLoadTexts()}
          skeleton={
            <Skeleton className={columns(false)}>
              <SkeletonBlock className="aspect-video" />
              <SkeletonBlock className="h-36" />
            </Skeleton>
          }
          empty={failed()}
          failed={failed}
        >
          {(videos) => <Videos videos={videos} />}
        </LoadState>
      </div>
    </section>
  )
}

function Videos({ videos }: { videos: readonly RuleVideo[] }) {
  const [index, setIndex] = useState(0)
  // On a narrow window the player is small until a video is played.
  const [isWatched, setIsWatched] = useState(false)
  const selected = videos[index] ?? videos[0]
  if (!selected) return null
  return (
    <div className={columns(isWatched)}>
      <VideoPlayer key={selected.file_url} video={selected} onWatch={() => setIsWatched(true)} />
      <VideoList videos={videos} selected={selected} onSelect={setIndex} />
    </div>
  )
}
