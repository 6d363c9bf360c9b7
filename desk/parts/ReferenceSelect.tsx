import { ReferenceInput, type ReferenceInputProps, required, SelectInput } from 'react-admin'

type Props = ReferenceInputProps & { isRequired?: boolean }
const ALL = 1000

/** A record that this one refers to. */
export const ReferenceSelect = ({ isRequired, ...input }: Props) => (
  <ReferenceInput perPage={ALL} sort={{ field: 'position', order: 'ASC' }} {...input}>
    <SelectInput validate={isRequired ? required() : undefined} />
  </ReferenceInput>
)
