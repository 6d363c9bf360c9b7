import { styled } from '@mui/material/styles'
import { Title, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { type DeskRole, deskRoutes } from '#contract/desk.ts'
import { Charts, DaysTable } from '../charts/Charts.tsx'
import { ChecklistCard } from '../checklist/ChecklistCard.tsx'
import { t } from '../i18n.ts'
import { useResponse } from '../parts/useResponse.ts'
import { Agenda } from './Agenda.tsx'
import { LastEvents } from './LastEvents.tsx'
import { OpenedEvents } from './OpenedEvents.tsx'
import { Queues } from './Queues.tsx'

/** The first page: queues, next publications and events, last audit events, and how the site is used. */
export const Home = () => {
  const { data, error } = useResponse(deskRoutes.overview.get, {})
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
