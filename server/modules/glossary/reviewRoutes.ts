import Type from 'typebox'
import type { GlossaryEntryId } from '#contract/ids.ts'
import type { ReviewEdits, ReviewStats } from '#contract/review.ts'
import { id } from '#contract/shapes.ts'
import { DAY_MS, MINUTE_MS } from '../../config/time.ts'
import { updateRow } from '../../db/rows.ts'
import { assertOfOther } from '../../desk/actor.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { readRoutes } from '../../desk/crud.ts'
import type { App, Deps } from '../../http/deps.ts'
import { withdraw } from '../../mail/outbox.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { mail, mailTable } from '../../mail/table.ts'
import { contactOf } from '../../text/kit.ts'
import { millis } from '../../text/time.ts'
import { assertMayReview, assertMayUndo, assertUnchanged } from './policy.ts'
import { UNDO_MINUTES } from './present.ts'
import { type OpenReview, openReview, reviewed, reviewItems } from './review.ts'
import {
  countQueue,
  type EntryTexts,
  listWaits,
  publishText,
  rewriteEntry,
  saveReview,
} from './reviewRepository.ts'

/** Minutes that a claim keeps other reviewers from an entry. */
export const CLAIM_MINUTES = 30

const CLAIM_MS = CLAIM_MINUTES * MINUTE_MS
const UNDO_MS = UNDO_MINUTES * MINUTE_MS
const STATS_PERIOD_MS = 90 * DAY_MS

type Decision = {
  readonly isApproved: boolean
  /** May be blank. */
  readonly reason: string
  /** edited: approved with edits; changes: sent back to the author. */
  readonly how?: 'edited' | 'changes'
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
export function reviewModule(desk: App, deps: Deps): void {
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

async function getStats({ db, clock }: Deps): Promise<ReviewStats> {
  const now = clock()
  const { pending, oldest } = await countQueue({ db })
  return {
    pending,
    median_wait_ms: median(await listWaits({ db }, now - STATS_PERIOD_MS)),
    oldest_wait_ms: oldest === null ? null : now - oldest,
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
    assertMayReview(review.state, w.actor.id, w.now, review.nameOf)
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
      await decide(w, review, { isApproved: true, reason, how: 'edited' }, edited.title)
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
  assertMayUndo(state, w.now, UNDO_MS)
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
  { isApproved, how, ...decision }: Decision,
  title = entry.title,
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
