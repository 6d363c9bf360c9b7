import { type ChangeEvent, useId, useState } from 'react'
import { Title } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { TransferReport } from '#contract/schemas/transfer.ts'
import { TRANSFER_AREAS, type TransferArea } from '#contract/sets.ts'
import { resourceName, t } from '../i18n.ts'
import { Progress } from '../parts/Progress.tsx'
import { SureButton } from '../parts/SureButton.tsx'
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
      <h2>{t('transfer.export')}</h2>
      <p>
        <a
          className="desk-plain"
          download={`discordia-${area}.json`}
          href={`${DESK_API_BASE}/transfer/${area}`}
        >
          {t('transfer.export_of', { area: t(`transfer.${area}`) })}
        </a>
      </p>
      <h2>{t('transfer.import')}</h2>
      <Import area={area} key={area} />
    </div>
  )
}

const Import = ({ area }: { area: TransferArea }) => {
  const [file, setFile] = useState<File | null>(null)
  const { share, problem, checked, imported, check, importNow, forget } = useTransfer(area, file)
  const id = useId()
  const isBusy = share !== null
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    // Emptied, so that the same file can be chosen once more after it was mended.
    target.value = ''
    if (!chosen) return
    setFile(chosen)
    forget()
  }
  return (
    <>
      <fieldset className="desk-upload">
        <legend id={`${id}-legend`}>{t('transfer.file')}</legend>
        <label className="desk-pick">
          <span id={`${id}-pick`}>{file ? t('uploads.other') : t('uploads.choose')}</span>
          <input
            accept="application/json,.json"
            aria-describedby={`${id}-note`}
            aria-labelledby={`${id}-legend ${id}-pick`}
            disabled={isBusy}
            onChange={handleFile}
            type="file"
          />
        </label>
        <p id={`${id}-note`}>{file?.name}</p>
      </fieldset>
      <div className="desk-actions">
        <button
          className="desk-primary"
          disabled={isBusy || !file}
          onClick={() => void check()}
          type="button"
        >
          {t('transfer.check')}
        </button>
        {isImportable(checked) && (
          <SureButton
            disabled={isBusy}
            label={t('transfer.run')}
            onSure={importNow}
            question={t('transfer.sure', { added: checked.added, changed: checked.changed })}
          />
        )}
      </div>
      {isBusy && (
        <Progress sending={t('transfer.sending')} working={t('transfer.working')} share={share} />
      )}
      <div aria-live="polite">
        {problem && <p className="desk-problem">{problem}</p>}
        {checked && <ReportView heading={t('transfer.checked')} report={checked} />}
        {imported && <ReportView heading={t('transfer.imported')} report={imported} />}
      </div>
    </>
  )
}

const isImportable = (report: TransferReport | null): report is TransferReport =>
  report !== null && report.problems.length === 0

export const transfer = { list: TransferPage }
