import { ReferenceInput, required, SelectInput } from 'react-admin'
import { t } from '../i18n.ts'

type Props = {
  source: string
  reference: string
  label: string
  /** The field of the parent that is shown. */
  text: 'name' | 'title'
  isRequired?: boolean
  filter?: Record<string, unknown>
  /** Read by react-admin where the input stands among the filters of a list. */
  alwaysOn?: boolean
}
const ALL = 1000

/** One of the records that this one belongs to. */
export const ParentInput = ({ source, reference, label, text, isRequired, filter }: Props) => (
  <ReferenceInput
    filter={filter}
    perPage={ALL}
    reference={reference}
    sort={{ field: 'position', order: 'ASC' }}
    source={source}
  >
    <SelectInput
      label={label}
      optionText={text}
      validate={isRequired ? required(t('ra.validation.required')) : undefined}
    />
  </ReferenceInput>
)
