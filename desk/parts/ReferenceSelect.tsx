import { ReferenceInput, type ReferenceInputProps, required, SelectInput } from 'react-admin'
import { ALL } from './choices.tsx'

type Props = ReferenceInputProps & { isRequired?: boolean; isFilter?: boolean }
export const RECORDS_MAX = 1000

/** A record that this one refers to. */
export const ReferenceSelect = ({ isRequired, isFilter, ...input }: Props) => (
  <ReferenceInput perPage={RECORDS_MAX} sort={{ field: 'position', order: 'ASC' }} {...input}>
    <SelectInput {...(isFilter && ALL)} validate={isRequired ? required() : undefined} />
  </ReferenceInput>
)
