import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GLOSSARY_PAGE } from '#contract/limits.ts'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { useListGlossaryEntriesInfiniteQuery } from '#src/store/glossary/api.ts'
import { hasMore, loadedEntries } from '#src/store/glossary/selectors.ts'
import { moreShown, selectAskedChoice, selectVisibleCount } from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { DeleteEntryDialog } from './DeleteEntryDialog.tsx'
import { EntriesSkeleton } from './EntriesSkeleton.tsx'
import { EntryCards } from './EntryCards.tsx'
import { ListHeader } from './ListHeader.tsx'
import { NoEntries } from './NoEntries.tsx'
import { useLinkedEntry } from './useLinkedEntry.ts'

type Props = {
  /** The address has been read: what is asked for is what the visitor came for. */
  isReady: boolean
}

/** The entries, ten more at a press, out of memory or from the server (behaviour 4, 9). */
export function GlossaryList({ isReady }: Props) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const asked = useAppSelector(selectAskedChoice)
  const isMember = useAppSelector(selectIsMember)
  const visibleCount = useAppSelector(selectVisibleCount)
  const answer = useListGlossaryEntriesInfiniteQuery(asked, { skip: !isReady })
  const { data, currentData, isFetching, isError, hasNextPage, isFetchingNextPage } = answer
  const [deleting, setDeleting] = useState<GlossaryEntry | null>(null)
  const entries = loadedEntries(data)
  const { pinned, isMissing } = useLinkedEntry(currentData?.pages, entries)
  const shown = pinned ? entries.filter(({ id }) => id !== pinned.id) : entries
  const region = useFocusAfterRemoval(deleting, pinned ? [pinned, ...shown] : shown)

  const showMore = () => {
    // After a page that did not come, the place for it is there already.
    if (entries.length >= visibleCount) dispatch(moreShown())
    if (hasNextPage && entries.length < visibleCount + GLOSSARY_PAGE) void answer.fetchNextPage()
  }
  const content = () => {
    if (isError && !currentData)
      return (
        <ErrorState
          message={t('errors.load_failed')}
          retryLabel={t('errors.retry')}
          onRetry={answer.refetch}
          isBusy={isFetching}
        />
      )
    if (currentData && entries.length === 0)
      return <NoEntries suggestions={currentData.pages[0]?.suggestions ?? []} />
    if (entries.length === 0) return <EntriesSkeleton />
    return (
      <>
        <EntryCards
          entries={shown}
          count={visibleCount}
          isOld={isFetching && !currentData}
          onDelete={setDeleting}
        />
        {isError && <FormError message={t('errors.load_failed')} />}
        {hasMore(shown.length, visibleCount, hasNextPage) && (
          <ShowMore
            label={t('glossary.show_more')}
            onShowMore={showMore}
            isBusy={isFetchingNextPage}
          />
        )}
      </>
    )
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby="glossary-entries"
      className="min-h-128 min-w-0 outline-none"
    >
      <ListHeader />
      {isMissing && (
        <p role="status" className="mb-4 text-ink-soft">
          {t(isMember ? 'glossary.entry_missing' : 'glossary.entry_missing_visitor')}
        </p>
      )}
      {pinned && (
        <div className="mb-3">
          <EntryCards entries={[pinned]} count={1} isOld={false} onDelete={setDeleting} />
        </div>
      )}
      {content()}
      <DeleteEntryDialog
        entry={deleting}
        onClose={(closed) => setDeleting((now) => (now === closed ? null : now))}
      />
    </section>
  )
}

/** The button that had the focus goes with its entry: the keyboard goes on from the list, not from the top. */
function useFocusAfterRemoval(deleting: GlossaryEntry | null, entries: readonly GlossaryEntry[]) {
  const region = useRef<HTMLElement>(null)
  const last = useRef<GlossaryEntry['id'] | null>(null)
  useEffect(() => {
    if (deleting) last.current = deleting.id
    else if (last.current !== null && !entries.some(({ id }) => id === last.current)) {
      last.current = null
      region.current?.focus({ preventScroll: true })
    }
  }, [deleting, entries])
  return region
}
