import { styled } from '@mui/material/styles'
import { Title, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import type { AuditEvent } from '#contract/audit.ts'
import type { CheckState } from '#contract/checklist.ts'
import type { DeskRole } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { AgendaItem, Overview } from '#contract/overview.ts'
import { Charts, DaysTable } from '../charts/Charts.tsx'
import { taskOf } from '../checklist/ChecklistPage.tsx'
import { isDeskResource, t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { actorOf, placeOf } from '../parts/auditSentences.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { EventText } from '../parts/EventText.tsx'
import { ago, clockOf, dayOf, momentOf } from '../parts/times.ts'
import { actionOf, useAction, useResponse } from '../parts/useAction.ts'
import { Queues } from './Queues.tsx'

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
          {wrong.map((row) => (
            <li key={row.name}>
              <strong className="desk-problem">{taskOf(row)}</strong>
              <span>{row.text}</span>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && <p>{t('checklist.open')}</p>}
      <ul style={{ columns: '2 300px' }}>
        {open.map((row) => (
          <li key={row.name}>{taskOf(row)}</li>
        ))}
      </ul>
      <p>
        <Link to="/checklist">{t('checklist.all')}</Link>
      </p>
    </section>
  )
}

/** Publications and events, day by day. */
const Agenda = ({ items }: { items: readonly AgendaItem[] }) => {
  const days = [...new Set(items.map(({ at }) => dayOf(at)))]
  return (
    <section className="desk-card">
      <h2>{t('overview.agenda')}</h2>
      {items.length === 0 && <p>{t('overview.agenda_empty')}</p>}
      {days.map((day) => (
        <Day key={day}>
          <h3>{day}</h3>
          <ul className="desk-lines">
            {items
              .filter(({ at }) => dayOf(at) === day)
              .map((item) => (
                <li key={`${item.what}-${item.id}`}>
                  <DeskIcon name={item.what === 'event' ? 'calendar' : 'clock'} />
                  <div>
                    <Link to={`/contents/${item.id}`}>{item.title}</Link>
                    <p className="desk-quiet">
                      <When item={item} />
                    </p>
                  </div>
                </li>
              ))}
          </ul>
        </Day>
      ))}
    </section>
  )
}

const Day = styled('div')({ '& + &': { marginTop: 12 }, '& h3': { fontSize: 18 } })

const When = ({ item: { what, kind, at, ends_at: end } }: { item: AgendaItem }) => {
  const isOneDay = end !== null && dayOf(end) === dayOf(at)
  return (
    <>
      <time dateTime={at}>{clockOf(at)}</time>{' '}
      {what === 'publication' && <span>{`· ${t(`overview.appears.${kind}`)}`}</span>}
      {end !== null && (
        <span>{t('overview.until', { end: isOneDay ? clockOf(end) : momentOf(end) })}</span>
      )}
      {what === 'event' && Date.parse(at) <= Date.now() && (
        <span>{` · ${t('overview.running')}`}</span>
      )}
    </>
  )
}

const LastEvents = ({ events }: { events: readonly AuditEvent[] }) => {
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

/** Events that an upgrade has opened to everybody. One goes from the list when it is saved, or with its button. */
const OpenedEvents = ({ events }: { events: Overview['opened'] }) => {
  const { run, isBusy } = useAction()
  const keeping = (id: number) =>
    actionOf(deskCalls.contents.keepOpen, { id }, t('overview.keep_open_done'))
  return (
    <section className="desk-card">
      <h2>{t('overview.opened')}</h2>
      <p>{t('overview.opened_text')}</p>
      <ul className="desk-lines">
        {events.map(({ id, title }) => (
          <li className="desk-actions" key={id}>
            <Link to={`/contents/${id}`}>{title}</Link>
            <ActionButton disabled={isBusy} onClick={() => run(keeping(id))}>
              {t('overview.keep_open')}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first page: queues, next publications and events, last audit events, and how the site is used. */
export const Home = () => {
  const { data, error } = useResponse(deskCalls.overview.get, {})
  const { permissions: role } = usePermissions<DeskRole>()
  return (
    <Cards>
      <Title title={t('overview.title')} />
      <Queues />
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <>
          {role === 'superuser' && <ChecklistCard />}
          {data.opened.length > 0 && <OpenedEvents events={data.opened} />}
          <Columns>
            <Agenda items={data.agenda} />
            <LastEvents events={data.acts} />
          </Columns>
          <section className="desk-card">
            <h2>{t('overview.counters')}</h2>
            <Charts days={data.days} />
            <p>
              <Link to="/counters">{t('overview.all_counters')}</Link>
            </p>
          </section>
          <DaysTable days={data.days} />
        </>
      )}
    </Cards>
  )
}

const Cards = styled('div')({
  display: 'grid',
  gap: 16,
  padding: '16px 0',
  '& .desk-card': { margin: 0, '& h2': { marginBottom: 8 } },
})

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(400px, 100%), 1fr))',
  gap: 16,
  alignItems: 'start',
})
