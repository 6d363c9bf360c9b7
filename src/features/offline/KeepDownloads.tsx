import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type KeepFailure, keepErrorOf } from '#src/offline/fetchList.ts'
import { type KeepableFile, keepFile, listKeepable, removeFile } from '#src/offline/keepFiles.ts'
import { keepStorage } from '#src/platform/offline.ts'
import { Button } from '#src/ui/Button.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { megabytes } from './asOf.ts'
import { FailedToKeep } from './KeepRow.tsx'

/** The downloads of the site, each with a control that saves it on this device. */
export function KeepDownloads({ onKeep }: { onKeep: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { files, failure, busyId, change } = useKeepableFiles()
  const handleClick = (file: KeepableFile) => {
    if (!file.isKept) {
      onKeep()
      void keepStorage()
    }
    void change(file)
  }
  return (
    <section aria-labelledby={id} className="border-t border-line py-4">
      <h3 id={id} className="font-heading text-lg font-bold">
        {t('offline.downloads')}
      </h3>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {files?.length === 0 && t('offline.no_downloads')}
      </p>
      <FailedToKeep failure={failure} isKept={false} />
      <ul>
        {files?.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            isBusy={busyId === file.id}
            onClick={() => handleClick(file)}
          />
        ))}
      </ul>
    </section>
  )
}

function useKeepableFiles() {
  const language = useLanguage()
  const [files, setFiles] = useState<readonly KeepableFile[] | null>(null)
  const [failure, setFailure] = useState<KeepFailure | null>(null)
  const [busyId, setBusyId] = useState<number | null>(null)

  const look = useCallback(
    (signal: AbortSignal) =>
      listKeepable({ language, signal }).then(setFiles, (error: unknown) =>
        setFailure(keepErrorOf(error).failure),
      ),
    [language],
  )
  useEffect(() => {
    const visit = new AbortController()
    void look(visit.signal)
    return () => visit.abort()
  }, [look])

  const change = async (file: KeepableFile) => {
    const { signal } = new AbortController()
    setBusyId(file.id)
    setFailure(null)
    try {
      await (file.isKept ? removeFile(file.id) : keepFile(file.id, { language, signal }))
    } catch (error) {
      setFailure(keepErrorOf(error).failure)
    }
    await look(signal)
    setBusyId(null)
  }
  return { files, failure, busyId, change }
}

type RowProps = { file: KeepableFile; isBusy: boolean; onClick: () => void }

function FileRow({ file, isBusy, onClick }: RowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line/70 py-2 first:border-0">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span>{file.display_name}</span>
        {typeof file.size === 'number' && (
          <span className="text-sm text-ink-soft">{` ${megabytes(file.size, language)}`}</span>
        )}
      </span>
      <Button
        busy={isBusy}
        aria-label={t(file.isKept ? 'offline.remove_file' : 'offline.keep_file', {
          name: file.display_name,
        })}
        onClick={onClick}
      >
        {t(file.isKept ? 'offline.remove' : 'offline.keep')}
      </Button>
    </li>
  )
}
