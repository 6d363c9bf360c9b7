import type { ListRow } from '#contract/memberInvites.ts'
import { LIST_RESULTS } from '#contract/sets.ts'
import { t } from '../i18n.ts'

type Props = { rows: readonly ListRow[]; isSent: boolean }

/** What becomes of each row of a list; in a list that was sent, of what has become of it. */
export const CheckedRows = ({ rows, isSent }: Props) => {
  const resultOf = ({ result }: ListRow) =>
    isSent && result === 'will_invite'
      ? t('member_invites.is_invited')
      : t(`member_invites.results.${result}`)
  const sums = LIST_RESULTS.flatMap((result) => {
    const [first, ...more] = rows.filter((row) => row.result === result)
    return first ? [`${resultOf(first)}: ${more.length + 1}`] : []
  })
  return (
    <>
      <p>
        <strong>{isSent ? t('member_invites.sent') : t('member_invites.checked')}</strong>{' '}
        <span>{sums.join(' · ')}</span>
      </p>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{t('member_invites.row')}</th>
            <th scope="col">{t('member_invites.email')}</th>
            <th scope="col">{t('member_invites.name')}</th>
            <th scope="col">{t('member_invites.group')}</th>
            <th scope="col">{t('member_invites.result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td>{row.row}</td>
              <td>{row.email}</td>
              <td>{row.name}</td>
              <td>{row.group}</td>
              <td>{resultOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
