import type { TransferReport } from '#contract/schemas/transfer.ts'
import { texts } from '../texts/texts.ts'

const words = texts.transfer

export const ReportView = ({ heading, report }: { heading: string; report: TransferReport }) => {
  const { added, changed, unchanged, problems } = report
  if (problems.length === 0)
    return (
      <p>
        <strong>{heading}</strong> {words.report(added, changed, unchanged)}
      </p>
    )
  return (
    <>
      <p className="desk-problem">{words.problems(problems.length)}</p>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{words.problem}</th>
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
