import { useState } from 'react'
import { useDataProvider, useRefresh } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { Import, Undone } from '#contract/schemas/transfer.ts'
import { t } from '../i18n.ts'
import { personName } from '../parts/auditSentences.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { momentOf } from '../parts/times.ts'
import { messageOf } from '../parts/useAction.ts'
import { useResponse } from '../parts/useResponse.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { Steps } from './Steps.ts'

/** Imports of the last day, each of which can be undone as a whole. */
export const ImportList = () => {
  const { data, error } = useResponse(deskRoutes.imports.recent, {})
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

type RowProps = { row: Import; onUndone: (undone: Undone) => void }

const ImportRow = ({ row, onUndone }: RowProps) => {
  const { id, area, name, by, created_at, added, changed, undone_at, undo_until } = row
  const desk = useDataProvider<DeskDataProvider>()
  const refresh = useRefresh()
  const handleUndo = () =>
    desk.call(deskRoutes.imports.undo, { id }).then(
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
