import { List, type ResourceProps, useListContext } from 'react-admin'
import type { ReviewItem } from '#contract/schemas/deskGlossary.ts'
import { span } from '../parts/ago.ts'
import { useAnswer } from '../parts/useAnswer.ts'
import { texts } from '../texts.ts'
import { ReviewCard } from './ReviewCard.tsx'

type Stats = { pending: number; median_wait_ms: number | null; oldest_wait_ms: number | null }

type StatsProps = { stats: Stats }

const PENDING = { state: 'pending' }
const DECIDED = { state: ['approved', 'rejected'] }

const Queue = () => {
  const { data = [], isPending, setFilters, setSort, ...list } = useListContext<ReviewItem>()
  const { data: stats } = useAnswer<Stats>('review/stats')
  const isDecided = Array.isArray((list.filterValues as { state?: unknown }).state)
  const show = (decided: boolean) => {
    setFilters(decided ? DECIDED : PENDING)
    setSort({ field: 'created_at', order: decided ? 'DESC' : 'ASC' })
  }
  const empty = isDecided ? texts.review.emptyDecided : texts.review.empty
  return (
    <div className="desk-queue">
      <fieldset className="desk-switch">
        <legend>{texts.review.show}</legend>
        <button aria-pressed={!isDecided} onClick={() => show(false)} type="button">
          {texts.review.pending}
        </button>
        <button aria-pressed={isDecided} onClick={() => show(true)} type="button">
          {texts.review.decided}
        </button>
      </fieldset>
      {stats && <StatsLine stats={stats} />}
      {data.map((item) => (
        <ReviewCard item={item} key={item.id} />
      ))}
      {!isPending && data.length === 0 && <p>{empty}</p>}
    </div>
  )
}

const StatsLine = ({
  stats: { pending, oldest_wait_ms: oldest, median_wait_ms: median },
}: StatsProps) => (
  <p>
    {pending > 0 && texts.review.waiting(pending, span(oldest))}{' '}
    {median !== null && texts.review.median(span(median))}
  </p>
)

const ReviewList = () => (
  <List
    actions={false}
    component="div"
    empty={false}
    exporter={false}
    filterDefaultValues={PENDING}
    perPage={10}
    sort={{ field: 'created_at', order: 'ASC' }}
    storeKey={false}
  >
    <Queue />
  </List>
)

export const review: Omit<ResourceProps, 'name'> = { list: ReviewList }
