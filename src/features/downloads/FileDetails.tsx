import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadFile } from '#contract/schemas/content.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { safeWidths } from '#src/store/http/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Prose } from '#src/ui/Prose.tsx'

type Props = {
  file: DownloadFile
  isBusy: boolean
  onDownload: () => void
  /** The progress of the download. */
  children: ReactNode
}

/** What an expanded row shows: picture if there is one, description, button (behaviour 2). */
export function FileDetails({ file, isBusy, onDownload, children }: Props) {
  const { t } = useTranslation()
  const image = safeUrl(file.image)
  return (
    <div className="flex flex-col gap-5 pt-2 pb-6 ps-8 sm:flex-row sm:gap-8">
      {image !== null && (
        <Picture
          src={image}
          fallback="/images/empty-downloads.svg"
          widths={safeWidths(file.pictures)}
          alt={file.display_name}
          width={480}
          height={320}
          sizes="(min-width: 600px) 15rem, 100vw"
          className="aspect-3/2 w-full rounded sm:w-60 sm:shrink-0 sm:self-start"
        />
      )}
      <div className="min-w-0 flex-1">
        <Prose text={file.description?.trim() || t('downloads.no_description')} />
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button icon="download" busy={isBusy} onClick={onDownload}>
            {t('downloads.download')}
          </Button>
          {children}
        </div>
      </div>
    </div>
  )
}
