import { Title } from 'react-admin'
import { Link } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import { Charts } from '../charts/Charts.tsx'
import { DaysTable } from '../charts/DaysTable.tsx'
import { useResponse } from '../parts/useResponse.ts'
import { texts } from '../texts/texts.ts'
import { Agenda } from './Agenda.tsx'
import { LastActs } from './LastActs.tsx'
import { Queues } from './Queues.tsx'

const words = texts.home

/** The first page: what waits, what comes, what was done, and how the site is used. */
export const Home = () => {
  const { data, error } = useResponse(deskRoutes.overview.get, {})
  return (
    <div className="desk-home">
      <Title title={words.title} />
      <Queues />
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <>
          <div className="desk-columns">
            <Agenda items={data.agenda} />
            <LastActs acts={data.acts} />
          </div>
          <section className="desk-card">
            <h2>{words.counters}</h2>
            <Charts days={data.days} />
            <p>
              <Link to="/counters">{words.allCounters}</Link>
            </p>
          </section>
          <DaysTable days={data.days} />
        </>
      )}
    </div>
  )
}
