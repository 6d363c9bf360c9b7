import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadFile } from '#contract/schemas/content.ts'
import { useDownloadFileMutation } from '#src/store/api/contentApi.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import { FileDetails } from './FileDetails.tsx'
import { fileSize } from './fileSize.ts'

type Props = { file: DownloadFile; isExpanded: boolean; onToggle: () => void }

/** One file. The download belongs to the row, so that closing the row does not lose sight of it. */
export function FileRow({ file, isExpanded, onToggle }: Props) {
  const { t } = useTranslation()
  const [download, { isLoading, isSuccess, isError }] = useDownloadFileMutation()
  const [share, setShare] = useState<number | null>(null)

  const handleDownload = () => {
    setShare(null)
    void download({ id: file.id, fileName: file.download_file_name, onProgress: setShare })
  }
  const size = fileSize(file.size)
  return (
    <li className="border-t border-line">
      <Collapse
        title={file.display_name}
        titleClassName="font-heading text-lg font-bold"
        open={isExpanded}
        onToggle={onToggle}
        aside={size && <span className="font-sans text-sm text-ink-soft tabular">{size}</span>}
        className="py-2"
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
