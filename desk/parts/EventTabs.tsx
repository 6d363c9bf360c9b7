import { useRecordContext } from 'react-admin'
import { Link, NavLink } from 'react-router'
import type { DeskContent } from '#contract/content.ts'
import { resourceName, t } from '../i18n.ts'
import { TabStrip } from './TabStrip.tsx'

/** An article that was never published has no registrations, and neither has one without seats. */
export const hasRegistrations = ({ seats, publish_at }: DeskContent): boolean =>
  seats !== null && publish_at !== null

export const registrationsPath = (id: number): string => `/contents/${id}/registrations`

/** The list of all dates of a series. */
const datesPath = (series: number): string =>
  `/contents?${new URLSearchParams({ filter: JSON.stringify({ series_id: series }), sort: 'starts_at', order: 'ASC' })}`

export const EventTabs = () => {
  const content = useRecordContext<DeskContent>()
  const { id = 0, series_id } = content ?? {}
  const hasSeats = content !== undefined && hasRegistrations(content)
  if (!hasSeats && series_id == null) return null
  return (
    <TabStrip aria-label={content?.title}>
      <NavLink end to={`/contents/${id}`}>
        {t('registrations.event')}
      </NavLink>
      {hasSeats && <NavLink to={registrationsPath(id)}>{resourceName('registrations')}</NavLink>}
      {series_id != null && <Link to={datesPath(series_id)}>{t('series.dates')}</Link>}
    </TabStrip>
  )
}
