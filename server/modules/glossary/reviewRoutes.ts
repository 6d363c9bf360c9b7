import Type from 'typebox'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { GlossaryEntryId } from '#contract/ids.ts'
import type { ReviewEdits, ReviewItem, ReviewStats } from '#contract/review.ts'
import { id } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import { type DB, findRow, type HasDb, type Read, type RowOf, updateRow } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import { assertFound, assertOfOther, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { presentOne, type Readable, readRoutes } from '../../desk/crud.ts'
import { CLAIM_MS, UNDO_MS } from '../../desk/deciding.ts'
import { type Person, peopleByIds, personIn } from '../../desk/people.ts'
import { sectionsOf } from '../../desk/sections.ts'
import type { App, Deps } from '../../http/deps.ts'
import { withdraw } from '../../mail/outbox.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { mail, mailTable } from '../../mail/table.ts'
import { contactOf } from '../../text/kit.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import { iso, millis } from '../../text/time.ts'
import { presentEntries } from './deskRoutes.ts'
import {
  assertMayReview,
  assertMayUndo,
  assertUnchanged,
  type NameOf,
  type ReviewState,
  stateOf,
} from './policy.ts'
import { entryStates, type StoredEntry } from './repository.ts'
import {
  countQueue,
  type EntryTexts,
  listNearTitles,
  listReviews,
  listWaits,
  lockForReview,
  publishText,
  rewriteEntry,
  saveReview,
} from './reviewRepository.ts'

const STATS_PERIOD_MS = 90 * DAY_MS

type Decision = {
  readonly isApproved: boolean
  /** May be blank. */
  readonly reason: string
  /** edited: approved with edits; changes: sent back to the author. */
  readonly how?: 'edited' | 'changes'
  /** Title of the edited entry. */
  readonly title?: string
}

/** @param query of the page; it is that of the list for a mail from before entries had URLs */
const entryMail = (text: MailText, ...query: readonly string[]) =>
  mail({
    data: {
      entry: Type.Optional(id<GlossaryEntryId>()),
      title: Type.String(),
      reason: Type.String(),
    },
    text,
    values: ({ title, reason }) => ({ title, reason }),
    page({ entry }) {
      const asked = [...query, ...(entry === undefined ? [] : [`entry=${entry}`])].join('&')
      return `/discordia/world${asked && '?'}${asked}`
    },
    replyTo: (_entry, w) => contactOf(w),
  })

/** Mails that tell the author what staff decided; replies go to the contact address. */
export const reviewMails = mailTable(null, {
  'entry-approved': entryMail('entry_approved'),
  'entry-rejected': entryMail('entry_rejected', 'show=mine'),
  'entry-approved-edited': entryMail('entry_approved_edited'),
  'entry-changes-asked': entryMail('entry_changes_asked', 'show=mine'),
})
const KINDS = { edited: 'entry-approved-edited', changes: 'entry-changes-asked' } as const

/** The review of entries: one reviewer at a time, decisions that can be undone for a while (behaviour 4.7). */
export function reviewRoutes(desk: App, deps: Deps): void {
  const options = { clears: ['glossary'] } as const
  readRoutes(desk, deps, reviewItems)
  readRoute(desk, deps, 'review', 'stats', getStats)
  changeRoute(desk, deps, 'review', 'claim', claimEntry)
  changeRoute(desk, deps, 'review', 'release', releaseEntry)
  changeRoute(desk, deps, 'review', 'approve', approveEntry, options)
  changeRoute(desk, deps, 'review', 'reject', rejectEntry, options)
  changeRoute(desk, deps, 'review', 'askChanges', askForChanges, options)
  changeRoute(desk, deps, 'review', 'undo', undoDecision, options)
}

async function getStats(w: Read): Promise<ReviewStats> {
  const { pending, oldest } = await countQueue(w)
  return {
    pending,
    median_wait_ms: median(await listWaits(w, w.now - STATS_PERIOD_MS)),
    oldest_wait_ms: oldest === null ? null : w.now - oldest,
  }
}

function median(sorted: readonly number[]): number | null {
  if (sorted.length === 0) return null
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0
  return Math.round((upper + lower) / 2)
}

type OneEntry = { readonly params: { readonly id: number } }

/** A change by the reviewer who may decide about the entry at present. */
const reviewChange =
  <Body = unknown>(write: (context: DeskWork, review: OpenReview, body: Body) => Promise<void>) =>
  async (w: DeskWork, { params, body }: OneEntry & { readonly body: Body }) => {
    const review = await openReview(w, params.id)
    assertOfOther(review.entry.created_by, w.actor)
    assertMayReview(w, review.state, review.nameOf)
    await write(w, review, body)
    return reviewed(w, review)
  }

const claimEntry = reviewChange((w, { entry }) =>
  saveReview(w, entry.id, { claimed_by: w.actor.id, claimed_until: w.now + CLAIM_MS }),
)

const releaseEntry = reviewChange((w, { entry }) => saveReview(w, entry.id, {}))

const approveEntry = reviewChange(
  async (w, review, { edits, reason = '' }: Sent<'review', 'approve'>['body']) => {
    const { entry, texts } = review
    if (edits === undefined) await decide(w, review, { isApproved: true, reason })
    else {
      assertUnchanged(entry.updated_at, millis(edits.updated_at))
      const edited = editedTexts(texts, edits)
      await rewriteEntry(w, entry.id, edited)
      const { title } = edited
      await decide(w, review, { isApproved: true, reason, how: 'edited', title })
    }
    await publishText(w, entry.id)
  },
)

const rejectEntry = reviewChange((w, review, { reason }: Sent<'review', 'reject'>['body']) =>
  decide(w, review, { isApproved: false, reason }),
)

const askForChanges = reviewChange((w, review, { reason }: Sent<'review', 'askChanges'>['body']) =>
  decide(w, review, { isApproved: false, reason, how: 'changes' }),
)

async function undoDecision(w: DeskWork, { params }: OneEntry) {
  const review = await openReview(w, params.id)
  const { entry, state } = review
  assertOfOther(entry.created_by, w.actor)
  assertMayUndo(w, state)
  const version = review.review?.author_version
  // Text that was written into the entry after the decision is newer than the author's version.
  if (version != null && entry.updated_at === state.decided_at)
    await rewriteEntry(w, entry.id, JSON.parse(version) as EntryTexts)
  const pending = { approved_at: null, rejected_at: null, rejection_reason: null }
  await updateRow(w.db, 'glossary_entries', entry.id, { ...pending, updated_at: w.now })
  await saveReview(w, entry.id, {})
  await withdraw(w, `${mailKey(entry.id, state.decided_at ?? 0)}:${entry.created_by}`)
  w.publish([entry.created_by], { kind: 'entry', subject: entry.id })
  return reviewed(w, review)
}

/** Saves a decision and enqueues its mail, which waits as long as the decision can be undone. */
async function decide(
  w: DeskWork,
  { entry: { id, created_by, ...entry }, texts }: OpenReview,
  { isApproved, how, title = entry.title, ...decision }: Decision,
): Promise<void> {
  const reason = decision.reason.trim()
  await updateRow(w.db, 'glossary_entries', id, {
    approved_at: isApproved ? w.now : null,
    rejected_at: isApproved ? null : w.now,
    rejection_reason: isApproved ? null : reason,
    updated_at: w.now,
  })
  await saveReview(w, id, {
    decided_by: w.actor.id,
    decided_at: w.now,
    decided_how: how ?? null,
    author_version: how === 'edited' ? JSON.stringify(texts) : null,
  })
  w.publish([created_by], { kind: 'entry', subject: id })
  const kind = how === undefined ? (isApproved ? 'entry-approved' : 'entry-rejected') : KINDS[how]
  const options = { onceKey: mailKey(id, w.now), delayMs: UNDO_MS }
  w.mail([created_by], reviewMails.of(kind, { entry: id, title, reason }, options))
}

const mailKey = (id: GlossaryEntryId, decidedAt: number): string => `review:${id}:${decidedAt}`

const editedTexts = (texts: EntryTexts, edits: ReviewEdits): EntryTexts => ({
  title: edits.title.trim(),
  description: edits.description ?? texts.description,
  type_id: edits.type_id,
  subtype_id: edits.subtype_id ?? null,
  sub_entries: edits.sub_entries,
})

type Row = RowOf<'glossary_entries'>

const reviewItems: Readable<'review', 'glossary_entries'> = {
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
  const reviews = await listReviews(w, idsOf(rows))
  const reviewers = reviews.flatMap(({ claimed_by, decided_by }) => [claimed_by, decided_by])
  const people = await peopleByIds(w, reviewers)
  const items: ReviewItem[] = []
  for (const [index, entry] of (await presentEntries(w, rows)).entries()) {
    const row = rows[index]
    if (row === undefined) continue
    const review = reviews.find(({ entry_id }) => entry_id === row.id)
    const near = await listNearTitles(w, row.id, row.title_key)
    items.push({
      ...entry,
      ...presentReview(w, { row, review, people }),
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
type OpenReview = Snapshot & {
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
async function reviewed(w: DeskWork, before: Snapshot): Promise<Change> {
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

type Reviewed = {
  readonly row: StoredEntry
  readonly review: DB['glossary_reviews'] | undefined
  readonly people: ReadonlyMap<number, Person>
}

function presentReview(
  { now }: Read,
  { row, review, people }: Reviewed,
): Pick<ReviewItem, 'claim' | 'decision'> {
  const person = personIn(people)
  const claimant = person(review?.claimed_by)
  const claimedUntil = review?.claimed_until ?? 0
  const claim = claimant && claimedUntil > now ? { by: claimant, until: iso(claimedUntil) } : null
  if (stateOf(row) === 'pending') return { claim, decision: null }
  const decidedAt = review?.decided_at ?? row.approved_at ?? row.rejected_at ?? 0
  const canUndo = review?.decided_at != null && decidedAt + UNDO_MS > now
  const decision = {
    by: person(review?.decided_by),
    at: iso(decidedAt),
    undo_until: canUndo ? iso(decidedAt + UNDO_MS) : null,
    how: review?.decided_how ?? null,
  }
  return { claim, decision }
}
