import { Title, useGetList, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import type { DeskRole } from '#contract/desk.ts'
import { texts } from '../texts.ts'

type WaitingProps = {
  resource: 'review' | 'name-changes' | 'messages' | 'outbox'
  state: string
  label: string
}

const Waiting = ({ resource, state, label }: WaitingProps) => {
  const { total } = useGetList(resource, {
    filter: { state },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' },
  })
  return (
    <li>
      <Link to={`/${resource}`}>
        <strong>{total ?? '–'}</strong> {label}
      </Link>
    </li>
  )
}

export const Home = () => {
  const { permissions } = usePermissions<DeskRole | null>()
  return (
    <section className="desk-card">
      <Title title={texts.home.title} />
      <h2>{texts.home.welcome}</h2>
      <ul className="desk-waiting">
        <Waiting label={texts.home.pending} resource="review" state="pending" />
        <Waiting label={texts.home.names} resource="name-changes" state="pending" />
        <Waiting label={texts.home.mail} resource="messages" state="unread" />
        {permissions === 'superuser' && (
          <Waiting label={texts.home.dead} resource="outbox" state="dead" />
        )}
      </ul>
    </section>
  )
}
