import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVideo } from '#contract/rules.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'

/** Chromium keeps a removed video whose captions are on, and the page around it, in memory. */
const releaseCaptions = (video: HTMLVideoElement) => () => {
  for (const track of video.textTracks) track.mode = 'disabled'
}

/** The browser's own player, with captions and a second format where the server has them. */
export function VideoPlayer({ video }: { video: RuleVideo }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [failures, setFailures] = useState(0)
  const [hasPlayed, setHasPlayed] = useState(false)
  const formats = [safeUrl(video.file_url, 'file'), safeUrl(video.webm_url, 'file')].filter(
    (url) => url !== null,
  )
  const captions = safeUrl(video.captions_url, 'file')
  const poster = safeUrl(video.poster_url, 'file')
  return (
    <div className="relative">
      <video
        ref={releaseCaptions}
        controls
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
      {!hasPlayed && failures < formats.length && <PlayButton title={video.video_title} />}
      {failures >= formats.length && (
        <UnplayableVideo title={video.video_title} url={formats[0] ?? null} />
      )}
    </div>
  )
}

/** Covers the browser's own large button, which differs from browser to browser, until the video is played. */
function PlayButton({ title }: { title: string }) {
  const { t } = useTranslation()
  const handleClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const video = currentTarget.parentElement?.previousElementSibling
    if (!(video instanceof HTMLVideoElement)) return
    video.focus()
    // A video that cannot be played says so by itself.
    video.play().catch(() => undefined)
  }
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-video items-center justify-center">
      <button
        type="button"
        aria-label={t('rules.play_video', { title })}
        onClick={handleClick}
        className="pointer-events-auto flex size-18 cursor-pointer items-center justify-center rounded-full bg-gold text-3xl text-night transition-colors hover:bg-gold-light"
      >
        <Icon name="play" className="fill-current" />
      </button>
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
