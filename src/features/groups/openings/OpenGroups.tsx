import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JoinRequest } from '#contract/openings.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { REFETCH_STALE } from '#src/store/groups/api.ts'
import {
  useListJoinRequestsQuery,
  useListOpeningsInfiniteQuery,
} from '#src/store/groups/openings/api.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { useKeptFocus } from '#src/ui/useKeptFocus.ts'
import { useSettled } from '#src/ui/useSettled.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { OpenGroupCard } from './OpenGroupCard.tsx'
import { type OpeningFilter, OpeningFilters } from './OpeningFilters.tsx'
import { OwnRequests } from './OwnRequests.tsx'

const NO_FILTER: OpeningFilter = { language: null, mode: null, beginners: null }
const NO_REQUESTS: JoinRequest[] = []

/** Groups that look for players, with filters, and the reader's requests to join. */
export function OpenGroups() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<OpeningFilter>(NO_FILTER)
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const asked = { ...filter, q: q || null }
  const result = useListOpeningsInfiniteQuery(asked, REFETCH_STALE)
  const { data: requests = NO_REQUESTS } = useListJoinRequestsQuery(undefined, REFETCH_STALE)
  useKeptFocus()
  const isFiltered = Object.values(asked).some((value) => value !== null)
  return (
    <div className="flex flex-col gap-4 font-sans text-ui">
      <p className="max-w-measure text-sm text-ink-soft">{t('openings.lead')}</p>
      <OwnRequests requests={requests} />
      <OpeningFilters filter={filter} onFilter={setFilter} text={text} onText={setText} />
      <LoadState result={result} texts={useLoadTexts()} skeleton={<RowsSkeleton />}>
        {({ pages }) => {
          const groups = pages.flatMap((page) => page.groups)
          if (groups.length === 0)
            return <p role="status">{t(isFiltered ? 'openings.no_match' : 'openings.none')}</p>
          return (
            <div>
              <ul
                tabIndex={-1}
                aria-label={t('openings.title')}
                className="divide-y divide-line rounded border border-line bg-vellum outline-none"
              >
                {groups.map((group) => (
                  <OpenGroupCard
                    key={group.id}
                    group={group}
                    request={requests.find(({ group_id }) => group_id === group.id)}
                  />
                ))}
              </ul>
              {result.hasNextPage && (
                <ShowMore
                  label={t('openings.more')}
                  isBusy={result.isFetchingNextPage}
                  onShowMore={() => void result.fetchNextPage()}
                />
              )}
            </div>
          )
        }}
      </LoadState>
    </div>
  )
}
