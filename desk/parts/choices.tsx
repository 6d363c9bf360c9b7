import { RadioButtonGroupInput, required, SelectInput } from 'react-admin'

/** Choices of a select whose values are their own names. */
export const choicesOf = (ids: readonly string[]): { id: string; name: string }[] =>
  ids.map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1) }))

export const choiceFilter = (source: string, ids: readonly string[]) => (
  <SelectInput alwaysOn choices={choicesOf(ids)} key={source} source={source} />
)

/** Kind of a new record; the first one is preselected. */
export const KindInput = ({ kinds }: { kinds: readonly string[] }) => (
  <RadioButtonGroupInput
    choices={choicesOf(kinds)}
    defaultValue={kinds[0]}
    source="kind"
    validate={required()}
  />
)
