import { CLAIM_MINUTES, UNDO_MINUTES } from '#contract/desk.ts'
import type { GlossaryEntryId } from '#contract/ids.ts'
import type { ApproveBody, ReviewEdits } from '#contract/schemas/deskGlossary.ts'
import type { Db } from '../../db/schema.ts'
import type { Actor } from '../../desk/actor.ts'
import { assertThere, type Done } from '../../desk/auditedChange.ts'
import { actCall, type CallOf, deskCall } from '../../desk/changeRoute.ts'
import { announceRange, filterOf, type ListQuery, listRows, type Row } from '../../desk/lists.ts'
import { millis } from '../../desk/present.ts'
import { peopleByIds, rowRepository } from '../../desk/rowRepository.ts'
import type { App, Deps } from '../../http/deps.ts'
import { type Decision, entryReviewedMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { stateOf } from './deskPresent.ts'
import { entryStates, withSections } from './deskRepository.ts'
import {
  assertMayUndo,
  assertNotClaimedByOther,
  assertUnchanged,
  assertUndecided,
  median,
  type NameOf,
  type ReviewState,
} from './reviewPolicy.ts'
import { presentReview } from './reviewPresent.ts'
import { type EntryTexts, reviewRepository } from './reviewRepository.ts'
import { edited, versionIn } from './reviewTexts.ts'

const CLAIM = CLAIM_MINUTES * 60_000
const UNDO = UNDO_MINUTES * 60_000
const STATS_OVER = 90 * 24 * 3_600_000

type Verdict = Decision & { readonly edits?: ReviewEdits }

const list = {
  table: 'glossary_entries',
  sortable: ['title', 'type_id', 'created_at', 'approved_at', 'rejected_at'],
  filterable: ['type_id', 'subtype_id', 'created_by'],
  searched: ['title_key'],
  states: entryStates,
  sort: ['created_at', 'asc'],
} as const

/** The glossary's review: one reviewer at a time, decisions that can be taken back for a while (behaviour 4). */
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
    readonly texts: EntryTexts
    readonly updated_at: number
    /** What the author had sent, where the entry was approved with edits. */
    readonly authorVersion: EntryTexts | null
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
    const { entry, review, texts } = found
    const people = await peopleByIds(tx, [review?.claimed_by ?? 0, review?.decided_by ?? 0])
    await step({
      tx,
      now,
      who,
      id,
      texts,
      updated_at: entry.updated_at,
      authorVersion: versionIn(review?.author_version),
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
    const told = ({ entry: e, review: r, texts: t }: typeof found) => {
      const { author_version: _kept, ...known } = r ?? { author_version: null }
      return { ...e, sub_entries: t.sub_entries, state: stateOf(e), ...known }
    }
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
  async function settle(entry: Held, verdict: Verdict): Promise<void> {
    const { tx, now, who, id, state, nameOf, author, texts } = entry
    const { isApproved, how, edits } = verdict
    const reason = verdict.reason.trim()
    assertUndecided(state, nameOf)
    assertNotClaimedByOther(state, who.id, now, nameOf)
    if (edits) assertUnchanged(entry.updated_at, millis(edits.updated_at))
    const said = edits === undefined ? texts : edited(texts, edits)
    if (edits) await reviews.rewrite(tx, id, said, now)
    const decision = {
      approved_at: isApproved ? now : null,
      rejected_at: isApproved ? null : now,
      rejection_reason: isApproved ? null : reason,
    }
    await reviews.decide(tx, id, decision, now)
    if (isApproved) await reviews.publishText(tx, id)
    await reviews.save(tx, id, {
      decided_by: who.id,
      decided_at: now,
      decided_how: how ?? null,
      author_version: edits === undefined ? null : JSON.stringify(texts),
    })
    const { title } = said
    const outcome = { isApproved, reason, ...(how && { how }) }
    const mail = entryReviewedMail(author, { id, title }, outcome)
    await enqueue(tx, { ...mail, onceKey: mailKey(id, now), delayMs: UNDO }, now)
  }
  const mailKey = (id: GlossaryEntryId, decided: number) => `review:${id}:${decided}`

  step<ApproveBody | undefined>('approve', true, (entry, body) => {
    const { edits, reason = '' } = body ?? {}
    const how = edits && ({ how: 'edited', edits } as const)
    return settle(entry, { isApproved: true, reason, ...how })
  })
  step<{ reason: string }>('reject', true, (entry, { reason }) =>
    settle(entry, { isApproved: false, reason }),
  )
  step<{ reason: string }>('askChanges', true, (entry, { reason }) =>
    settle(entry, { isApproved: false, reason, how: 'changes' }),
  )

  step('undo', true, async ({ tx, now, id, state, updated_at, authorVersion }) => {
    assertMayUndo(state, now, UNDO)
    // What somebody has written into the entry since then is newer than the author's words.
    if (authorVersion !== null && updated_at === state.decided_at)
      await reviews.rewrite(tx, id, authorVersion, now)
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
