import { Link } from 'react-router'
import type { CheckState } from '#contract/checklist.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { listed, t } from '../i18n.ts'
import { useResponse } from '../parts/useResponse.ts'

/** What is wrong or still to do, on the first page of superusers; nothing once all is done. */
export const ChecklistCard = () => {
  const { data } = useResponse(deskCalls.checklist.get, {})
  const rowsOf = (wanted: CheckState) => data?.checks.filter(({ state }) => state === wanted) ?? []
  const [wrong, open] = [rowsOf('wrong'), rowsOf('open')]
  if (wrong.length + open.length === 0) return null
  return (
    <section className="desk-card">
      <h2>{t('checklist.card')}</h2>
      {wrong.length > 0 && (
        <ul className="desk-lines">
          {wrong.map(({ name, title, text }) => (
            <li key={name}>
              <strong className="desk-problem">{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <p>{t('checklist.open', { names: listed(open.map(({ title }) => title)) })}</p>
      )}
      <p>
        <Link to="/checklist">{t('checklist.all')}</Link>
      </p>
    </section>
  )
}
