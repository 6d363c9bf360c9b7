import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVideo } from '#contract/rules.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { rulesApi } from '#src/store/rules/api.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useIsInBrowser } from '#src/ui/useKit.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { FirstItem } from '../desk/FirstItem.tsx'

/** Chromium keeps a removed video whose captions are on, and the page around it, in memory. */
const releaseCaptions = (video: HTMLVideoElement) => () => {
  for (const track of video.textTracks) track.mode = 'disabled'
}

/** The browser's own player, with captions and a second format where the server has them. */
function VideoPlayer({ video }: { video: RuleVideo }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [failures, setFailures] = useState(0)
  const [hasPlayed, setHasPlayed] = useState(false)
  // Nothing but the browser's controls can play it without scripts.
  const isScripted = useIsInBrowser()
  const formats = [safeUrl(video.file_url, 'file'), safeUrl(video.webm_url, 'file')].filter(
    (url) => url !== null,
  )
  const captions = safeUrl(video.captions_url, 'file')
  const poster = safeUrl(video.poster_url, 'file')
  return (
    <div className="relative">
      <video
        ref={releaseCaptions}
        controls={hasPlayed || !isScripted}
        // The player gets the focus from the button before it has controls.
        tabIndex={hasPlayed ? undefined : -1}
        playsInline
        onPlay={() => setHasPlayed(true)}
        aria-label={video.video_title}
        src={formats[failures] ?? formats.at(-1)}
        poster={poster ?? undefined}
        // A video with a poster fetches nothing before playback.
        preload={poster === null ? 'metadata' : 'none'}
        // A click on Play counts for the second format too.
        autoPlay={hasPlayed && failures > 0}
        onError={() => setFailures(failures + 1)}
        className="aspect-video w-full rounded bg-night object-contain"
      >
        {/* Without a URL the track fails, and the player offers no captions. */}
        <track
          kind="captions"
          src={captions ?? undefined}
          srcLang={language}
          label={t('rules.captions')}
          default={captions !== null}
        />
      </video>
      {!hasPlayed && isScripted && failures < formats.length && (
        <PlayButton title={video.video_title} />
      )}
      {failures >= formats.length && (
        <UnplayableVideo title={video.video_title} url={formats[0] ?? null} />
      )}
    </div>
  )
}

/** The whole picture plays the video; its sign leaves the middle, where posters have their title. */
function PlayButton({ title }: { title: string }) {
  const { t } = useTranslation()
  const handleClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const video = currentTarget.previousElementSibling
    if (!(video instanceof HTMLVideoElement)) return
    video.focus()
    // A video that cannot be played says so by itself.
    video.play().catch(() => undefined)
  }
  return (
    <button
      type="button"
      aria-label={t('rules.play_video', { title })}
      onClick={handleClick}
      className="absolute inset-x-0 top-0 flex aspect-video items-end rounded p-3"
    >
      <span className="flex size-14 items-center justify-center rounded-full bg-gold text-2xl text-night transition-colors">
        <Icon name="play" className="fill-current" />
      </span>
    </button>
  )
}

type UnplayableVideoProps = {
  title: string
  /** Null without a usable one. */
  url: string | null
}

function UnplayableVideo({ title, url }: UnplayableVideoProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="mt-3 font-sans text-ui">
      <p className="flex items-start gap-2 text-ember">
        <Icon name="alert" className="mt-[0.15em] shrink-0" />
        <span>{t(url === null ? 'rules.video_unavailable' : 'rules.video_unplayable')}</span>
      </p>
      {url !== null && (
        <a href={url} download className={joined(controlClasses('secondary'), 'mt-3 no-underline')}>
          <Icon name="download" />
          <span>{t('rules.video_download', { title })}</span>
        </a>
      )}
    </div>
  )
}

const rows = 'grid gap-y-2 md:gap-y-3'

/** Memoised: not rendered while the visitor filters the rules. */
export const VideoSection = memo(function VideoSection({ className }: { className?: string }) {
  const { t } = useTranslation()
  const result = rulesApi.useListRuleVideosQuery()
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
