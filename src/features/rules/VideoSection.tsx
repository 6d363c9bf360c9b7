import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVideo } from '#contract/rules.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListRuleVideosQuery } from '#src/store/rules/api.ts'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { FirstItem } from '../desk/FirstItem.tsx'
import { VideoPlayer } from './VideoPlayer.tsx'

const rows = 'grid gap-y-2 md:gap-y-3'

/** Memoised: not rendered while the visitor filters the rules. */
export const VideoSection = memo(function VideoSection({ className }: { className?: string }) {
  const { t } = useTranslation()
  const result = useListRuleVideosQuery()
  // As specified: an empty list reads like a failed one (ruling 31).
  const failed = (retry?: ReactNode) => (
    <EmptyState message={t('rules.videos_failed')} action={retry}>
      {!retry && <FirstItem resource="rule-videos" label={t('rules.add_video')} />}
    </EmptyState>
  )
  return (
    <section aria-labelledby="rules-videos" className={joined('min-w-0 print:hidden', className)}>
      <h2 id="rules-videos" className="font-heading text-xl font-bold max-md:sr-only">
        {t('rules.videos')}
      </h2>
      <div className="md:mt-3">
        <LoadState
          result={result}
          texts={useLoadTexts()}
          skeleton={
            <Skeleton className={rows}>
              <SkeletonBlock className="aspect-video" />
              <SkeletonBlock className="h-18 md:h-36" />
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
})

function Videos({ videos }: { videos: readonly RuleVideo[] }) {
  const [index, setIndex] = useState(0)
  const selected = videos[index] ?? videos[0]
  if (!selected) return null
  return (
    <div className={rows}>
      <VideoPlayer key={selected.file_url} video={selected} />
      <VideoList videos={videos} selected={selected} onSelect={setIndex} />
    </div>
  )
}

type Props = {
  videos: readonly RuleVideo[]
  selected: RuleVideo
  onSelect: (index: number) => void
}

/** Numbered titles; the visible numbers are hidden from screen readers, which count the list themselves. */
function VideoList({ videos, selected, onSelect }: Props) {
  const { t } = useTranslation()
  return (
    <ol
      aria-label={t('rules.video_list')}
      className="self-start border-b border-line max-md:max-h-18 max-md:overflow-y-auto max-md:border-b-0 max-md:pb-6 max-md:[mask-image:linear-gradient(black_50%,transparent)]"
    >
      {videos.map((video, index) => {
        const isSelected = video === selected
        return (
          <li key={video.file_url} className="border-t border-line">
            <button
              type="button"
              aria-current={isSelected || undefined}
              onClick={() => onSelect(index)}
              className={joined(
                'flex min-h-12 w-full items-center gap-2 border-s-4 px-2 py-1.5 text-start text-sm leading-snug transition-colors hover:bg-current/6',
                isSelected
                  ? 'border-gold bg-vellum font-bold'
                  : 'border-transparent forced-colors:border-[Canvas]',
              )}
            >
              <span aria-hidden="true" className="w-5 shrink-0 text-end text-gold-deep tabular">
                {`${index + 1}.`}
              </span>
              <span className="min-w-0 wrap-anywhere">{video.video_title}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
