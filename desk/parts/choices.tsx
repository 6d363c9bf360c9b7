import { SelectInput } from 'react-admin'
import { capital, wordOf } from '../i18n.ts'

/** Choices of a select whose values are those of a closed set. */
export const choicesOf = (ids: readonly string[]): { id: string; name: string }[] =>
  ids.map((id) => ({ id, name: capital(wordOf(id)) }))

/** Props of the select of a filter, which says "All" while it filters nothing. */
export const ALL = { emptyText: 'all', slotProps: { select: { displayEmpty: true } } } as const

export const choiceFilter = (source: string, ids: readonly string[]) => (
  <SelectInput alwaysOn {...ALL} choices={choicesOf(ids)} key={source} source={source} />
)
