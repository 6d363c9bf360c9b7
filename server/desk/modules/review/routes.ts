import { CLAIM_MINUTES, UNDO_MINUTES } from '#contract/desk.ts'
import type { GlossaryEntryId } from '#contract/ids.ts'
import type { App, Db, Deps } from '../../../deps.ts'
import { entryReviewedMail } from '../../../mail/jobs.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { assertThere, type Done } from '../../acting.ts'
import type { Actor } from '../../actor.ts'
import { actCall, type CallOf, deskCall } from '../../calls.ts'
import { announceRange, filterOf, type ListQuery, listRows, type Row } from '../../lists.ts'
import { peopleByIds, rowRepository } from '../../rowRepository.ts'
import { stateOf } from '../glossary/present.ts'
import { entryStates, withSections } from '../glossary/repository.ts'
import {
  assertMayUndo,
  assertNotClaimedByOther,
  assertUndecided,
  median,
  type NameOf,
  type ReviewState,
} from './policy.ts'
import { presentReview } from './present.ts'
import { reviewRepository } from './repository.ts'

const CLAIM = CLAIM_MINUTES * 60_000
const UNDO = UNDO_MINUTES * 60_000
const STATS_OVER = 90 * 24 * 3_600_000

const list = {
  table: 'glossary_entries',
  sortable: ['title', 'type_id', 'created_at', 'approved_at', 'rejected_at'],
  filterable: ['type_id', 'subtype_id', 'created_by'],
  searched: ['title_key'],
  states: entryStates,
  sort: ['created_at', 'asc'],
} as const

/** The glossary's review: one reviewer at a time, decisions that can be taken back for a while (SPEC 4). */
export function reviewModule(desk: App, deps: Deps): void {
  const { db, clock, engine } = deps
  const reviews = reviewRepository(deps)
  const rows = rowRepository(engine, 'glossary_entries')

  async function present(at: Db, found: readonly Row[], now: number) {
    const entries = await withSections(at, found)
    const known = await reviews.reviews(
      at,
      entries.map(({ id }) => id),
    )
    const people = await peopleByIds(
      at,
      known.flatMap((one) => [one.claimed_by, one.decided_by]),
    )
    const shown = []
    for (const [place, row] of found.entries()) {
      const id = Number(row['id']) as GlossaryEntryId
      const review = known.find((one) => one.entry_id === id)
      const near = await reviews.nearTitles(at, id, String(row['title_key']))
      shown.push({
        ...entries[place],
        ...presentReview(row, review, people, now),
        near_titles: near.map((one) => ({ id: one.id, title: one.title, state: stateOf(one) })),
      })
    }
    return shown
  }

  async function one(at: Db, id: number): Promise<unknown> {
    const row = await rows.one(at, id)
    assertThere(row)
    return (await present(at, [row], clock()))[0]
  }

  desk.route({
    ...deskCall('review', 'list'),
    handler: async ({ query }, reply) => {
      const asked = query as ListQuery
      const filter = filterOf(asked.filter)
      const isOpenEnded = filter['state'] === undefined && filter['id'] === undefined
      const effective = isOpenEnded ? { state: 'pending', ...filter } : filter
      const now = clock()
      const wanted = { ...asked, filter: JSON.stringify(effective) }
      const page = await listRows({ db, engine }, list, wanted, now)
      announceRange(reply, 'review', page, page.rows.length)
      return present(db, page.rows, now)
    },
  })

  desk.route({
    ...deskCall('review', 'get'),
    handler: ({ params }) => one(db, (params as { id: number }).id),
  })

  desk.route({
    ...deskCall('review', 'stats'),
    handler: async () => {
      const now = clock()
      const { pending, oldest } = await reviews.queue(db)
      return {
        pending,
        median_wait_ms: median(await reviews.waits(db, now - STATS_OVER)),
        oldest_wait_ms: oldest === null ? null : now - oldest,
      }
    },
  })

  type Held = {
    readonly tx: Db
    readonly now: number
    readonly who: Actor
    readonly id: GlossaryEntryId
    readonly state: ReviewState
    readonly nameOf: NameOf
    readonly title: string
    readonly author: Awaited<ReturnType<typeof reviews.author>>
  }

  /** Holds the entry, lets the step decide, answers what it has become. */
  async function held(
    { tx, now, who }: Pick<Held, 'tx' | 'now' | 'who'>,
    id: GlossaryEntryId,
    step: (held: Held) => Promise<void>,
  ): Promise<Done> {
    const found = await reviews.locked(tx, id)
    assertThere(found)
    const { entry, review } = found
    const people = await peopleByIds(tx, [review?.claimed_by ?? 0, review?.decided_by ?? 0])
    await step({
      tx,
      now,
      who,
      id,
      title: entry.title,
      author: await reviews.author(tx, entry.created_by),
      nameOf: (person) => people.get(Number(person))?.username ?? 'Somebody else',
      state: {
        state: stateOf(entry),
        claimed_by: review?.claimed_by ?? null,
        claimed_until: review?.claimed_until ?? null,
        decided_by: review?.decided_by ?? null,
        decided_at: review?.decided_at ?? null,
      },
    })
    const after = await reviews.locked(tx, id)
    const told = ({ entry: e, review: r }: typeof found) => ({ ...e, state: stateOf(e), ...r })
    return {
      record: id,
      before: told(found),
      after: after === undefined ? null : told(after),
      answer: await one(tx, id),
    }
  }

  const step = <Body = unknown>(
    call: CallOf<'review'>,
    isPublic: boolean,
    decide: (held: Held, body: Body) => Promise<void>,
  ) =>
    actCall<'review', { id: GlossaryEntryId }, Body>(desk, deps, 'review', call, {
      clears: isPublic ? ['glossary'] : [],
      act: ({ params, body, ...at }) => held(at, params.id, (entry) => decide(entry, body)),
    })

  step('claim', false, async ({ tx, now, who, id, state, nameOf }) => {
    assertUndecided(state, nameOf)
    assertNotClaimedByOther(state, who.id, now, nameOf)
    await reviews.save(tx, id, { claimed_by: who.id, claimed_until: now + CLAIM })
  })

  step('release', false, async ({ tx, now, who, id, state, nameOf }) => {
    assertUndecided(state, nameOf)
    assertNotClaimedByOther(state, who.id, now, nameOf)
    await reviews.save(tx, id, {})
  })

  /** The mail waits as long as the decision can be taken back. */
  async function settle(entry: Held, isApproved: boolean, reason: string): Promise<void> {
    const { tx, now, who, id, state, nameOf, author, title } = entry
    assertUndecided(state, nameOf)
    assertNotClaimedByOther(state, who.id, now, nameOf)
    const decision = {
      approved_at: isApproved ? now : null,
      rejected_at: isApproved ? null : now,
      rejection_reason: isApproved ? null : reason,
    }
    await reviews.decide(tx, id, decision, now)
    if (isApproved) await reviews.publishText(tx, id)
    await reviews.save(tx, id, { decided_by: who.id, decided_at: now })
    const mail = entryReviewedMail(author, { id, title }, { isApproved, reason })
    await enqueue(tx, { ...mail, onceKey: mailKey(id, now), delayMs: UNDO }, now)
  }
  const mailKey = (id: GlossaryEntryId, decided: number) => `review:${id}:${decided}`

  step('approve', true, (entry) => settle(entry, true, ''))
  step<{ reason: string }>('reject', true, (entry, { reason }) =>
    settle(entry, false, reason.trim()),
  )

  step('undo', true, async ({ tx, now, id, state }) => {
    assertMayUndo(state, now, UNDO)
    await reviews.decide(
      tx,
      id,
      { approved_at: null, rejected_at: null, rejection_reason: null },
      now,
    )
    await reviews.save(tx, id, {})
    await reviews.takeBackMail(tx, mailKey(id, state.decided_at ?? 0))
  })
}
