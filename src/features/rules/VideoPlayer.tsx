import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVideo } from '#contract/schemas/rules.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { UnplayableVideo } from './UnplayableVideo.tsx'

type Props = {
  video: RuleVideo
  /** It has begun to play. */
  onWatch: () => void
}

/**
 * The browser's own player, with its keys; captions where the server has some. What the browser cannot decode is tried
 * in the second format, where the server has one.
 */
export function VideoPlayer({ video, onWatch }: Props) {
  const { t, i18n } = useTranslation()
  const [failures, setFailures] = useState(0)
  const [hasBegun, setHasBegun] = useState(false)
  const formats = [safeUrl(video.file_url), safeUrl(video.webm_url)].filter((url) => url !== null)
  const captions = safeUrl(video.captions_url)
  const poster = safeUrl(video.poster_url)
  const handlePlay = () => {
    setHasBegun(true)
    onWatch()
  }
  return (
    <div>
      <video
        controls
        playsInline
        onPlay={handlePlay}
        aria-label={video.video_title}
        src={formats[failures] ?? formats.at(-1)}
        poster={poster ?? undefined}
        // With a picture to show, nothing needs to be fetched before somebody presses play.
        preload={poster === null ? 'metadata' : 'none'}
        // Whoever pressed play for the first format need not press again for the second.
        autoPlay={hasBegun && failures > 0}
        onError={() => setFailures(failures + 1)}
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
      {failures >= formats.length && (
        <UnplayableVideo title={video.video_title} address={formats[0] ?? null} />
      )}
    </div>
  )
}
