import { type DragEvent, useId, useRef, useState } from 'react'
import { HttpError, useRefresh } from 'react-admin'
import type { TransferArea } from '#contract/sets.ts'
import type { ImportMapping, PreviewOf, Step, TransferReport } from '#contract/transfer.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { type Chosen, chosenFiles, droppedFiles } from '../parts/droppedFiles.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { Progress } from '../parts/Progress.tsx'
import { messageOf } from '../parts/useAction.ts'
import { Columns, Kinds, Samples } from './Mapping.tsx'
import { Previews, ReportView } from './ReportView.tsx'
import { Steps } from './Steps.ts'
import { type Checked, type Sending, useTransfer } from './useTransfer.ts'

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
  /** The name of the file that was chosen. */
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
