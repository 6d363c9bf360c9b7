import { useId, useState } from 'react'
import { Title } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import { TRANSFER_AREAS, type TransferArea } from '#contract/sets.ts'
import { resourceName, t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { FilePick } from '../parts/FilePick.tsx'
import { Progress } from '../parts/Progress.tsx'
import { Section } from '../parts/Section.tsx'
import { messageOf } from '../parts/useAction.ts'
import { ReportView } from './ReportView.tsx'
import { useTransfer } from './useTransfer.ts'

const TransferPage = () => {
  const [area, setArea] = useState<TransferArea>('rules')
  return (
    <div className="desk-card">
      <Title title={resourceName('transfer')} />
      <p className="desk-text">{t('transfer.intro')}</p>
      <fieldset className="desk-switch">
        <legend>{t('transfer.area')}</legend>
        {TRANSFER_AREAS.map((one) => (
          <button aria-pressed={area === one} key={one} onClick={() => setArea(one)} type="button">
            {t(`transfer.${one}`)}
          </button>
        ))}
      </fieldset>
      <Section title={t('transfer.export')}>
        <a
          className="desk-plain"
          download={`discordia-${area}.json`}
          href={`${DESK_API_BASE}/transfer/${area}`}
        >
          {t('transfer.export_of', { area: t(`transfer.${area}`) })}
        </a>
      </Section>
      <Section title={t('transfer.import')}>
        <Import area={area} key={area} />
      </Section>
    </div>
  )
}

const Import = ({ area }: { area: TransferArea }) => {
  const [file, setFile] = useState<File>()
  const { mutate, mutateAsync, reset, ...transfer } = useTransfer(area)
  const { data: report, isPending, error } = transfer
  const isImported = transfer.variables?.action === 'import'
  const isImportable = report?.problems.length === 0 && !isImported
  const id = useId()
  const handleFile = (chosen: File) => {
    setFile(chosen)
    reset()
  }
  return (
    <>
      <fieldset className="desk-upload">
        <legend id={`${id}-legend`}>{t('transfer.file')}</legend>
        <FilePick
          accept="application/json,.json"
          disabled={isPending}
          id={id}
          label={file ? t('uploads.other') : t('uploads.choose')}
          onFile={handleFile}
        />
        <p id={`${id}-note`}>{file?.name}</p>
      </fieldset>
      <div className="desk-actions">
        <button
          className="desk-primary"
          disabled={isPending || !file}
          onClick={() => file && mutate({ action: 'check', file })}
          type="button"
        >
          {t('transfer.check')}
        </button>
        {file && isImportable && (
          <ConfirmButton
            label={t('transfer.run')}
            onConfirm={() => mutateAsync({ action: 'import', file }).then(() => '', messageOf)}
            text={t('transfer.sure', { added: report.added, changed: report.changed })}
            title={t('transfer.ask', { name: file.name })}
          />
        )}
      </div>
      {isPending && <Sending share={transfer.share} />}
      <div aria-live="polite">
        {error && <p className="desk-problem">{messageOf(error)}</p>}
        {report && (
          <ReportView
            heading={isImported ? t('transfer.imported') : t('transfer.checked')}
            report={report}
          />
        )}
      </div>
    </>
  )
}

const Sending = ({ share }: { share: number }) => (
  <Progress sending={t('transfer.sending')} share={share} working={t('transfer.working')} />
)

export const transfer = { list: TransferPage }
