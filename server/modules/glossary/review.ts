import { FORMER_MEMBER } from '#contract/account.ts'
import type { ReviewItem } from '#contract/review.ts'
import { findRow, type RowOf } from '../../db/rows.ts'
import type { DB, HasDb, Read } from '../../db/schema.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { presentOne, type Readable } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import { sectionsOf } from '../../desk/sections.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import { presentEntries } from './deskRoutes.ts'
import type { NameOf, ReviewState } from './policy.ts'
import { presentReview, stateOf } from './present.ts'
import { entryStates } from './repository.ts'
import { type EntryTexts, listNearTitles, listReviews, lockForReview } from './reviewRepository.ts'

type Row = RowOf<'glossary_entries'>

export const reviewItems: Readable<'review', 'glossary_entries'> = {
  resource: 'review',
  table: 'glossary_entries',
  list: {
    sortable: ['title', 'type_id', 'created_at', 'approved_at', 'rejected_at'],
    foldedForms: { title: 'title_key' },
    filterable: ['type_id', 'subtype_id', 'created_by'],
    searched: ['title_key'],
    states: entryStates,
    defaultState: 'pending',
    sort: ['created_at', 'asc'],
  },
  present: presentItems,
}

async function presentItems(w: Read, rows: readonly Row[]): Promise<ReviewItem[]> {
  const reviews = await listReviews(
    w,
    rows.map(({ id }) => id),
  )
  const people = await peopleByIds(
    w,
    reviews.flatMap(({ claimed_by, decided_by }) => [claimed_by, decided_by]),
  )
  const items: ReviewItem[] = []
  for (const [index, entry] of (await presentEntries(w, rows)).entries()) {
    const row = rows[index]
    if (row === undefined) continue
    const review = reviews.find(({ entry_id }) => entry_id === row.id)
    const near = await listNearTitles(w, row.id, row.title_key)
    items.push({
      ...entry,
      ...presentReview(row, review, people, w.now),
      near_titles: near.map(({ id, title, ...dates }) => ({ id, title, state: stateOf(dates) })),
    })
  }
  return items
}

type Snapshot = {
  readonly entry: NonNullable<Awaited<ReturnType<typeof lockForReview>>>
  readonly review: DB['glossary_reviews'] | undefined
  readonly texts: EntryTexts
}
export type OpenReview = Snapshot & {
  readonly state: ReviewState
  readonly nameOf: NameOf
}

const wordsFor = (username: string | undefined): string | Sentence =>
  username === FORMER_MEMBER ? said('desk.former_member') : (username ?? said('desk.someone_else'))

const NO_REVIEW = { claimed_by: null, claimed_until: null, decided_by: null, decided_at: null }

/**
 * Locks an entry for a call of its review.
 * @throws Refusal 404
 */
export async function openReview(w: HasDb, id: number): Promise<OpenReview> {
  const snapshot = await snapshotOf(w, id)
  const { entry, review } = snapshot
  const people = await peopleByIds(w, [review?.claimed_by, review?.decided_by])
  return {
    ...snapshot,
    nameOf: (person) => wordsFor(people.get(person ?? 0)?.username),
    state: { ...NO_REVIEW, ...review, state: stateOf(entry) },
  }
}

async function snapshotOf(w: HasDb, id: number): Promise<Snapshot> {
  const entry = await lockForReview(w, id)
  assertFound(entry)
  const [review] = await listReviews(w, [id])
  const sections = await sectionsOf(w, 'glossary_sub_entries', [entry])
  const { title, description, type_id, subtype_id } = entry
  const texts = { title, description, type_id, subtype_id, sub_entries: sections(id) }
  return { entry, review, texts }
}

/** The audited change of such a call, after its writes. */
export async function reviewed(w: DeskWork, before: Snapshot): Promise<Change> {
  const { id } = before.entry
  const row = await findRow(w.db, 'glossary_entries', id)
  assertFound(row)
  return {
    record: id,
    before: logged(before),
    after: logged(await snapshotOf(w, id)),
    response: await presentOne(reviewItems, w, row),
  }
}

function logged({ entry, review, texts }: Snapshot) {
  const { author_version: _version, ...known } = review ?? { author_version: null }
  return { ...entry, sub_entries: texts.sub_entries, state: stateOf(entry), ...known }
}
