import { type DragEvent, useId, useState } from 'react'
import { useRefresh } from 'react-admin'
import type { ImportMapping, PreviewOf, TransferReport } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { FilePick } from '../parts/FilePick.tsx'
import { Progress } from '../parts/Progress.tsx'
import { messageOf } from '../parts/useAction.ts'
import { Columns, Kinds } from './Mapping.tsx'
import { Previews } from './Previews.tsx'
import { ReportView } from './ReportView.tsx'
import { Steps } from './Steps.ts'
import { type Checked, useTransfer } from './useTransfer.ts'

const ACCEPT = '.json,.zip,.md,.txt,.csv,.tsv,.xlsx,.docx,.db'
const FIRST: PreviewOf = { from: 0, fate: null }

/** One file: chosen, checked, decided about, imported. */
export const Import = ({ area }: { area: TransferArea }) => {
  const [file, setFile] = useState<File>()
  const [mapping, setMapping] = useState<ImportMapping>({})
  const [preview, setPreview] = useState(FIRST)
  // The last result stays while another one is on its way.
  const [checked, setChecked] = useState<Checked>()
  const { check, run, share } = useTransfer(area)
  const refresh = useRefresh()
  const isPending = check.isPending || run.isPending
  const look = (chosen: File, decided: ImportMapping, shown: PreviewOf, upload?: string) => {
    setMapping(decided)
    setPreview(shown)
    check.mutate(
      { file: chosen, mapping: decided, preview: shown, ...(upload && { upload }) },
      { onSuccess: setChecked },
    )
  }
  const handleFile = (chosen: File) => {
    setFile(chosen)
    setChecked(undefined)
    run.reset()
    look(chosen, {}, FIRST)
  }
  const handleRun = async (upload: string) => {
    try {
      await run.mutateAsync({ upload, mapping })
      refresh()
      return ''
    } catch (error) {
      return messageOf(error)
    }
  }
  return (
    <Steps>
      <FileField file={file} isPending={isPending} onFile={handleFile} />
      {isPending && (
        <Progress
          sending={t('transfer.sending')}
          share={run.isPending ? 1 : share}
          working={t('transfer.working')}
        />
      )}
      <Outcome done={run.data} error={check.error} name={file?.name} report={checked?.report} />
      {file && checked && !run.data && (
        <Decisions
          area={area}
          checked={checked}
          isPending={isPending}
          name={file.name}
          onLook={(decided, shown) => look(file, decided, shown, checked.upload)}
          onRun={handleRun}
          mapping={mapping}
          preview={preview}
        />
      )}
    </Steps>
  )
}

type OutcomeProps = {
  error: Error | null
  report: TransferReport | undefined
  /** The report of the import itself. */
  done: TransferReport | undefined
  name: string | undefined
}

const Outcome = ({ error, report, done, name = '' }: OutcomeProps) => (
  <div aria-live="polite">
    {error && <p className="desk-problem">{messageOf(error)}</p>}
    {done && <ReportView heading={t('transfer.imported')} name={name} report={done} />}
    {report && !done && <ReportView heading={t('transfer.checked')} name={name} report={report} />}
  </div>
)

type DecisionProps = {
  area: TransferArea
  checked: Checked
  name: string
  mapping: ImportMapping
  preview: PreviewOf
  isPending: boolean
  onLook: (mapping: ImportMapping, preview: PreviewOf) => void
  onRun: (upload: string) => Promise<string>
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
              onConfirm={() => onRun(upload)}
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

type FieldProps = {
  file: File | undefined
  isPending: boolean
  onFile: (file: File) => void
}

/** The field of the file, on which one can be dropped. */
const FileField = ({ file, isPending, onFile }: FieldProps) => {
  const id = useId()
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    const [dropped] = event.dataTransfer.files
    if (dropped && !isPending) onFile(dropped)
  }
  return (
    <fieldset
      className="desk-upload"
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      <legend id={`${id}-legend`}>{t('transfer.file')}</legend>
      <FilePick
        accept={ACCEPT}
        disabled={isPending}
        id={id}
        label={file ? t('uploads.other') : t('uploads.choose')}
        onFile={onFile}
      />
      <p id={`${id}-note`}>{file?.name ?? t('transfer.formats')}</p>
    </fieldset>
  )
}
