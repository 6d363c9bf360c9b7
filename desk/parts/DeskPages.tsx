import {
  Create,
  type CreateProps,
  Edit,
  type EditProps,
  Show,
  type ShowProps,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { resourceName, textOr } from '../i18n.ts'
import { useRecordName } from './useRecordName.ts'

const Heading = () => {
  const name = useRecordName()
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  // A table is an event of another one.
  const own = record?.['parent_id'] == null ? String(record?.['kind']) : 'table'
  const kind = textOr(`resources.${resource}.kinds.${own}`, resourceName(resource, 1))
  return <span>{name === '' ? kind : `${kind}: ${name}`}</span>
}

export const DeskCreate = (props: CreateProps) => {
  const resource = useResourceContext()
  const title = textOr(`resources.${resource}.create`, '')
  return <Create redirect="list" title={title} {...props} />
}

/** Nothing is shown as changed before the server has responded. */
export const DeskEdit = (props: EditProps) => (
  <Edit actions={false} mutationMode="pessimistic" title={<Heading />} {...props} />
)

export const DeskShow = (props: ShowProps) => (
  <Show actions={false} title={<Heading />} {...props} />
)
