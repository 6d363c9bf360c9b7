import { Link } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { useResponse } from '../parts/useResponse.ts'

/** What is still to do, on the first page of superusers; nothing once all is done. */
export const ChecklistCard = () => {
  const { data } = useResponse(deskRoutes.checklist.get, {})
  const rows = data?.checks.filter(({ state }) => state !== 'ok') ?? []
  if (rows.length === 0) return null
  return (
    <section className="desk-card">
      <h2>{t('checklist.card')}</h2>
      <p>{t('checklist.count', { smart_count: rows.length })}</p>
      <ul>
        {rows.map(({ name, title, text, state }) => (
          <li key={name}>
            <strong className={state === 'wrong' ? 'desk-problem' : undefined}>{title}</strong>{' '}
            {text}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/checklist">{t('checklist.all')}</Link>
      </p>
    </section>
  )
}
