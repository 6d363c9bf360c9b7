import { useRecordContext } from 'react-admin'
import { NavLink } from 'react-router'
import type { DeskContent } from '#contract/content.ts'
import { resourceName, t } from '../i18n.ts'
import { TabStrip } from './TabStrip.tsx'

/** An article that was never published has no registrations, and neither has one without seats. */
export const hasRegistrations = ({ seats, publish_at }: DeskContent): boolean =>
  seats !== null && publish_at !== null

export const registrationsPath = (id: number): string => `/contents/${id}/registrations`

export const EventTabs = () => {
  const content = useRecordContext<DeskContent>()
  if (!content || !hasRegistrations(content)) return null
  const { id } = content
  return (
    <TabStrip aria-label={content.title}>
      <NavLink end to={`/contents/${id}`}>
        {t('registrations.event')}
      </NavLink>
      <NavLink to={registrationsPath(id)}>{resourceName('registrations')}</NavLink>
    </TabStrip>
  )
}
