import { useTranslation } from 'react-i18next'
import { Icon } from '#src/ui/Icon.tsx'
import { controlClasses, joined } from '#src/ui/look.ts'

type Props = {
  title: string
  /** Null without a usable one. */
  url: string | null
}

/** The reason why the video does not play, and the file itself. */
export function UnplayableVideo({ title, url }: Props) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="mt-3 font-sans text-ui">
      <p className="flex items-start gap-2 text-ember">
        <Icon name="alert" className="mt-[0.15em] shrink-0" />
        {t(url === null ? 'rules.video_unavailable' : 'rules.video_unplayable')}
      </p>
      {url !== null && (
        <a href={url} download className={joined(controlClasses('secondary'), 'mt-3 no-underline')}>
          <Icon name="download" />
          {t('rules.video_download', { title })}
        </a>
      )}
    </div>
  )
}
