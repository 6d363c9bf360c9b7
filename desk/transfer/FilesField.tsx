import { type DragEvent, useId } from 'react'
import type { TransferArea } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { type Chosen, chosenFiles, droppedFiles } from './chosenFiles.ts'

/** Kinds of files with texts; a file to download may be of any kind. */
const ACCEPT = '.json,.zip,.md,.txt,.csv,.tsv,.xlsx,.docx,.db'

type Props = {
  area: TransferArea
  /** The name of the file that was chosen. */
  name: string | undefined
  isPending: boolean
  onFiles: (chosen: Promise<readonly Chosen[]>) => void
}

/** The field of the files, on which files and folders can be dropped. */
export const FilesField = ({ area, name, isPending, onFiles }: Props) => {
  const id = useId()
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    if (!isPending) onFiles(droppedFiles(event.dataTransfer))
  }
  const handleFiles = (files: readonly File[]) => onFiles(Promise.resolve(chosenFiles(files)))
  return (
    <fieldset
      className="desk-upload"
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      <legend id={`${id}-legend`}>{t('transfer.file')}</legend>
      <div className="desk-actions">
        <FilePick
          accept={area === 'downloads' ? undefined : ACCEPT}
          disabled={isPending}
          id={id}
          isMultiple
          label={t(name === undefined ? 'transfer.choose' : 'transfer.other')}
          onFiles={handleFiles}
        />
        {'webkitdirectory' in HTMLInputElement.prototype && (
          <span className="desk-folder">
            <FilePick
              disabled={isPending}
              id={id}
              isFolder
              label={t('transfer.choose_folder')}
              onFiles={handleFiles}
            />
          </span>
        )}
      </div>
      <p id={`${id}-note`}>
        {name ?? t(area === 'downloads' ? 'transfer.formats_downloads' : 'transfer.formats')}
      </p>
    </fieldset>
  )
}
