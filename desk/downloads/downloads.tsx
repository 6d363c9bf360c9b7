import { styled } from '@mui/material/styles'
import { type DragEvent, useId, useRef, useState } from 'react'
import { DataTable, useDataProvider, useGetList, useRefresh } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskDownloadFile } from '#contract/downloads.ts'
import { deskLocale, t } from '../i18n.ts'
import { type BulkAct, bulkAct, removing } from '../parts/BulkButton.tsx'
import { NameColumn, OrderColumn, ReferenceColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DialogSelect } from '../parts/Dialog.tsx'
import { type Chosen, chosenFiles, droppedFiles, isWanted } from '../parts/droppedFiles.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { StateMark } from '../parts/PageParts.tsx'
import { UploadProgress } from '../parts/Progress.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { editableScreens, namedScreens } from '../parts/screens.tsx'
import { isHopeless, messageOf } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { plainList } from '../theme/shared.ts'
import { FileActions, FileFields, withoutEmptyName } from './FileForm.tsx'

/** More categories than any site has. */
const CATEGORIES_MAX = 500

type Sent = {
  readonly file: File
  readonly category: number
  /** Waits without either; `done` has the title of the new download. */
  readonly done?: string
  readonly problem?: string
}

/** `Rules_of-play.pdf` becomes "Rules of play". */
export const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]{1,10}$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim() || name

/** Uploads one file after the other; each becomes a download. A file that failed stays in the list, to be tried again. */
function useSending() {
  const desk = useDataProvider<DeskDataProvider>()
  const refresh = useRefresh()
  const [files, setFiles] = useState<readonly Sent[]>([])
  const [at, setAt] = useState<number>()
  const [share, setShare] = useState(0)
  /** The list as it is now, also while files are sent. */
  const all = useRef<Sent[]>([])
  const isBusy = useRef(false)
  const show = () => setFiles([...all.current])

  const sendOne = async ({ file, category }: Sent): Promise<string> => {
    setShare(0)
    const { id } = await desk.upload('file', file, setShare)
    const display_name = titleOf(file.name)
    const data = { category_id: category, display_name, file_upload: id }
    await desk.create('download-files', { data })
    return display_name
  }
  const sendAll = async () => {
    if (isBusy.current) return
    isBusy.current = true
    for (let index = 0; index < all.current.length; index++) {
      const one = all.current[index]
      if (one === undefined || one.done !== undefined || one.problem !== undefined) continue
      setAt(index)
      const { file, category } = one
      try {
        all.current[index] = { file, category, done: await sendOne(one) }
      } catch (error) {
        all.current[index] = { file, category, problem: messageOf(error) }
        if (isHopeless(error))
          all.current = all.current.map((other) =>
            other.done === undefined ? { problem: messageOf(error), ...other } : other,
          )
      }
      show()
    }
    isBusy.current = false
    setAt(undefined)
    refresh()
  }
  return {
    files,
    at,
    share,
    add: (chosen: readonly File[], category: number) => {
      all.current.push(...chosen.map((file) => ({ file, category })))
      show()
      void sendAll()
    },
    tryAgain: () => {
      all.current = all.current.map(({ problem: _gone, ...one }) => one)
      show()
      void sendAll()
    },
  }
}

/** Several files at once, each of which becomes a download of one category. */
const SeveralFiles = () => {
  const id = useId()
  const { data = [] } = useGetList<{ id: number; title: string }>('download-categories', {
    pagination: { page: 1, perPage: CATEGORIES_MAX },
    sort: { field: 'position', order: 'ASC' },
  })
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState('')
  const category = Number(chosen ?? data[0]?.id ?? 0)
  const sending = useSending()
  useUnloadWarning(sending.at !== undefined)
  const take = (found: readonly Chosen[]) => {
    const wanted = found.filter(isWanted).map(({ file }) => file)
    setProblem(wanted.length === 0 ? t('transfer.no_files') : '')
    sending.add(wanted, category)
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    if (category === 0) return
    droppedFiles(event.dataTransfer).then(take, (error: unknown) => setProblem(messageOf(error)))
  }
  return (
    <details className="desk-card">
      <summary id={`${id}-legend`}>{t('downloads.several')}</summary>
      <Box
        aria-labelledby={`${id}-legend`}
        className="desk-upload"
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDrop}
      >
        <div className="desk-select">
          <DialogSelect
            choices={data.map(({ id: one, title }) => [String(one), title])}
            label={t('downloads.several_category')}
            onChange={setChosen}
            value={String(category)}
          />
        </div>
        <FilePick
          disabled={category === 0}
          id={id}
          isMultiple
          label={t('transfer.choose')}
          onFiles={(picked) => take(chosenFiles(picked))}
        />
        <p id={`${id}-note`}>
          {t(category === 0 ? 'downloads.several_none' : 'downloads.several_note')}
        </p>
        {problem && (
          <p className="desk-problem" role="alert">
            {problem}
          </p>
        )}
        <FileRows {...sending} />
      </Box>
    </details>
  )
}

type Sending = ReturnType<typeof useSending>

const FileRows = ({ files, at, share, tryAgain }: Sending) => {
  const failed = files.filter((one) => one.problem !== undefined).length
  const done = files.filter((one) => one.done !== undefined).length
  return (
    <>
      <ul>
        {[...files.entries()].map(([index, one]) => (
          <li key={index}>
            <FileRow isNow={index === at} one={one} share={share} />
          </li>
        ))}
      </ul>
      <p role="status">
        {files.length > 0 &&
          at === undefined &&
          t('downloads.several_done', { done, all: files.length })}
      </p>
      {failed > 0 && at === undefined && (
        <button className="desk-plain" onClick={tryAgain} type="button">
          {t('downloads.several_again', { smart_count: failed })}
        </button>
      )}
    </>
  )
}

type RowProps = { one: Sent; isNow: boolean; share: number }

const FileRow = ({ one: { file, done, problem }, isNow, share }: RowProps) => {
  const { name } = file
  if (isNow) return <UploadProgress name={name} share={share} />
  const state = done === undefined ? t('downloads.several_waiting') : done
  return (
    <p>
      <span>{name}</span>{' '}
      {problem === undefined ? (
        <span className="desk-quiet">{state}</span>
      ) : (
        <span className="desk-problem" role="alert">
          {problem}
        </span>
      )}
    </p>
  )
}

const Box = styled('fieldset')({
  overflowWrap: 'anywhere',
  '& ul': { ...plainList, margin: '8px 0' },
  '& p': { margin: '4px 0' },
  '& .desk-select': { marginBottom: 12 },
})

const category = { reference: 'download-categories', source: 'category_id' }
const filters = [<ReferenceSelect isFilter alwaysOn key="category" {...category} />]

const { withdraw, restore } = deskCalls['download-files']

const acts: readonly BulkAct[] = [
  bulkAct('downloads', 'withdraw', (desk, _resource, id) => desk.call(withdraw, { id })),
  bulkAct('downloads', 'restore', (desk, _resource, id) => desk.call(restore, { id })),
  removing,
]

const KB = 1024
const MB = KB * KB

/** "1.50 MB", and "4 kB" below a tenth of that. */
const hundredths = new Intl.NumberFormat(deskLocale(), {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const sizeOf = (bytes: number): string =>
  bytes < MB / 10 ? `${Math.ceil(bytes / KB)} kB` : `${hundredths.format(bytes / MB)} MB`

const FileList = () => (
  <>
    <SeveralFiles />
    <DeskList acts={acts} filters={filters} perPage={50} sort={{ field: 'position', order: 'ASC' }}>
      <NameColumn source="display_name" />
      <ReferenceColumn {...category} />
      <DataTable.Col source="download_file_name" />
      <DataTable.Col render={({ size }: DeskDownloadFile) => sizeOf(size)} source="size" />
      <DataTable.Col
        render={({ withdrawn_at: at }: DeskDownloadFile) => (
          <StateMark state={at === null ? 'offered' : 'withdrawn'} />
        )}
        source="withdrawn_at"
      />
      <OrderColumn within={['category_id']} />
    </DeskList>
  </>
)

export const downloadCategories = namedScreens({ name: 'title' })
export const downloadFiles = editableScreens({
  list: FileList,
  name: 'display_name',
  fields: <FileFields />,
  onEdit: <FileActions />,
  transform: withoutEmptyName,
})
