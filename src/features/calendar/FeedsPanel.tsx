import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FEEDS_MAX, type Feed, type NewFeed as NewFeedRow } from '#contract/calendar.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListFeedsQuery, useRevokeFeedMutation } from '#src/store/calendar/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { Time, TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { FeedForm } from './FeedForm.tsx'
import { NewFeed } from './NewFeed.tsx'

/** Private links to the member's calendar, one per device. */
export function FeedsPanel() {
  const { t } = useTranslation()
  const result = useListFeedsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [made, setMade] = useState<NewFeedRow | null>(null)
  return (
    <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
      {(feeds) => (
        <>
          <FeedList feeds={feeds} onRevoked={(id) => made?.id === id && setMade(null)} />
          {made && <NewFeed key={made.id} feed={made} onDone={() => setMade(null)} />}
          {!made && feeds.length < FEEDS_MAX && <FeedForm onMade={setMade} />}
          {!made && feeds.length >= FEEDS_MAX && (
            <p className="font-sans text-ui">{t('calendar.full', { count: feeds.length })}</p>
          )}
        </>
      )}
    </LoadState>
  )
}

type ListProps = { feeds: readonly Feed[]; onRevoked: (id: Feed['id']) => void }

function FeedList({ feeds, onRevoked }: ListProps) {
  const { t } = useTranslation()
  const [revoke, { isLoading, originalArgs }] = useRevokeFeedMutation()
  const confirm = useConfirm()
  const handleRevoke = async ({ id, name }: Feed) => {
    const text = t('calendar.end_text', { name })
    if (!(await confirm({ title: t('calendar.end_title'), text }))) return
    const { error } = await revoke(id)
    if (!error) onRevoked(id)
  }
  return (
    <>
      {feeds.length === 0 && <p className="font-sans text-ui">{t('calendar.none')}</p>}
      <ul
        tabIndex={-1}
        aria-label={t('calendar.title')}
        className="w-full max-w-2xl divide-y divide-line outline-none"
      >
        {feeds.map((feed) => (
          <FeedRow
            key={feed.id}
            feed={feed}
            isBusy={isLoading && originalArgs === feed.id}
            onRevoke={() => void handleRevoke(feed)}
          />
        ))}
      </ul>
    </>
  )
}

type RowProps = { feed: Feed; isBusy: boolean; onRevoke: () => void }

function FeedRow({ feed: { name, created_at, last_used_at }, isBusy, onRevoke }: RowProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-44 flex-1">
        <p className="font-sans text-ui font-medium wrap-anywhere">{name}</p>
        <p className="font-sans text-sm text-ink-soft">
          <span>{t('calendar.made')}</span> <Time value={created_at} />
          <span>{`, ${t(last_used_at === null ? 'calendar.unused' : 'calendar.last_used')}`}</span>{' '}
          <TimeSpan start={last_used_at} />
        </p>
      </div>
      <Button busy={isBusy} aria-label={t('calendar.end_name', { name })} onClick={onRevoke}>
        {t('calendar.end')}
      </Button>
    </li>
  )
}
