import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadFile } from '#contract/schemas/content.ts'
import { useDownloadFileMutation } from '#src/store/downloads/api.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import { joined } from '#src/ui/look.ts'
import { FileDetails } from './FileDetails.tsx'
import { FileThumbnail } from './FileThumbnail.tsx'
import { fileSize } from './fileSize.ts'
import { fileType } from './fileType.ts'

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
  const [download, { isLoading, isSuccess, isError }] = useDownloadFileMutation()
  const [share, setShare] = useState<number | null>(null)

  const handleDownload = () => {
    setShare(null)
    void download({ id: file.id, fileName: file.download_file_name, onProgress: setShare })
  }
  const size = fileSize(file.size)
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
        <FileDetails file={file} isBusy={isLoading} onDownload={handleDownload}>
          {isLoading && (
            <progress
              aria-label={t('downloads.progress', { name: file.display_name })}
              value={share ?? undefined}
              className="h-2 w-full max-w-xs accent-gold-deep"
            />
          )}
          <p role="status" className="font-sans text-sm text-ink-soft">
            {isSuccess && t('downloads.saved')}
          </p>
          {isError && (
            <p role="alert" className="font-sans text-sm text-ember">
              {t('downloads.failed')}
            </p>
          )}
        </FileDetails>
      </Collapse>
    </li>
  )
}
