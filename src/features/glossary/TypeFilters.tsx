import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { ANY } from '#contract/limits.ts'
import {
  useListGlossarySubtypesQuery,
  useListGlossaryTypesQuery,
  useListSubtypesOfTypeQuery,
} from '#src/store/glossary/api.ts'
import { type GlossaryFilters, subtypeChosen, typeChosen } from '#src/store/glossary/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'

type Props = Pick<GlossaryFilters, 'type' | 'subtype'>
type Named<Id extends number> = { id: Id; name: string }

/** Both dropdowns with their search boxes; the second has the sub-types of the chosen type, or all (behaviour 2). */
export function TypeFilters({ type, subtype }: Props) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data: types = [] } = useListGlossaryTypesQuery()
  const all = useListGlossarySubtypesQuery(undefined, { skip: type !== ANY })
  const ofType = useListSubtypesOfTypeQuery(type === ANY ? skipToken : type)
  const subtypes = (type === ANY ? all : ofType).currentData ?? []

  const filter = <Id extends number>(
    list: readonly Named<Id>[],
    value: Id | typeof ANY,
    onChosen: (value: Id | typeof ANY) => void,
  ) => ({
    value: String(value),
    options: [
      { value: ANY, label: t('glossary.any') },
      ...list.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    onChange: (chosen: string) => onChosen(list.find(({ id }) => String(id) === chosen)?.id ?? ANY),
    emptyText: t('glossary.no_option'),
    placeholder: t('glossary.option_pending'),
  })
  return (
    <>
      <SearchSelect
        {...filter(types, type, (chosen) => dispatch(typeChosen(chosen)))}
        label={t('glossary.type')}
        searchLabel={t('glossary.search_types')}
      />
      <SearchSelect
        {...filter(subtypes, subtype, (chosen) => dispatch(subtypeChosen(chosen)))}
        label={t('glossary.subtype')}
        searchLabel={t('glossary.search_subtypes')}
      />
    </>
  )
}
