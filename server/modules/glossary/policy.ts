import { ENTRY_TEXT_MAX, SUB_ENTRIES_MAX } from '#contract/formatting.ts'
import type { GlossaryEntryId, MemberId } from '#contract/ids.ts'
import type { EntryState } from '#contract/sets.ts'
import type { Read } from '../../db/rows.ts'
import type { Actor } from '../../desk/audit.ts'
import { UNDO_MS } from '../../desk/deciding.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors, refusal } from '../../http/errors.ts'
import type { Sentence } from '../../text/sentence.ts'

/** Entries of one member under review at a time. */
export const PENDING_ENTRIES_MAX = 100

type EntryAccess = {
  readonly created_by: MemberId
  readonly approved_at: number | null
  readonly rejected_at: number | null
}
export type Section = { readonly title: string; readonly content: string }

/** An unapproved entry is visible to its author only (ruling 34). */
export function assertVisible<E extends EntryAccess>(
  entry: E | undefined,
  viewer: MemberId | null,
): asserts entry is E {
  if (entry === undefined || (entry.approved_at === null && entry.created_by !== viewer))
    throw errors.entryNotFound()
}

/** "The owner can delete a pending or rejected entry" (behaviour 4.7). The entries of others are visible approved only. */
export function assertMayDelete(entry: EntryAccess | undefined, caller: MemberId): void {
  assertVisible(entry, caller)
  if (entry.approved_at !== null) throw errors.notYourOpenEntry()
}

/** Sub-entries can only be added before the decision (ruling 35). */
export function assertMayExtend<E extends EntryAccess>(
  entry: E | undefined,
  caller: MemberId,
): asserts entry is E {
  assertMayDelete(entry, caller)
  if (entry?.rejected_at !== null) throw errors.notYourOpenEntry()
}

/** @param pending entries of the caller that wait for a review */
export function assertMayCreate(pending: number): void {
  if (pending >= PENDING_ENTRIES_MAX)
    throw refusal(400, 'too_many_entries', { limit: PENDING_ENTRIES_MAX })
}

/** Each item names the entry of the path (ruling 35). */
export function assertParent(
  id: GlossaryEntryId,
  items: readonly { readonly glossary_entry: GlossaryEntryId }[],
): void {
  const foreign = items.findIndex((item) => item.glossary_entry !== id)
  if (foreign !== -1)
    throw refusal(400, 'foreign_parent', { attr: `sub_entries.${foreign}.glossary_entry` })
}

/** @param sections present and new ones */
export function assertSectionsFit(sections: readonly Section[]): void {
  if (sections.length > SUB_ENTRIES_MAX) throw errors.tooManySubEntries(SUB_ENTRIES_MAX)
  const length = sections.reduce((sum, { content }) => sum + content.length, 0)
  if (length > ENTRY_TEXT_MAX) throw errors.tooLong('sub_entries', ENTRY_TEXT_MAX)
}

export type ReviewState = {
  readonly state: EntryState
  readonly claimed_by: MemberId | null
  readonly claimed_until: number | null
  readonly decided_by: MemberId | null
  readonly decided_at: number | null
}
/** Names for the sentences of refusals. */
export type NameOf = (id: MemberId | null) => string | Sentence

type Reviewing = Pick<Read, 'now'> & { readonly actor: Pick<Actor, 'id'> }

/** Refuses a reviewer when another one has decided, or has claimed the entry. */
export function assertMayReview(w: Reviewing, review: ReviewState, nameOf: NameOf): void {
  const { state, claimed_by, claimed_until, decided_by } = review
  if (state !== 'pending') throw deskErrors.alreadyDecided(nameOf(decided_by), state)
  if (claimed_by !== null && claimed_by !== w.actor.id && (claimed_until ?? 0) > w.now)
    throw deskErrors.claimedByOther(nameOf(claimed_by))
}

/** Edits are based on the entry as the reviewer has read it: the author may have added to it since. */
export function assertUnchanged(updatedAt: number, readAt: number | null): void {
  if (updatedAt !== readAt) throw deskErrors.changedMeanwhile()
}

export function assertMayUndo(w: Pick<Read, 'now'>, { state, decided_at }: ReviewState): void {
  if (state === 'pending') throw deskErrors.wrongState('not_decided')
  if (decided_at === null || decided_at + UNDO_MS <= w.now) throw deskErrors.undoOver()
}

export const stateOf = ({
  approved_at,
  rejected_at,
}: Pick<EntryAccess, 'approved_at' | 'rejected_at'>): EntryState =>
  approved_at !== null ? 'approved' : rejected_at !== null ? 'rejected' : 'pending'
