import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { GLOSSARY_PAGE, type GlossaryEntry } from '#contract/glossary.ts'
import { announces } from '#src/platform/page.ts'
import type { GlossaryFilters } from '#src/store/glossary/api.ts'
import { type GlossaryPage, glossaryApi } from '#src/store/glossary/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { hasMore, loadedEntries } from '#src/store/glossary/selectors.ts'
import { glossaryActions, NO_FILTERS } from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { useKeptFocus } from '#src/ui/focus.ts'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { FirstItem } from '../desk/FirstItem.tsx'
import { EntryCards } from './EntryCard.tsx'
import { writeFilters } from './glossaryFilters.ts'

type Linked = {
  /** Shown above the list, because it is not among the first ten. */
  pinned: GlossaryEntry | null
  /** It does not exist, or not for this visitor. */
  isMissing: boolean
}

/**
 * Finds the entry of the URL: among the first ten, among the other loaded entries, or by a call if the server offers
 * one.
 * @param pages undefined while the list is loading
 */
function useLinkedEntry(
  pages: readonly GlossaryPage[] | undefined,
  entries: readonly GlossaryEntry[],
): Linked {
  const id = useAppSelector((state) => state.glossary.linkedId)
  const { showMyEntries } = useAppSelector((state) => state.glossary.appliedFilters)
  const index = id === null || !pages ? -1 : entries.findIndex((entry) => entry.id === id)
  const isUnlisted = id !== null && pages !== undefined && index === -1
  const canLookUp = announces('entry_lookup')
  const lookUp = glossaryApi.useFindGlossaryEntryQuery(
    isUnlisted && canLookUp ? { entry: id, showMyEntries } : skipToken,
  )
  if (index >= GLOSSARY_PAGE) return { pinned: entries[index] ?? null, isMissing: false }
  if (!isUnlisted) return { pinned: null, isMissing: false }
  const found = lookUp.currentData ?? null
  const isLookedUp = lookUp.isSuccess && !lookUp.isFetching
  return { pinned: found, isMissing: found === null && (!canLookUp || isLookedUp) }
}

type Props = Linked & { onDelete: (entry: GlossaryEntry) => void }

function LinkedEntry({ pinned, isMissing, onDelete }: Props) {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  if (isMissing)
    return (
      <p role="status" className="mb-4 text-ink-soft">
        {t(isMember ? 'glossary.entry_missing' : 'glossary.entry_missing_visitor')}
      </p>
    )
  return (
    pinned && (
      <div className="mb-3">
        <EntryCards entries={[pinned]} count={1} isOld={false} onDelete={onDelete} />
      </div>
    )
  )
}

/** As specified: a failure closes the question too, with a toast (behaviour 8.7). */
function useDeleteEntry(): (entry: GlossaryEntry) => void {
  const { t } = useTranslation()
  const [remove] = glossaryApi.useDeleteGlossaryEntryMutation()
  const confirm = useConfirm()
  return useCallback(
    ({ id, title }) =>
      confirm({
        title: t('glossary.delete'),
        text: t('glossary.delete_text', { entry_title: title }),
        action: () => remove(id),
      }),
    [confirm, remove, t],
  )
}

/**
 * Ten more entries per click, from memory or from the server (behaviour 4.8).
 * @param isReady the URL has been read: the filters are those of this visit
 */
export function GlossaryList({ isReady }: { isReady: boolean }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const visibleCount = useAppSelector((state) => state.glossary.visibleCount)
  const { result, entries, listed, pinned, isMissing } = useEntries(isReady)
  const { currentData, isFetching, error, hasNextPage, isFetchingNextPage } = result
  const handleDelete = useDeleteEntry()
  useKeptFocus()

  // Entries of earlier filters stay until the response, unless that is an error.
  const isOld = !currentData && entries.length > 0 && error === undefined
  const showMore = () => {
    // A page that failed to load has raised the count before: it is not raised again.
    if (entries.length >= visibleCount) dispatch(glossaryActions.moreShown())
    if (hasNextPage && entries.length < visibleCount + GLOSSARY_PAGE) void result.fetchNextPage()
  }
  return (
    <section
      tabIndex={-1}
      aria-labelledby="glossary-entries"
      className="min-h-128 min-w-0 outline-none"
    >
      <ListHeader />
      <LinkedEntry pinned={pinned} isMissing={isMissing} onDelete={handleDelete} />
      <LoadState
        result={{ ...result, data: currentData || isOld ? entries : undefined }}
        skeleton={<EntriesSkeleton />}
        empty={<NoEntries suggestions={currentData?.pages[0]?.suggestions ?? []} />}
      >
        {() => (
          <>
            <EntryCards
              entries={listed}
              count={visibleCount}
              isOld={isFetching && isOld}
              onDelete={handleDelete}
            />
            {error !== undefined && !isFetching && <FormError message={t('errors.load_failed')} />}
            {hasMore(listed.length, visibleCount, hasNextPage) && (
              <ShowMore
                label={t('glossary.show_more')}
                onShowMore={showMore}
                isBusy={isFetchingNextPage}
              />
            )}
          </>
        )}
      </LoadState>
    </section>
  )
}

function EntriesSkeleton() {
  return (
    <Skeleton count={GLOSSARY_PAGE} className="space-y-3">
      <div className="flex gap-4 rounded border border-line px-4 py-4 sm:px-5">
        <SkeletonBlock className="size-14 shrink-0 sm:h-16 sm:w-24" />
        <div className="flex-1 pt-1">
          <SkeletonBlock className="h-6 w-2/5" />
          <SkeletonBlock className="mt-3 h-5 w-3/5" />
        </div>
      </div>
    </Skeleton>
  )
}

/** @param suggestions similar titles, to search for instead */
function NoEntries({ suggestions }: { suggestions: readonly string[] }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isMember = useAppSelector(selectIsMember)
  const filters = useAppSelector((state) => state.glossary.appliedFilters)
  const isWhole = isUnfiltered(filters)
  const first = isMember ? 'glossary.first_hint' : 'glossary.first_hint_visitor'
  return (
    <EmptyState
      drawing="glossary"
      message={t('glossary.empty')}
      hint={t(isWhole ? first : 'glossary.empty_hint')}
      suggestions={{
        label: t('glossary.suggestions'),
        titles: suggestions,
        onChoose: (title) => dispatch(glossaryActions.searchTyped(title)),
      }}
    >
      {isWhole && !filters.showMyEntries && <FirstEntry />}
    </EmptyState>
  )
}

/** An entry needs a type. */
function FirstEntry() {
  const { t } = useTranslation()
  const { data: types } = glossaryApi.useListGlossaryTypesQuery()
  return types?.length === 0 ? (
    <FirstItem resource="glossary-types" label={t('glossary.add_type')} />
  ) : (
    <FirstItem resource="glossary-entries" label={t('glossary.add_entry')} />
  )
}

/** The list of the server, with the entry of the URL apart from it if that is not among the first ten. */
function useEntries(isReady: boolean) {
  const filters = useAppSelector((state) => state.glossary.appliedFilters)
  const result = glossaryApi.useListGlossaryEntriesInfiniteQuery(filters, { skip: !isReady })
  const entries = loadedEntries(result.data)
  const { pinned, isMissing } = useLinkedEntry(result.currentData?.pages, entries)
  const listed = pinned ? entries.filter(({ id }) => id !== pinned.id) : entries
  return { result, entries, listed, pinned, isMissing }
}

function ListHeader() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isMember = useAppSelector(selectIsMember)
  return (
    <div className="mb-4 flex min-h-tap items-center justify-between gap-4">
      <h2 id="glossary-entries" className="font-heading text-2xl font-bold">
        {t('glossary.entries')}
      </h2>
      {isMember && (
        <IconButton
          label={t('glossary.create')}
          icon="plus"
          variant="primary"
          onClick={() => dispatch(entryDraftActions.formOpened())}
          className="print:hidden"
        />
      )}
    </div>
  )
}

/** Whether the list has all entries, or all own ones. */
const isUnfiltered = (filters: GlossaryFilters): boolean =>
  writeFilters({ ...filters, showMyEntries: false, sort: NO_FILTERS.sort }).toString() === ''
