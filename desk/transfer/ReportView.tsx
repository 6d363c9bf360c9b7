import { useEffect, useId, useState } from 'react'
import {
  type ChangedField,
  ENTRY_FATES,
  type EntryPreview,
  type FieldChange,
  PREVIEWS_MAX,
  type PreviewOf,
  type TransferReport,
} from '#contract/transfer.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DialogSelect } from '../parts/Dialog.tsx'
import { PlainTable } from '../parts/PlainTable.tsx'
import { RichText } from '../parts/RichText.tsx'

type Placed = TransferReport['problems']

type Props = { heading: string; report: TransferReport; name: string }

/** What an import would do, or has done: counts, and what is wrong or lost. */
export const ReportView = ({ heading, report, name }: Props) => {
  const { added, changed, unchanged, problems, losses, more_losses } = report
  if (problems.length > 0)
    return (
      <PlacedTable
        rows={problems}
        title={t('transfer.problems', { smart_count: problems.length })}
        isProblem
      />
    )
  const count = losses.length + more_losses
  return (
    <>
      <p>
        <strong>{heading}</strong>{' '}
        <span>{t('transfer.report', { added, changed, unchanged })}</span>
      </p>
      {count > 0 && <LossesView name={name} report={report} />}
    </>
  )
}

const LossesView = ({ report, name }: Omit<Props, 'heading'>) => {
  const { losses, more_losses, kinds_of_losses: kinds } = report
  const url = useFile(losses, more_losses)
  return (
    <details>
      <summary>{t('transfer.losses', { smart_count: losses.length + more_losses })}</summary>
      <PlacedTable kinds={kinds} rows={losses} title={t('transfer.losses_intro')} />
      {more_losses > 0 && kinds === undefined && (
        <p>{t('transfer.more_losses', { count: more_losses })}</p>
      )}
      <a className="desk-plain" download={`${name}-report.txt`} href={url}>
        {t('transfer.download_report')}
      </a>
    </details>
  )
}

/** Lines of a file that fits into its link. */
const LINK_LINES_MAX = 500

function useFile(losses: Placed, more: number): string {
  const [url, setUrl] = useState<string>()
  const isLong = losses.length > LINK_LINES_MAX
  useEffect(() => {
    if (!isLong) return undefined
    const made = URL.createObjectURL(
      new Blob([linesOf(losses, more)], { type: 'text/plain;charset=utf-8' }),
    )
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [isLong, losses, more])
  if (isLong) return url ?? ''
  return `data:text/plain;charset=utf-8,${encodeURIComponent(linesOf(losses, more))}`
}

const linesOf = (rows: Placed, more: number): string =>
  [
    ...rows.map(({ place, problem }) => `${place}\t${problem}\n`),
    ...(more > 0 ? [`${t('transfer.report_cut', { count: more })}\n`] : []),
  ].join('')

type TableProps = {
  title: string
  rows: Placed
  /** Examples of each kind, with their number, in their place. */
  kinds?: TransferReport['kinds_of_losses']
  isProblem?: boolean
}

const PlacedTable = ({ title, rows, kinds, isProblem = false }: TableProps) => {
  const id = useId()
  const bodies = kinds ?? [{ count: rows.length, examples: rows }]
  return (
    <>
      <p className={isProblem ? 'desk-problem' : 'desk-text'} id={id}>
        {title}
      </p>
      <PlainTable
        aria-labelledby={id}
        heads={[
          ...(kinds ? [t('transfer.how_often')] : []),
          t('transfer.place'),
          t('transfer.problem'),
        ]}
      >
        {[...bodies.entries()].map(([kind, { count, examples }]) => (
          <tbody key={kind}>
            {[...examples.entries()].map(([index, { place, problem }]) => (
              <tr key={index}>
                {kinds && index === 0 && <td rowSpan={examples.length}>{count}</td>}
                <td>{place}</td>
                <td>{problem}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </PlainTable>
    </>
  )
}

type PreviewsProps = {
  report: TransferReport
  shown: PreviewOf
  isDisabled: boolean
  onChange: (shown: PreviewOf) => void
}

/** What becomes of the entries, ten at a time. */
export const Previews = ({
  report: { fates, previews },
  shown,
  isDisabled,
  onChange,
}: PreviewsProps) => {
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
          <ActionButton
            disabled={isDisabled || from === 0}
            onClick={() => onChange({ ...shown, from: Math.max(0, from - PREVIEWS_MAX) })}
          >
            {t('transfer.before')}
          </ActionButton>
          <span role="status">{t('transfer.range', { from: from + 1, to: last, count })}</span>
          <ActionButton
            disabled={isDisabled || last >= count}
            onClick={() => onChange({ ...shown, from: from + PREVIEWS_MAX })}
          >
            {t('transfer.after')}
          </ActionButton>
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

const OWN_NAMES = ['picture', 'order', 'state', 'section'] as const
const fieldName = (field: ChangedField, name: string): string =>
  isOwn(field) ? t(`transfer.changed.${field}`, { name }) : t(`transfer.fields.${field}`)
const isOwn = (field: ChangedField): field is (typeof OWN_NAMES)[number] =>
  OWN_NAMES.some((one) => one === field)

const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <PlainTable
    aria-label={t('transfer.changes')}
    heads={[t('transfer.changed_field'), t('transfer.now'), t('transfer.then')]}
  >
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
  </PlainTable>
)
