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
import { type DeskResource, texts } from '../texts/texts.ts'
import { useNameOf } from './useNameOf.ts'

const useKind = (): string => texts.one[useResourceContext() as DeskResource]

const Heading = () => {
  const record = useRecordContext()
  const nameOf = useNameOf()
  const kind = useKind()
  return record ? `${kind}: ${nameOf(record)}` : kind
}

export const DeskCreate = (props: CreateProps) => (
  <Create title={texts.newOne(useKind())} {...props} />
)

/** Nothing counts as changed before the server has said so. */
export const DeskEdit = (props: EditProps) => (
  <Edit mutationMode="pessimistic" title={<Heading />} {...props} />
)

export const DeskShow = (props: ShowProps) => <Show title={<Heading />} {...props} />
