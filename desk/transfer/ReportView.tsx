import { useId } from 'react'
import type { TransferReport } from '#contract/schemas/transfer.ts'
import { t } from '../i18n.ts'

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
      {count > 0 && (
        <details>
          <summary>{t('transfer.losses', { smart_count: count })}</summary>
          <PlacedTable rows={losses} title={t('transfer.losses_intro')} />
          {more_losses > 0 && <p>{t('transfer.more_losses', { count: more_losses })}</p>}
          <a
            className="desk-plain"
            download={`${name}-report.txt`}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(linesOf(losses))}`}
          >
            {t('transfer.download_report')}
          </a>
        </details>
      )}
    </>
  )
}

const linesOf = (rows: Placed): string =>
  rows.map(({ place, problem }) => `${place}\t${problem}\n`).join('')

type TableProps = { title: string; rows: Placed; isProblem?: boolean }

const PlacedTable = ({ title, rows, isProblem = false }: TableProps) => {
  const id = useId()
  return (
    <>
      <p className={isProblem ? 'desk-problem' : 'desk-text'} id={id}>
        {title}
      </p>
      <table aria-labelledby={id} className="desk-table">
        <thead>
          <tr>
            <th scope="col">{t('transfer.place')}</th>
            <th scope="col">{t('transfer.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {[...rows.entries()].map(([index, { place, problem }]) => (
            <tr key={index}>
              <td>{place}</td>
              <td>{problem}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
