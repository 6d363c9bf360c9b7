import type { MemberId } from '#contract/ids.ts'
import { errors, refusal } from '../../../http/errors.ts'

/** Dates that are not over have no history, and cancelled ones never took place. */
export function assertPast<Row>(date: Row | undefined): asserts date is Row {
  if (date === undefined) throw errors.notFound()
}

/** @param version of the stored recap; null: nothing was written yet */
export function assertNewestRecap(version: number | null, seen: number): void {
  if ((version ?? 0) !== seen) throw refusal(409, 'recap_changed')
}

type Known = { readonly user_id: MemberId | null }

/** @param known members of the group, and those whose attendance is stored */
export function assertKnown(known: readonly Known[], corrected: readonly MemberId[]): void {
  const ids = new Set(known.map(({ user_id }) => user_id))
  if (corrected.some((id) => !ids.has(id))) throw errors.invalidChoice('changes')
}

/** A member who goes on writing within this time has one line in the log. */
const SAME_WRITING_MS = 3_600_000

type Stored = {
  readonly text: string | null
  readonly written_by: MemberId | null
  readonly written_at: number | null
}

/** An emptied recap is not worth a line. */
export const isWorthLogging = (
  { text: before, written_by, written_at }: Stored,
  text: string,
  writer: MemberId,
  now: number,
): boolean => {
  if (text === '') return false
  const isGoingOn = written_by === writer && now - (written_at ?? 0) < SAME_WRITING_MS
  return before === null || before === '' || !isGoingOn
}
