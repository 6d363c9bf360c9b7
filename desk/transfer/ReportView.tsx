import type { TransferReport } from '#contract/schemas/transfer.ts'
import { t } from '../i18n.ts'

export const ReportView = ({ heading, report }: { heading: string; report: TransferReport }) => {
  const { added, changed, unchanged, problems } = report
  if (problems.length === 0)
    return (
      <p>
        <strong>{heading}</strong>{' '}
        <span>{t('transfer.report', { added, changed, unchanged })}</span>
      </p>
    )
  return (
    <>
      <p className="desk-problem">{t('transfer.problems', { smart_count: problems.length })}</p>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{t('transfer.place')}</th>
            <th scope="col">{t('transfer.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ place, problem }) => (
            <tr key={`${place} ${problem}`}>
              <td>{place}</td>
              <td>{problem}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
