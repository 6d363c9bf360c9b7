import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useId, useRef, useState } from 'react'
import { HttpError, useDataProvider, useRefresh } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { TransferArea } from '#contract/sets.ts'
import {
  IMPORT_BYTES_MAX,
  IMPORT_FILES_MAX,
  type ImportMapping,
  type PreviewOf,
  type Step,
  type TransferReport,
} from '#contract/transfer.ts'
import { deskLocale, t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ActionButton.tsx'
import { type Chosen, chosenFiles, droppedFiles, inWords, isWanted } from '../parts/droppedFiles.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { Progress } from '../parts/Progress.tsx'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { Columns, Kinds, Samples } from './Mapping.tsx'
import { Previews, ReportView } from './ReportView.tsx'
import { Steps } from './Steps.ts'

/** What is sent: files that people have chosen, or the id of an upload, once they were sent. */
type Sending =
  | { readonly chosen: Promise<readonly Chosen[]>; readonly upload?: undefined }
  | { readonly upload: string }
type Check = Sending & { readonly mapping: ImportMapping; readonly preview: PreviewOf }

/** A file that was sent, and what importing it would do. */
type Checked = { readonly upload: string; readonly report: TransferReport }

/** Sends files and checks them without any change; then imports them. */
function useTransfer(area: TransferArea) {
  const desk = useDataProvider<DeskDataProvider>()
  const [name, setName] = useState<string>()
  /** Share of the file that has been sent, from 0 to 1; undefined while the files are read. */
  const [share, setShare] = useState<number>()
  /** The work of the server, once it says how far it is. */
  const [step, setStep] = useState<Step>()
  const send = async (chosen: readonly Chosen[]): Promise<string> => {
    setShare(undefined)
    setName(undefined)
    const file = await oneFileOf(chosen)
    setName(file.name)
    setShare(0)
    return (await desk.upload('import', file, setShare)).id
  }
  const check = useMutation({
    mutationFn: async ({ mapping, preview, ...sending }: Check): Promise<Checked> => {
      setStep(undefined)
      const upload = sending.upload ?? (await send(await sending.chosen))
      setShare(1)
      const args = { area, upload, mapping, preview }
      return { upload, report: await desk.call(deskCalls.transfer.check, args, setStep) }
    },
    // `always`: without a connection the transfer fails at once instead of waiting for one.
    networkMode: 'always',
  })
  const run = useMutation({
    mutationFn: ({ upload, mapping }: { upload: string; mapping: ImportMapping }) => {
      setStep(undefined)
      return desk.call(deskCalls.transfer.import, { area, upload, mapping }, setStep)
    },
    networkMode: 'always',
  })
  return { check, run, name, share, step }
}

const MB = 1024 * 1024

/**
 * One file to send: the only one, or a ZIP of all with their folders.
 * @throws Error in words for people: too many, too large, none, or one that cannot be read
 */
async function oneFileOf(chosen: readonly Chosen[]): Promise<File> {
  const wanted = chosen.filter(isWanted)
  const [first] = wanted
  if (first === undefined) throw new Error(t('transfer.no_files'))
  const count = wanted.length
  if (count > IMPORT_FILES_MAX)
    throw new Error(t('transfer.too_many', { max: IMPORT_FILES_MAX.toLocaleString(deskLocale()) }))
  const size = wanted.reduce((sum, { file }) => sum + file.size, 0)
  if (size > IMPORT_BYTES_MAX)
    throw new Error(
      t('transfer.too_large', {
        smart_count: count,
        size: Math.ceil(size / MB),
        max: IMPORT_BYTES_MAX / MB,
      }),
    )
  // Its folder says what it is, such as a category.
  if (count === 1 && !first.path.includes('/')) return first.file
  const [top = ''] = first.path.split('/')
  const isOneFolder = wanted.every(({ path }) => path.startsWith(`${top}/`))
  const name = isOneFolder ? top : t('transfer.several', { count })
  return new File(await zipOf(wanted), `${name}.zip`, { type: 'application/zip' })
}

/** Pictures and documents would not get smaller: nothing is compressed. */
async function zipOf(files: readonly Chosen[]): Promise<BlobPart[]> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const parts: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(chunk)
  })
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path)
    zip.add(entry)
    entry.push(new Uint8Array(await inWords(file.name, file.arrayBuffer())), true)
  }
  zip.end()
  return parts
}

const FIRST: PreviewOf = { from: 0, fate: null }

/** Files: chosen, checked, decided about, imported. */
export const Import = ({ area }: { area: TransferArea }) => {
  const [mapping, setMapping] = useState<ImportMapping>({})
  const [preview, setPreview] = useState(FIRST)
  // The last result stays while another one is on its way.
  const [checked, setChecked] = useState<Checked>()
  const { check, run, name, share, step } = useTransfer(area)
  const refresh = useRefresh()
  const outcome = useRef<HTMLDivElement>(null)
  const isPending = check.isPending || run.isPending
  const look = (sending: Sending, decided: ImportMapping, shown: PreviewOf) => {
    setMapping(decided)
    setPreview(shown)
    run.reset()
    check.mutate({ ...sending, mapping: decided, preview: shown }, { onSuccess: setChecked })
  }
  const handleFiles = (chosen: Promise<readonly Chosen[]>) => {
    setChecked(undefined)
    look({ chosen }, {}, FIRST)
  }
  const handleRun = (upload: string) =>
    run.mutate(
      { upload, mapping },
      {
        onSuccess: () => {
          refresh()
          // The button is gone.
          outcome.current?.focus()
        },
      },
    )
  return (
    <Steps>
      <FilesField isPending={isPending} name={name} onFiles={handleFiles} />
      <Samples area={area} />
      <div aria-live="polite" ref={outcome} tabIndex={-1}>
        <Outcome
          done={run.data}
          name={name}
          problem={problemOf(check.error, run.error)}
          report={checked?.report}
        />
      </div>
      {checked && !run.data && (
        <Decisions
          area={area}
          checked={checked}
          isPending={isPending}
          mapping={mapping}
          name={name ?? ''}
          onLook={(decided, shown) => look({ upload: checked.upload }, decided, shown)}
          onRun={handleRun}
          preview={preview}
        />
      )}
      {isPending && <Working isImport={run.isPending} share={share} step={step} />}
    </Steps>
  )
}

type WorkingProps = { share: number | undefined; step: Step | undefined; isImport: boolean }

const Working = ({ share, step, isImport }: WorkingProps) => (
  <div className="desk-working">
    <Progress
      sending={t(share === undefined ? 'transfer.packing' : 'transfer.sending')}
      share={share}
      worked={step && step.done / step.total}
      working={workOf(step, isImport)}
    />
    {isImport && <p className="desk-text">{t('transfer.leave')}</p>}
  </div>
)

function workOf(step: Step | undefined, isImport: boolean): string {
  if (step === undefined) return t('transfer.working')
  if (step.step === 'read') return t('transfer.reading')
  if (step.step === 'index') return t('transfer.indexing')
  return t(isImport ? 'transfer.writing' : 'transfer.trying')
}

/** An import goes on when its connection is lost. */
function problemOf(checking: Error | null, running: Error | null): string {
  if (running instanceof HttpError && running.status === 0) return t('transfer.lost')
  const error = checking ?? running
  return error ? messageOf(error) : ''
}

type OutcomeProps = {
  problem: string
  report: TransferReport | undefined
  /** The report of the import itself. */
  done: TransferReport | undefined
  name: string | undefined
}

const Outcome = ({ problem, report, done, name = '' }: OutcomeProps) => (
  <>
    {problem && <p className="desk-problem">{problem}</p>}
    {done && <ReportView heading={t('transfer.imported')} name={name} report={done} />}
    {report && !done && <ReportView heading={t('transfer.checked')} name={name} report={report} />}
  </>
)

type DecisionProps = {
  area: TransferArea
  checked: Checked
  name: string
  mapping: ImportMapping
  preview: PreviewOf
  isPending: boolean
  onLook: (mapping: ImportMapping, preview: PreviewOf) => void
  onRun: (upload: string) => void
}

/** What goes where, what it looks like, and the button that does it. */
const Decisions = (props: DecisionProps) => {
  const { area, checked, name, mapping, preview, isPending, onLook, onRun } = props
  const { upload, report } = checked
  const { recognised, problems, added, changed } = report
  return (
    <>
      {recognised && (
        <>
          <Kinds
            area={area}
            isDisabled={isPending}
            kinds={recognised.kinds}
            onChange={(kinds) =>
              onLook({ ...mapping, kinds: { ...mapping.kinds, ...kinds } }, FIRST)
            }
          />
          <Columns
            area={area}
            columns={recognised.columns}
            isDisabled={isPending}
            onChange={(columns) =>
              onLook({ ...mapping, columns: { ...mapping.columns, ...columns } }, FIRST)
            }
          />
        </>
      )}
      {problems.length === 0 && (
        <>
          <Previews
            isDisabled={isPending}
            onChange={(shown) => onLook(mapping, shown)}
            report={report}
            shown={preview}
          />
          <div className="desk-actions">
            <ConfirmButton
              disabled={isPending}
              isPrimary
              label={t('transfer.run')}
              onConfirm={async () => {
                // The dialog closes, so that the progress is seen.
                onRun(upload)
                return ''
              }}
              text={t(area === 'contents' ? 'transfer.sure_contents' : 'transfer.sure', {
                added,
                changed,
              })}
              title={t('transfer.ask', { name })}
            />
          </div>
        </>
      )}
    </>
  )
}

const ACCEPT = '.json,.zip,.md,.txt,.csv,.tsv,.xlsx,.docx,.db'

type Props = {
  name: string | undefined
  isPending: boolean
  onFiles: (chosen: Promise<readonly Chosen[]>) => void
}

/** The field of the files, on which files and folders can be dropped. */
export const FilesField = ({ name, isPending, onFiles }: Props) => {
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
          accept={ACCEPT}
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
      <p id={`${id}-note`}>{name ?? t('transfer.formats')}</p>
    </fieldset>
  )
}
