import { useTranslation } from 'react-i18next'
import type { RuleVideo } from '#contract/schemas/rules.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'

type Props = {
  video: RuleVideo
  /** It has begun to play. */
  onWatch: () => void
}

/** The browser's own player, with its keys; captions where the server has some. */
export function VideoPlayer({ video, onWatch }: Props) {
  const { t, i18n } = useTranslation()
  const captions = safeUrl(video.captions_url)
  const poster = safeUrl(video.poster_url)
  return (
    <video
      controls
      playsInline
      onPlay={onWatch}
      aria-label={video.video_title}
      src={safeUrl(video.file_url) ?? undefined}
      poster={poster ?? undefined}
      // With a picture to show, nothing needs to be fetched before somebody presses play.
      preload={poster === null ? 'metadata' : 'none'}
      className="aspect-video w-full rounded bg-night object-contain"
    >
      {/* Without an address the track fails by itself, and the player offers no captions. */}
      <track
        kind="captions"
        src={captions ?? undefined}
        srcLang={i18n.resolvedLanguage}
        label={t('rules.captions')}
        default={captions !== null}
      />
    </video>
  )
}
