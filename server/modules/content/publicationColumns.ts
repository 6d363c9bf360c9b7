import type { TransferContent } from '#contract/schemas/transferFiles.ts'
import { deskErrors } from '../../desk/errors.ts'
import { timestampOf } from './columns.ts'
import type { ContentRow } from './repository.ts'

type Publication = Pick<ContentRow, 'publish_at' | 'unpublished_at' | 'cancelled_at'>

/** Whether an article has appeared on the site, withdrawn since or not. */
export const isPublic = ({ publish_at }: Pick<Publication, 'publish_at'>, now: number): boolean =>
  publish_at !== null && publish_at <= now

/**
 * When the article of a row of a file is published. What has been decided of an article that is here is changed at the
 * desk, where members are notified of it.
 * @param isForeign decisions of now stay as they are, in place of a refusal
 * @throws Refusal naming the field
 */
export function publicationColumns(
  row: TransferContent,
  before: (Publication & Pick<ContentRow, 'updated_at'>) | undefined,
  now: number,
  isForeign: boolean,
): Publication {
  const kept = {
    publish_at: before?.publish_at ?? null,
    unpublished_at: before?.unpublished_at ?? null,
    cancelled_at: before?.cancelled_at ?? null,
  }
  const sent = {
    publish_at: timeOf(row, 'published_at', kept.publish_at),
    unpublished_at: timeOf(row, 'unpublished_at', kept.unpublished_at),
    cancelled_at: timeOf(row, 'cancelled_at', kept.cancelled_at),
  }
  if (row.kind === 'news' && sent.cancelled_at !== null) throw deskErrors.unwanted('cancelled_at')
  if (sent.unpublished_at !== null && sent.publish_at === null)
    throw deskErrors.required('published_at')
  const problem = before && changedDecision(kept, sent, Math.max(now, before.updated_at))
  if (problem === undefined) return sent
  if (isForeign) return kept
  throw deskErrors.wrongState('decided_at_desk', problem)
}

/**
 * The field of a decision that a file may not change: drafts may be published, and a past time corrected. What is
 * scheduled announces itself: earlier by a file, it would appear without.
 */
function changedDecision(kept: Publication, sent: Publication, now: number): string | undefined {
  for (const field of ['unpublished_at', 'cancelled_at'] as const)
    if (sent[field] !== kept[field]) return field
  if (sent.publish_at === kept.publish_at) return undefined
  const isDecided = kept.unpublished_at !== null || kept.cancelled_at !== null
  const isScheduled = kept.publish_at !== null && !isPublic(kept, now)
  const isHidden = isPublic(kept, now) && !isPublic(sent, now)
  return isDecided || isScheduled || isHidden ? 'published_at' : undefined
}

function timeOf(
  row: TransferContent,
  field: 'published_at' | 'unpublished_at' | 'cancelled_at',
  kept: number | null,
): number | null {
  const time = row[field]
  if (time === undefined) return kept
  return time === null ? null : timestampOf(time, field)
}
