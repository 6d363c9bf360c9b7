import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import type { AuditEvent } from '#contract/audit.ts'
import type { DeskRole } from '#contract/desk.ts'
import { isDeskResource, t } from '../i18n.ts'
import { actorOf, placeOf } from '../parts/auditSentences.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { EventText } from '../parts/EventText.tsx'
import { ago, momentOf } from '../parts/times.ts'

/** The newest rows of the audit log. */
export const LastEvents = ({ events }: { events: readonly AuditEvent[] }) => {
  const { permissions } = usePermissions<DeskRole | null>()
  const isSuperuser = permissions === 'superuser'
  return (
    <section className="desk-card">
      <h2>{isSuperuser ? t('overview.events') : t('overview.own_events')}</h2>
      {events.length === 0 && <p>{t('overview.events_empty')}</p>}
      <ul className="desk-lines">
        {events.map((event) => (
          <li key={event.id}>
            <DeskIcon name={isDeskResource(event.resource) ? event.resource : 'audit'} />
            <div>
              <EventText actor={isSuperuser ? actorOf(event) : undefined} event={event} />
              <p className="desk-quiet">
                <span>{placeOf(event.resource)}</span> ·{' '}
                <time dateTime={event.at} title={momentOf(event.at)}>
                  {ago(event.at)}
                </time>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isSuperuser && events.length > 0 && (
        <p>
          <Link to="/audit">{t('overview.all_events')}</Link>
        </p>
      )}
    </section>
  )
}
