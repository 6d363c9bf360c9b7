import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { GLOSSARY_SORTS, type GlossarySort } from '#contract/glossary.ts'
import { ANY } from '#contract/lists.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { onSearchKey } from '#src/platform/searchKey.ts'
import type { GlossaryFilters as Filters } from '#src/store/glossary/api.ts'
import {
  useListGlossarySubtypesQuery,
  useListGlossaryTypesQuery,
  useListSubtypesOfTypeQuery,
} from '#src/store/glossary/api.ts'
import { glossaryActions } from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { namedOptions, Select } from '#src/ui/Select.tsx'
import { SearchField } from '#src/ui/TextField.tsx'

/** As specified: the values are the English labels, whatever the language; these are their texts (ruling 37). */
const sortLabels: Record<GlossarySort, MessageKey> = {
  'Newest First': 'glossary.newest_first',
  'Oldest First': 'glossary.oldest_first',
  Alphabetical: 'glossary.alphabetical',
}

export function GlossaryFilters() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const filters = useAppSelector((state) => state.glossary.filters)
  const isMember = useAppSelector(selectIsMember)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => onSearchKey(() => box.current?.focus()), [])

  return (
    <div className="grid grid-cols-2 content-start items-end gap-4 self-start sm:max-lg:grid-cols-3 lg:sticky lg:top-24 lg:grid-cols-1 print:hidden">
      <SearchField
        ref={box}
        label={t('glossary.search')}
        aria-keyshortcuts="/"
        maxLength={TEXT_MAX}
        value={filters.search}
        onChange={(text) => dispatch(glossaryActions.searchTyped(text))}
        className="max-lg:col-span-full"
      />
      <TypeFilters type={filters.type} subtype={filters.subtype} />
      <Select
        label={t('glossary.sort_by')}
        value={filters.sort}
        options={GLOSSARY_SORTS.map((sort) => ({ value: sort, label: t(sortLabels[sort]) }))}
        onChange={(sort) => dispatch(glossaryActions.sortChosen(sort))}
        className="max-sm:col-span-full"
      />
      <div className="col-span-full flex flex-wrap gap-x-6 lg:flex-col">
        <Checkbox
          label={t('glossary.user_entries')}
          checked={filters.showUserEntries}
          onChange={() => dispatch(glossaryActions.userEntriesToggled())}
        />
        {isMember && (
          <Checkbox
            label={t('glossary.my_entries')}
            checked={filters.showMyEntries}
            onChange={() => dispatch(glossaryActions.myEntriesToggled())}
          />
        )}
      </div>
    </div>
  )
}

/** The second dropdown has the sub-types of the chosen type, or all. */
function TypeFilters({ type, subtype }: Pick<Filters, 'type' | 'subtype'>) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data: types = [] } = useListGlossaryTypesQuery()
  const all = useListGlossarySubtypesQuery(undefined, { skip: type !== ANY })
  const ofType = useListSubtypesOfTypeQuery(type === ANY ? skipToken : type)
  const subtypes = (type === ANY ? all : ofType).currentData ?? []
  const any = { value: ANY, label: t('glossary.any') } as const
  const texts = { emptyText: t('glossary.no_option'), placeholder: t('glossary.option_pending') }
  return (
    <>
      <Select
        {...texts}
        label={t('glossary.type')}
        searchLabel={t('glossary.search_types')}
        value={type}
        options={[any, ...namedOptions(types)]}
        onChange={(chosen) => dispatch(glossaryActions.typeChosen(chosen))}
      />
      <Select
        {...texts}
        label={t('glossary.subtype')}
        searchLabel={t('glossary.search_subtypes')}
        value={subtype}
        options={[any, ...namedOptions(subtypes)]}
        onChange={(chosen) => dispatch(glossaryActions.subtypeChosen(chosen))}
      />
    </>
  )
}
