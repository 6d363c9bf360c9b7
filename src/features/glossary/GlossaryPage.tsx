import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { TEXT_MAX } from '#contract/fields.ts'
import { GLOSSARY_SORTS, type GlossarySort } from '#contract/glossary.ts'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { ANY } from '#contract/lists.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { onSearchKey } from '#src/platform/keys.ts'
import { announces } from '#src/platform/page.ts'
import { idIn } from '#src/platform/urlParts.ts'
import { type GlossaryFilters as Filters, glossaryApi } from '#src/store/glossary/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { glossaryActions } from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import type { PageData } from '#src/store/reducer.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { namedOptions, Select } from '#src/ui/Select.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { useQueryUpdate } from '#src/ui/useUrlFilters.ts'
import { GlossaryList } from './GlossaryList.tsx'
import { readFilters, writeFilters } from './glossaryFilters.ts'
import { NewEntryDialog } from './NewEntryDialog.tsx'

/** As specified: the values are the English labels, whatever the language; these are their texts (ruling 37). */
const sortLabels: Record<GlossarySort, MessageKey> = {
  'Newest First': 'glossary.newest_first',
  'Oldest First': 'glossary.oldest_first',
  Alphabetical: 'glossary.alphabetical',
}

function GlossaryFilters() {
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
  const { data: types = [] } = glossaryApi.useListGlossaryTypesQuery()
  const all = glossaryApi.useListGlossarySubtypesQuery(undefined, { skip: type !== ANY })
  const ofType = glossaryApi.useListSubtypesOfTypeQuery(type === ANY ? skipToken : type)
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

const { endpoints } = glossaryApi

export const pageData: PageData = {
  queryOf: (query) => writeFilters(readFilters(query, false), readEntryId(query)),
  fetch: async (dispatch, { query }) => {
    const isMember = dispatch((_, getState) => selectIsMember(getState()))
    const filters = readFilters(query, isMember)
    const [{ data }] = await Promise.all([
      dispatch(endpoints.listGlossaryEntries.initiate(filters)),
      dispatch(endpoints.listGlossaryTypes.initiate()),
      filters.type === ANY
        ? dispatch(endpoints.listGlossarySubtypes.initiate())
        : dispatch(endpoints.listSubtypesOfType.initiate(filters.type)),
    ])
    const id = readEntryId(query)
    const page = data?.pages[0]
    if (id === null || !page) return
    const isListed = page.entries.some((entry) => entry.id === id)
    const lookUp = endpoints.findGlossaryEntry.initiate({
      entry: id,
      showMyEntries: filters.showMyEntries,
    })
    const isFound = isListed || (announces('entry_lookup') && (await dispatch(lookUp)).data)
    if (isFound) await dispatch(endpoints.listGlossarySubEntries.initiate(id))
  },
  enter: (dispatch, { query }) => {
    const filters = readFilters(query, false)
    dispatch(
      glossaryActions.filtersRestored({ visit: FIRST_VISIT, filters, entryId: readEntryId(query) }),
    )
  },
}

const NEW_ENTRY_HASH = '#new-entry'

/** React Router's key for a history entry that it has not written itself. */
const FIRST_VISIT = 'default'

/** The filters are in the store, and in the URL so that it can be shared. */
function GlossaryPage() {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const isRead = useGlossaryUrl()
  useFormOfUrl(isMember)
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('glossary.title') })}</title>
      <Hero picture="world" heading={t('glossary.title')} lead={t('glossary.lead')} />
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 pt-8 pb-24 sm:pt-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <GlossaryFilters />
        <GlossaryList isReady={isRead} />
      </div>
      {isMember && <NewEntryDialog />}
    </>
  )
}

/** A link leads to the form of a new entry. */
function useFormOfUrl(isMember: boolean): void {
  const dispatch = useAppDispatch()
  const { hash, key } = useLocation()
  const isNamed = isMember && hash === NEW_ENTRY_HASH
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival opens the form again.
  useEffect(() => {
    if (isNamed) dispatch(entryDraftActions.formOpened())
  }, [isNamed, key, dispatch])
}

/**
 * Keeps the filters of the store and the query of the URL in step, so that a view can be shared: a URL that is
 * opened is read, and applied filters are written to it. False until the URL has been read.
 */
function useGlossaryUrl(): boolean {
  const dispatch = useAppDispatch()
  const isMember = useAppSelector(selectIsMember)
  const appliedFilters = useAppSelector((state) => state.glossary.appliedFilters)
  const linkedId = useAppSelector((state) => state.glossary.linkedId)
  const visit = useAppSelector((state) => state.glossary.visit)
  const [query] = useSearchParams()
  const { key } = useLocation()
  const navigation = useNavigationType()

  // A REPLACE navigation is our own URL update; ignore it.
  const isOwnUpdate = visit !== null && navigation === NavigationType.Replace
  const isRead = visit === key || isOwnUpdate
  const wasRead = useRef(false)
  useLayoutEffect(() => {
    // The end of a session resets the store and navigates away; a URL update would cancel that.
    const isEnding = visit === null && wasRead.current
    if (!isRead && !isEnding)
      dispatch(
        glossaryActions.filtersRestored({
          visit: key,
          filters: readFilters(query, isMember),
          entryId: readEntryId(query),
        }),
      )
    wasRead.current = true
  }, [isRead, visit, key, query, isMember, dispatch])
  useEffect(
    () => () => {
      wasRead.current = false
      dispatch(glossaryActions.pageLeft())
    },
    [dispatch],
  )
  useQueryUpdate(isRead ? writeFilters(appliedFilters, linkedId) : null)

  return visit !== null
}

const readEntryId = (query: URLSearchParams): GlossaryEntryId | null => idIn(query.get('entry'))

export { GlossaryPage as Screen }
