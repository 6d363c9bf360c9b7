import type { GlossaryEntryId, MemberId } from '#contract/ids.ts'
import { ENTRY_TEXT_MAX, PENDING_ENTRIES_MAX, SUB_ENTRIES_MAX } from '#contract/limits.ts'
import { errors } from '../../http/errors.ts'

export type EntryState = {
  readonly created_by: MemberId
  readonly approved_at: number | null
  readonly rejected_at: number | null
}
export type Section = { readonly title: string; readonly content: string }

/** Until it is approved, an entry exists for its author alone (ruling 34). */
export function assertVisible<E extends EntryState>(
  entry: E | undefined,
  viewer: MemberId | null,
): asserts entry is E {
  if (entry === undefined || (entry.approved_at === null && entry.created_by !== viewer))
    throw errors.entryNotFound()
}

/** "The owner can delete a pending or rejected entry" (behaviour 4). */
export function assertMayDelete(entry: EntryState | undefined, caller: MemberId): void {
  assertVisible(entry, caller)
  if (entry.created_by !== caller || entry.approved_at !== null) throw errors.notYourOpenEntry()
}

/** Sub-entries come before the decision (ruling 35). */
export function assertMayExtend<E extends EntryState>(
  entry: E | undefined,
  caller: MemberId,
): asserts entry is E {
  assertMayDelete(entry, caller)
  if (entry?.rejected_at !== null) throw errors.notYourOpenEntry()
}

/** @param pending entries of the caller that wait for a review */
export function assertMaySend(pending: number): void {
  if (pending >= PENDING_ENTRIES_MAX) throw errors.tooManyPendingEntries(PENDING_ENTRIES_MAX)
}

/** Each item names the entry of the address (ruling 35). */
export function assertParent(
  id: GlossaryEntryId,
  items: readonly { readonly glossary_entry: GlossaryEntryId }[],
): void {
  const foreign = items.findIndex((item) => item.glossary_entry !== id)
  if (foreign !== -1) throw errors.foreignParent(`sub_entries.${foreign}.glossary_entry`)
}

/**
 * What a call adds to the sections that an entry has. A call that is repeated, because its answer was lost,
 * adds nothing (ruling 35).
 */
export function sectionsToAdd(
  present: readonly Section[],
  sent: readonly Section[],
): readonly Section[] {
  const last = present.slice(-sent.length)
  const isRepeated =
    last.length === sent.length &&
    sent.every(
      ({ title, content }, at) => last[at]?.title === title && last[at].content === content,
    )
  if (isRepeated) return []
  if (present.length + sent.length > SUB_ENTRIES_MAX)
    throw errors.tooManySubEntries(SUB_ENTRIES_MAX)
  const length = [...present, ...sent].reduce((sum, { content }) => sum + content.length, 0)
  if (length > ENTRY_TEXT_MAX) throw errors.tooLong('sub_entries', ENTRY_TEXT_MAX)
  return sent
}
