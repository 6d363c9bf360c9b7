import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { GLOSSARY_SORTS, TEXT_MAX } from '#contract/limits.ts'
import type { GlossarySort } from '#contract/schemas/glossary.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { onSearchKey } from '#src/platform/searchKey.ts'
import {
  myEntriesToggled,
  searchTyped,
  selectGlossaryFilters,
  sortChosen,
  userEntriesToggled,
} from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TypeFilters } from './TypeFilters.tsx'

/** As specified: the values are the English labels, whatever the language; these are their texts (ruling 37). */
const sortLabels: Record<GlossarySort, MessageKey> = {
  'Newest First': 'glossary.newest_first',
  'Oldest First': 'glossary.oldest_first',
  Alphabetical: 'glossary.alphabetical',
}

/** Search, type, sub-type, order and the two checkboxes, which exclude each other (behaviour 2). */
export function GlossaryFilters() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const filters = useAppSelector(selectGlossaryFilters)
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
        onChange={(text) => dispatch(searchTyped(text))}
        className="max-lg:col-span-full"
      />
      <TypeFilters type={filters.type} subtype={filters.subtype} />
      <Select
        label={t('glossary.sort_by')}
        value={filters.sort}
        options={GLOSSARY_SORTS.map((sort) => ({ value: sort, label: t(sortLabels[sort]) }))}
        onChange={(sort) => dispatch(sortChosen(sort))}
        className="max-sm:col-span-full"
      />
      <div className="col-span-full flex flex-wrap gap-x-6 lg:flex-col">
        <Checkbox
          label={t('glossary.user_entries')}
          checked={filters.showUserEntries}
          onChange={() => dispatch(userEntriesToggled())}
        />
        {isMember && (
          <Checkbox
            label={t('glossary.my_entries')}
            checked={filters.showMyEntries}
            onChange={() => dispatch(myEntriesToggled())}
          />
        )}
      </div>
    </div>
  )
}
