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
import { resourceName, t, textOr } from '../i18n.ts'
import { useNameOf } from './useNameOf.ts'

const Heading = () => {
  const record = useRecordContext()
  const nameOf = useNameOf()
  const kind = resourceName(useResourceContext() ?? '', 1)
  return record ? `${kind}: ${nameOf(record)}` : kind
}

export const DeskCreate = (props: CreateProps) => {
  const resource = useResourceContext()
  const title = textOr(`resources.${resource}.create`, t('create'))
  return <Create redirect="list" title={title} {...props} />
}

/** Nothing counts as changed before the server has responded. */
export const DeskEdit = (props: EditProps) => (
  <Edit actions={false} mutationMode="pessimistic" title={<Heading />} {...props} />
)

export const DeskShow = (props: ShowProps) => (
  <Show actions={false} title={<Heading />} {...props} />
)
