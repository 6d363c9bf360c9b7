import { useState } from 'react'
import { Title } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import { TRANSFER_AREAS, type TransferArea } from '#contract/sets.ts'
import { EXPORT_FORMS, type ExportForm } from '#contract/transfer.ts'
import { inDeskLanguage, resourceName, type TextKey, t } from '../i18n.ts'
import { Section } from '../parts/Section.tsx'
import { Import } from './Import.tsx'
import { ImportList } from './ImportList.tsx'

const ENDINGS: Readonly<Record<ExportForm, string>> = { json: 'json', markdown: 'zip', csv: 'csv' }

/** Texts of forms that differ for files to download. */
const OF_FILES: Readonly<Partial<Record<ExportForm, TextKey>>> = {
  json: 'transfer.export_list',
  markdown: 'transfer.export_files',
}
const exportText = (area: TransferArea, form: ExportForm): TextKey =>
  (area === 'downloads' ? OF_FILES[form] : undefined) ?? `transfer.export_${form}`

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
      <Section title={t('transfer.import')}>
        <Import area={area} key={area} />
      </Section>
      <Section title={t('transfer.imports')}>
        <ImportList />
      </Section>
      <Section title={t('transfer.export')}>
        <div className="desk-actions">
          {EXPORT_FORMS.map((form) => (
            <a
              className="desk-plain"
              download={`discordia-${area}.${ENDINGS[form]}`}
              href={inDeskLanguage(`${DESK_API_BASE}/transfer/${area}?form=${form}`)}
              key={form}
            >
              {t(exportText(area, form), { area: t(`transfer.${area}`) })}
            </a>
          ))}
        </div>
      </Section>
    </div>
  )
}

export const transfer = { list: TransferPage }
