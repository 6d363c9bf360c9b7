import { ReferenceInput, required, SelectInput } from 'react-admin'

type Props = {
  source: string
  reference: string
  isRequired?: boolean
  filter?: Record<string, unknown>
  /** Read by react-admin where the input is among the filters of a list. */
  alwaysOn?: boolean
}
const ALL = 1000

/** One of the records that this one belongs to. */
export const ParentInput = ({ source, reference, isRequired, filter }: Props) => (
  <ReferenceInput
    filter={filter}
    perPage={ALL}
    reference={reference}
    sort={{ field: 'position', order: 'ASC' }}
    source={source}
  >
    <SelectInput validate={isRequired ? required() : undefined} />
  </ReferenceInput>
)
