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
 * The browser's own player, with its keys; captions where the server has some. A second format where the server
 * has one: the browser takes the first that it can decode.
 */
export function VideoPlayer({ video, onWatch }: Props) {
  const { t, i18n } = useTranslation()
  const [hasFailed, setHasFailed] = useState(false)
  const film = safeUrl(video.file_url)
  const webm = safeUrl(video.webm_url)
  const captions = safeUrl(video.captions_url)
  const poster = safeUrl(video.poster_url)
  const handleFailure = () => setHasFailed(true)
  return (
    <div>
      <video
        controls
        playsInline
        onPlay={onWatch}
        aria-label={video.video_title}
        src={webm === null ? (film ?? undefined) : undefined}
        poster={poster ?? undefined}
        // With a picture to show, nothing needs to be fetched before somebody presses play.
        preload={poster === null ? 'metadata' : 'none'}
        onError={handleFailure}
        onPlaying={() => setHasFailed(false)}
        className="aspect-video w-full rounded bg-night object-contain"
      >
        {webm !== null && film !== null && <source src={film} type="video/mp4" />}
        {/* The last one: when it fails as well, nothing is left to try. */}
        {webm !== null && <source src={webm} type="video/webm" onError={handleFailure} />}
        {/* Without an address the track fails by itself, and the player offers no captions. */}
        <track
          kind="captions"
          src={captions ?? undefined}
          srcLang={i18n.resolvedLanguage}
          label={t('rules.captions')}
          default={captions !== null}
        />
      </video>
      {(hasFailed || (film ?? webm) === null) && (
        <UnplayableVideo title={video.video_title} address={film ?? webm} />
      )}
    </div>
  )
}
