import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { GameDateId, GroupId } from '#contract/ids.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useGetPastDateQuery, useListPastDatesInfiniteQuery } from '#src/store/groups/past/api.ts'
import { FormError } from '#src/ui/FieldError.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { useSettled } from '#src/ui/useSettled.ts'
import { CameDialog } from './CameDialog.tsx'
import { PastRow } from './PastRow.tsx'
import type { OpenDialog, PastDialog } from './pastDialog.ts'
import { RecapDialog } from './RecapDialog.tsx'

type Props = { group: GroupId /** The date that the URL names. */; asked: GameDateId | null }

/** The past sessions of a group with their search. The dialogs are here, since a search removes rows. */
export function PastList({ group, asked }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [dialog, setDialog] = useState<PastDialog | null>(null)
  const term = useSettled(typed.trim())
  const idOf = (kind: PastDialog['kind']) => (dialog?.kind === kind ? dialog.id : null)
  const close = () => setDialog(null)
  return (
    <div className="flex flex-col gap-3 pt-1">
      <SearchField
        label={t('past.search')}
        value={typed}
        onChange={setTyped}
        maxLength={TEXT_MAX}
        className="w-full sm:max-w-sm"
      />
      <Dates group={group} term={term} asked={asked} onOpen={setDialog} />
      <RecapDialog group={group} id={idOf('recap')} onClose={close} />
      <CameDialog group={group} id={idOf('came')} onClose={close} />
    </div>
  )
}

type DatesProps = Props & { term: string; onOpen: OpenDialog }

function Dates({ group, term, asked, onOpen }: DatesProps) {
  const { t } = useTranslation()
  const texts = useLoadTexts()
  const result = useListPastDatesInfiniteQuery({ id: group, q: term || null })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = result
  return (
    <LoadState result={result} texts={texts} skeleton={<SkeletonBars count={3} />}>
      {({ pages }) => {
        const dates = pages.flatMap((page) => page.dates)
        // An older one is shown apart, and not twice.
        const isApart = asked !== null && term === '' && !pages[0]?.dates.some(isAt(asked))
        const listed = isApart ? dates.filter((date) => !isAt(asked)(date)) : dates
        return (
          <div aria-busy={result.isFetching}>
            <p role="status" className="text-ink-soft">
              {dates.length === 0 && term !== '' && t('past.nothing_found', { term })}
            </p>
            {isApart && <AskedDate group={group} id={asked} onOpen={onOpen} />}
            <ul tabIndex={-1} className="divide-y divide-line outline-none">
              {listed.map((date) => (
                <PastRow
                  key={date.id}
                  group={group}
                  date={date}
                  term={term}
                  isAsked={date.id === asked}
                  onOpen={onOpen}
                />
              ))}
            </ul>
            {hasNextPage && (
              <ShowMore
                label={t('past.more')}
                isBusy={isFetchingNextPage}
                onShowMore={() => void fetchNextPage()}
              />
            )}
            <FormError message={isFetchNextPageError ? texts.message : undefined} />
          </div>
        )
      }}
    </LoadState>
  )
}

const isAt =
  (wanted: GameDateId) =>
  ({ id }: { readonly id: GameDateId }) =>
    id === wanted

type AskedProps = { group: GroupId; id: GameDateId; onOpen: OpenDialog }

/** A date that the URL names, if it is not among the latest. */
function AskedDate({ group, id, onOpen }: AskedProps) {
  const { t } = useTranslation()
  const { data, error } = useGetPastDateQuery({ group_id: group, id })
  if (data === undefined) return error && <p role="alert">{t('past.not_found')}</p>
  return (
    <ul className="border-b border-line">
      <PastRow group={group} date={data.date} term="" isAsked onOpen={onOpen} />
    </ul>
  )
}
