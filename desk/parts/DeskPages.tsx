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

const useKind = (): string => resourceName(useResourceContext() ?? '', 1)

const Heading = () => {
  const record = useRecordContext()
  const nameOf = useNameOf()
  const kind = useKind()
  return record ? `${kind}: ${nameOf(record)}` : kind
}

export const DeskCreate = (props: CreateProps) => {
  const resource = useResourceContext()
  return <Create title={textOr(`resources.${resource}.create`, t('create'))} {...props} />
}

/** Nothing counts as changed before the server has said so. */
export const DeskEdit = (props: EditProps) => (
  <Edit mutationMode="pessimistic" title={<Heading />} {...props} />
)

export const DeskShow = (props: ShowProps) => <Show title={<Heading />} {...props} />
