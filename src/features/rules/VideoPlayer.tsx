import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeUrl } from '#contract/safeUrl.ts'
import type { RuleVideo } from '#contract/schemas/rules.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'

/** Chromium keeps a removed video whose captions are on, and the page around it, in memory. */
const releaseCaptions = (video: HTMLVideoElement) => () => {
  for (const track of video.textTracks) track.mode = 'disabled'
}

/** The browser's own player, with captions and a second format where the server has them. */
export function VideoPlayer({ video, onWatch }: { video: RuleVideo; onWatch: () => void }) {
  const { t, i18n } = useTranslation()
  const [failures, setFailures] = useState(0)
  const [hasPlayed, setHasPlayed] = useState(false)
  const formats = [safeUrl(video.file_url, 'file'), safeUrl(video.webm_url, 'file')].filter(
    (url) => url !== null,
  )
  const captions = safeUrl(video.captions_url, 'file')
  const poster = safeUrl(video.poster_url, 'file')
  const handlePlay = () => {
    setHasPlayed(true)
    onWatch()
  }
  return (
    <div>
      <video
        ref={releaseCaptions}
        controls
        playsInline
        onPlay={handlePlay}
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
          srcLang={i18n.resolvedLanguage}
          label={t('rules.captions')}
          default={captions !== null}
        />
      </video>
      {failures >= formats.length && (
        <UnplayableVideo title={video.video_title} url={formats[0] ?? null} />
      )}
    </div>
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
