import { Link } from 'react-router'
import { useMayOpen } from '../session/authProvider.ts'

type LinkProps = { resource: 'members' | 'groups'; id: number; name: string }

/** Leads to the page of the record, for those who may open it. */
export const NameLink = ({ resource, id, name }: LinkProps) => {
  const mayOpen = useMayOpen()
  return mayOpen(resource) ? (
    <Link to={`/${resource}/${id}/show`}>{name}</Link>
  ) : (
    <span>{name}</span>
  )
}
