import { Navigate, useSearchParams } from 'react-router'
import { registrationsPath } from '../parts/EventTabs.tsx'
import type { Screens } from '../parts/screens.tsx'

const EVENTS = `/contents?${new URLSearchParams({ filter: '{"kind":"event"}' })}`

function eventIn(filter: string): number | undefined {
  const found = /"content_id":"?(\d+)/.exec(filter)
  return found ? Number(found[1]) : undefined
}

/** Leads from addresses of the list of all registrations to that of the event, or to the events. */
const Moved = () => {
  const [params] = useSearchParams()
  const event = eventIn(params.get('filter') ?? '')
  return <Navigate replace to={event === undefined ? EVENTS : registrationsPath(event)} />
}

export const registrations: Screens = { list: Moved }
