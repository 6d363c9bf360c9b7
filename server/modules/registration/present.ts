import type {
  Answer,
  DeskRegistration,
  OwnRegistration,
  Question,
  Registration,
} from '#contract/registration.ts'
import type { Person } from '../../desk/people.ts'
import { iso } from '../../text/time.ts'
import { closingTime, isOpen, offerEndOf, seatsLeft } from './policy.ts'
import type { Counts, EventRow, RegistrationRow } from './repository.ts'

/** The column has been written by `questionsColumn` of the desk. */
export const questionsOf = ({ questions }: Pick<EventRow, 'questions'>): Question[] =>
  JSON.parse(questions ?? '[]') as Question[]

export const answersOf = (json: string): Answer[] => JSON.parse(json) as Answer[]

/** @param titles of events @param people by account */
export function presentForDesk(
  row: RegistrationRow,
  titles: ReadonlyMap<number, string>,
  people: ReadonlyMap<number, Person>,
): DeskRegistration {
  const { id, content_id, user_id, state, attended_at } = row
  return {
    id,
    content_id,
    state,
    event: titles.get(content_id) ?? '',
    user: { id: user_id, username: people.get(user_id)?.username ?? '' },
    answers: answersOf(row.answers),
    queued_at: iso(row.queued_at),
    offered_until: state === 'offered' ? iso(row.offered_until) : null,
    attended_at: iso(attended_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

/** Data of one member. */
type Own = {
  readonly row: RegistrationRow | undefined
  /** Members who wait before this one. */
  readonly before: number
}

/** @param own null for a visitor */
export function presentRegistration(
  event: EventRow,
  counts: Counts,
  own: Own | null,
  now: number,
): Registration {
  return {
    seats: event.seats,
    left: seatsLeft(event, counts),
    waiting: counts.waiting,
    waiting_max: event.waiting_max ?? 0,
    closes_at: iso(closingTime(event)),
    is_open: isOpen(event, now),
    questions: questionsOf(event),
    mine: own?.row === undefined ? null : presentOwn(own.row, own.before, event),
  }
}

const presentOwn = (row: RegistrationRow, before: number, event: EventRow): OwnRegistration => ({
  state: row.state,
  place: row.state === 'waiting' ? before + 1 : null,
  offered_until: row.state === 'offered' ? iso(row.offered_until && offerEndOf(row, event)) : null,
  answers: answersOf(row.answers),
})
