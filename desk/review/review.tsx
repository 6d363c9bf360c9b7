import { List, type ResourceProps, useListContext } from 'react-admin'
import type { ReviewItem } from '#contract/schemas/deskGlossary.ts'
import { span } from '../parts/ago.ts'
import { useAnswer } from '../parts/useAnswer.ts'
import { texts } from '../texts.ts'
import { ReviewCard } from './ReviewCard.tsx'

type Stats = { pending: number; median_wait_ms: number | null; oldest_wait_ms: number | null }

const PENDING = { state: 'pending' }
const DECIDED = { state: ['approved', 'rejected'] }

const Queue = () => {
  const { data = [], filterValues, isPending, setFilters, setSort } = useListContext<ReviewItem>()
  const { answer } = useAnswer<Stats>('review/stats', data)
  const isDecided = Array.isArray(filterValues.state)
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
      {answer && (
        <p>
          {texts.review.stats(
            answer.pending,
            span(answer.median_wait_ms),
            span(answer.oldest_wait_ms),
          )}
        </p>
      )}
      {data.map((item) => (
        <ReviewCard item={item} key={item.id} />
      ))}
      {!isPending && data.length === 0 && <p>{empty}</p>}
    </div>
  )
}

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
