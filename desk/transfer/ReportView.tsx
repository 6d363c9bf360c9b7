import { useEffect, useId, useState } from 'react'
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

/** The URL of a file of all losses. */
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
      <table aria-labelledby={id} className="desk-table">
        <thead>
          <tr>
            {kinds && <th scope="col">{t('transfer.how_often')}</th>}
            <th scope="col">{t('transfer.place')}</th>
            <th scope="col">{t('transfer.problem')}</th>
          </tr>
        </thead>
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
      </table>
    </>
  )
}
