import { useRecordContext } from 'react-admin'
import { Link, NavLink } from 'react-router'
import type { DeskContent } from '#contract/content.ts'
import { resourceName, t } from '../i18n.ts'
import { TabStrip } from './TabStrip.tsx'

/** An article that was never published has no registrations, and neither has one without seats. */
export const hasRegistrations = ({ seats, publish_at }: DeskContent): boolean =>
  seats !== null && publish_at !== null

export const registrationsPath = (id: number): string => `/contents/${id}/registrations`
export const programmePath = (event: number): string => `/contents/${event}/programme`

/** The list of all dates of a series. */
const datesPath = (series: number): string =>
  `/contents?${new URLSearchParams({ filter: JSON.stringify({ series_id: series }), sort: 'starts_at', order: 'ASC' })}`

/** A table leads to the programme of its event. */
export const EventTabs = () => {
  const content = useRecordContext<DeskContent>()
  const { id = 0, slots = [], parent_id, series_id } = content ?? {}
  const hasSeats = content !== undefined && hasRegistrations(content)
  const event = parent_id ?? (slots.length > 0 ? id : null)
  if (!hasSeats && series_id == null && event === null) return null
  return (
    <TabStrip aria-label={content?.title}>
      <NavLink end to={`/contents/${id}`}>
        {parent_id == null ? t('registrations.event') : t('tables.table')}
      </NavLink>
      {event !== null && <NavLink to={programmePath(event)}>{t('tables.programme')}</NavLink>}
      {hasSeats && <NavLink to={registrationsPath(id)}>{resourceName('registrations')}</NavLink>}
      {series_id != null && <Link to={datesPath(series_id)}>{t('series.dates')}</Link>}
    </TabStrip>
  )
}
