import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import type { AgendaItem } from '#contract/overview.ts'
import { t } from '../i18n.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { clockOf, dayOf, momentOf } from '../parts/times.ts'

/** Publications and events, day by day. */
export const Agenda = ({ items }: { items: readonly AgendaItem[] }) => {
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
