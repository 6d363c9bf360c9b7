import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadFile } from '#contract/downloads.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { quantity } from '#src/platform/inLanguage.ts'
import { downloadFile } from '#src/store/downloads/api.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { safeWidths, thumbnailOf } from '#src/store/http/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

/** Longer endings are no common file type. Characters. */
const ENDING_MAX = 5

export function fileType({
  download_file_name: fileName,
  media_type,
}: Pick<DownloadFile, 'download_file_name' | 'media_type'>): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(String(fileName))?.[1]
  const subtype = typeof media_type === 'string' ? media_type.split(/[/;]/)[1] : undefined
  const type = [ending, subtype?.trim()].find(
    (name) => name && name.length <= ENDING_MAX && /^[a-z0-9]+$/i.test(name),
  )
  return type?.toUpperCase() ?? null
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Such as "1.4 MB", in steps of a thousand; null for anything but a size. */
export function fileSize(bytes: unknown, language: string): string | null {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes) || bytes < 0) return null
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return quantity(bytes / 1000 ** step, language, {
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  })
}

type Props = {
  file: DownloadFile
  /** The category, in the row of its first file. */
  heading?: string
  isExpanded: boolean
  onToggle: () => void
}

/** One file. The download belongs to the row, so that it goes on when the row is collapsed. */
export function FileRow({ file, heading, isExpanded, onToggle }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const [state, setState] = useState<'idle' | 'running' | 'saved' | 'failed'>('idle')
  const [share, setShare] = useState<number | null>(null)

  const handleDownload = async () => {
    setState('running')
    setShare(null)
    const { id, download_file_name: fileName } = file
    const { meta } = await dispatch(downloadFile({ id, fileName, onProgress: setShare }))
    setState(meta.requestStatus === 'fulfilled' ? 'saved' : 'failed')
  }
  const size = fileSize(file.size, language)
  const type = fileType(file)
  return (
    <li className={heading === undefined ? 'border-t border-line' : 'not-first:mt-10'}>
      {heading !== undefined && (
        <h2 className="mb-3 font-heading text-2xl font-bold wrap-anywhere">{heading}</h2>
      )}
      <Collapse
        title={file.display_name}
        titleClassName="font-heading text-lg font-bold"
        open={isExpanded}
        onToggle={onToggle}
        picture={<FileThumbnail file={file} type={type} />}
        aside={
          <p className="flex gap-3 font-sans text-sm text-ink-soft tabular max-sm:basis-full max-sm:ps-8 max-sm:pb-1">
            {type && <span>{type}</span>}
            {size && <span>{size}</span>}
          </p>
        }
        className={joined('py-2', heading !== undefined && 'border-t border-line')}
      >
        <FileDetails file={file} isBusy={state === 'running'} onDownload={handleDownload}>
          {state === 'running' && (
            <progress
              aria-label={t('downloads.progress', { name: file.display_name })}
              value={share ?? undefined}
              className="progress-bar w-full max-w-xs"
            />
          )}
          <p role="status" className="font-sans text-sm text-ink-soft">
            {state === 'saved' && t('downloads.saved')}
          </p>
          {state === 'failed' && (
            <p role="alert" className="font-sans text-sm text-ember">
              {t('downloads.failed')}
            </p>
          )}
        </FileDetails>
      </Collapse>
    </li>
  )
}

const NO_PICTURE = '/images/empty-downloads.svg'
const frame = 'my-1.5 h-14 w-14 shrink-0 rounded-sm sm:h-16 sm:w-24 print:hidden'

function FileThumbnail({ file, type }: { file: DownloadFile; type: string | null }) {
  const picture = thumbnailOf(file, NO_PICTURE)
  if (picture !== null)
    return <Picture {...picture} alt="" width={96} height={64} sizes="6rem" className={frame} />
  return (
    <span aria-hidden="true" className={`${frame} flex items-center justify-center bg-current/5`}>
      <span className="flex h-12 w-9 flex-col items-center justify-center gap-0.5 rounded-sm border border-current/35 text-gold-deep">
        <Icon name="download" />
        <span className="font-sans text-xs leading-none font-bold">{type}</span>
      </span>
    </span>
  )
}

type FileDetailsProps = {
  file: DownloadFile
  isBusy: boolean
  onDownload: () => void
  children: Elements
}

function FileDetails({ file, isBusy, onDownload, children }: FileDetailsProps) {
  const { t } = useTranslation()
  const image = safeUrl(file.image, 'file')
  return (
    <div className="flex flex-col gap-5 pt-2 pb-6 ps-8 sm:flex-row sm:gap-8">
      {image !== null && (
        <Picture
          src={image}
          fallback={NO_PICTURE}
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
