import { useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { DeskContent } from '#contract/schemas/content.ts'
import { t } from '../i18n.ts'
import { WriteButton } from './WriteButton.tsx'

/** Leads from an event to those who have signed up for it. */
export const EventRegistrations = () => {
  const content = useRecordContext<DeskContent>()
  if (!content || content.seats === null || content.publish_at === null) return null
  const { id, title } = content
  const query = new URLSearchParams({ filter: JSON.stringify({ content_id: id }) })
  return (
    <section className="desk-actions" aria-label={t('registrations.section')}>
      <Link className="desk-plain" to={`/registrations?${query}`}>
        {t('registrations.list')}
      </Link>
      <a className="desk-plain" download href={`${DESK_API_BASE}/contents/${id}/registrations.csv`}>
        {t('registrations.file')}
      </a>
      <WriteButton id={id} title={title} />
    </section>
  )
}
