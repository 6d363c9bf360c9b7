import { useId } from 'react'
import type {
  EntryPreview,
  FieldChange,
  PreviewOf,
  TransferReport,
} from '#contract/schemas/transfer.ts'
import { type ChangedField, ENTRY_FATES, PREVIEWS_MAX } from '#contract/transfer.ts'
import { t } from '../i18n.ts'
import { DialogSelect } from '../parts/DialogSelect.tsx'
import { RichText } from '../parts/RichText.tsx'

type Props = {
  report: TransferReport
  shown: PreviewOf
  isDisabled: boolean
  onChange: (shown: PreviewOf) => void
}

/** What becomes of the entries, ten at a time. */
export const Previews = ({ report: { fates, previews }, shown, isDisabled, onChange }: Props) => {
  const id = useId()
  const all = ENTRY_FATES.reduce((sum, fate) => sum + fates[fate], 0)
  const { from, fate } = shown
  const count = fate ? fates[fate] : all
  if (all === 0) return null
  const last = Math.min(from + PREVIEWS_MAX, count)
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('transfer.previews')}</h3>
      <DialogSelect
        choices={[
          ['all', t('transfer.fates.all', { count: all })],
          ...ENTRY_FATES.map(
            (one) => [one, t(`transfer.fates.${one}`, { count: fates[one] })] as const,
          ),
        ]}
        label={t('transfer.shown')}
        onChange={(value) => onChange({ from: 0, fate: value === 'all' ? null : value })}
        value={fate ?? 'all'}
      />
      <ul>
        {[...previews.entries()].map(([index, entry]) => (
          <li key={index}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {count > PREVIEWS_MAX && (
        <div className="desk-actions">
          <button
            className="desk-plain"
            disabled={isDisabled || from === 0}
            onClick={() => onChange({ ...shown, from: Math.max(0, from - PREVIEWS_MAX) })}
            type="button"
          >
            {t('transfer.before')}
          </button>
          <span role="status">{t('transfer.range', { from: from + 1, to: last, count })}</span>
          <button
            className="desk-plain"
            disabled={isDisabled || last >= count}
            onClick={() => onChange({ ...shown, from: from + PREVIEWS_MAX })}
            type="button"
          >
            {t('transfer.after')}
          </button>
        </div>
      )}
    </section>
  )
}

const Entry = ({ entry: { title, fate, changes, text, tree } }: { entry: EntryPreview }) => (
  <details>
    <summary>
      <strong>{title}</strong> <span className="desk-quiet">{t(`transfer.fate_${fate}`)}</span>
    </summary>
    {changes.length > 0 && (
      <>
        <Changes changes={changes} />
        <h4>{t('transfer.whole')}</h4>
      </>
    )}
    <RichText text={text} tree={tree} />
  </details>
)

const OWN_NAMES = ['picture', 'file', 'order', 'state', 'section'] as const
const fieldName = (field: ChangedField, name: string): string =>
  isOwn(field) ? t(`transfer.changed.${field}`, { name }) : t(`transfer.fields.${field}`)
const isOwn = (field: ChangedField): field is (typeof OWN_NAMES)[number] =>
  OWN_NAMES.some((one) => one === field)

/** What differs, field by field. */
const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <table aria-label={t('transfer.changes')} className="desk-table">
    <thead>
      <tr>
        <th scope="col">{t('transfer.changed_field')}</th>
        <th scope="col">{t('transfer.now')}</th>
        <th scope="col">{t('transfer.then')}</th>
      </tr>
    </thead>
    <tbody>
      {[...changes.entries()].map(([index, { field, name, before, after }]) => (
        <tr key={index}>
          <th scope="row">{fieldName(field, name)}</th>
          {before === null && after === null ? (
            <td colSpan={2}>{t('transfer.differs')}</td>
          ) : (
            <>
              <td className="desk-text">{before ?? t('transfer.nothing')}</td>
              <td className="desk-text">{after ?? t('transfer.nothing')}</td>
            </>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
