import { useState } from 'react'
import { Title, useDataProvider, useRefresh } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { TRANSFER_AREAS, type TransferArea } from '#contract/sets.ts'
import {
  EXPORT_FORMS,
  type ExportForm,
  type Import as ListedImport,
  type Undone,
} from '#contract/transfer.ts'
import { inDeskLanguage, resourceName, t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ActionButton.tsx'
import { personName } from '../parts/auditSentences.ts'
import { Section } from '../parts/PageParts.tsx'
import { Switch } from '../parts/Switch.tsx'
import { momentOf } from '../parts/times.ts'
import { messageOf, useResponse } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { Import } from './Import.tsx'
import { Steps } from './Steps.ts'

const ENDINGS: Readonly<Record<ExportForm, string>> = { json: 'json', markdown: 'zip', csv: 'csv' }

const TransferPage = () => {
  const [area, setArea] = useState<TransferArea>('rules')
  return (
    <div className="desk-card">
      <Title title={resourceName('transfer')} />
      <p className="desk-text">{t('transfer.intro')}</p>
      <Switch
        chosen={area}
        label={t('transfer.area')}
        nameOf={(one) => t(`transfer.${one}`)}
        onChoose={setArea}
        options={TRANSFER_AREAS}
      />
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
              {t(`transfer.export_${form}`, { area: t(`transfer.${area}`) })}
            </a>
          ))}
        </div>
      </Section>
    </div>
  )
}

export const transfer = { list: TransferPage }

/** Imports of the last day, each of which can be undone as a whole. */
export const ImportList = () => {
  const { data, error } = useResponse(deskCalls.imports.recent, {})
  const [undone, setUndone] = useState<Undone>()
  if (error) return <p className="desk-problem">{messageOf(error)}</p>
  if (!data || data.length === 0) return <p className="desk-text">{t('transfer.no_imports')}</p>
  return (
    <Steps>
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <ImportRow onUndone={setUndone} row={one} />
          </li>
        ))}
      </ul>
      <div aria-live="polite">{undone && <UndoReport undone={undone} />}</div>
    </Steps>
  )
}

type RowProps = { row: ListedImport; onUndone: (undone: Undone) => void }

const ImportRow = ({ row, onUndone }: RowProps) => {
  const { id, area, name, by, created_at, added, changed, undone_at, undo_until } = row
  const desk = useDataProvider<DeskDataProvider>()
  const refresh = useRefresh()
  const handleUndo = () =>
    desk.call(deskCalls.imports.undo, { id }).then(
      (answer) => {
        onUndone(answer)
        refresh()
        return ''
      },
      (error: unknown) => messageOf(error),
    )
  const who = by ? personName(by.username) : t('transfer.command_line')
  return (
    <>
      <p>
        <strong>{name}</strong>{' '}
        <span className="desk-quiet">
          {t('transfer.import_line', {
            area: t(`transfer.${area}`),
            who,
            when: momentOf(created_at),
            added,
            changed,
          })}
        </span>
      </p>
      {undone_at !== null && (
        <p className="desk-quiet">{t('transfer.undone_at', { when: momentOf(undone_at) })}</p>
      )}
      {undo_until !== null && (
        <ConfirmButton
          isDangerous
          label={t('transfer.undo')}
          onConfirm={handleUndo}
          text={t('transfer.undo_text', { when: momentOf(undo_until) })}
          title={t('transfer.undo_ask', { name })}
        />
      )}
    </>
  )
}

const UndoReport = ({ undone: { undone, kept } }: { undone: Undone }) => (
  <>
    <p>{t('transfer.undone', { smart_count: undone })}</p>
    {kept.length > 0 && (
      <>
        <p>{t('transfer.kept', { smart_count: kept.length })}</p>
        <ul>
          {[...kept.entries()].map(([index, { name, reason }]) => (
            <li key={index}>
              <span>{name}</span>{' '}
              <span className="desk-quiet">{t(`transfer.reasons.${reason}`)}</span>
            </li>
          ))}
        </ul>
      </>
    )}
  </>
)
