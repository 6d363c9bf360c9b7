import type { DeskGlossaryEntry, GlossaryEntry, GlossarySubEntry } from '#contract/glossary.ts'
import type { GlossaryEntryId } from '#contract/ids.ts'
import type { ReviewItem } from '#contract/review.ts'
import type { EntryState, TextFormat } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { type TreeOf, treesFrom } from '../../db/linkedTexts.ts'
import type { DB } from '../../db/schema.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import type { Person } from '../../desk/people.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import type { StoredSection } from '../../desk/sections.ts'
import { languageField } from '../../desk/translations.ts'
import {
  pictureFields,
  publicUrlPath,
  readPicture,
  thumbnailUrls,
} from '../../files/pictureNames.ts'
import { languageOf } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { iso } from '../../text/time.ts'
import type { EntryRow } from './orderRepository.ts'
import type { Section } from './policy.ts'
import type { StoredEntry } from './repository.ts'

/** Minutes within which a decision can be undone; its mail waits as long. */
export const UNDO_MINUTES = 10

/** Characters; a line in a wide window has some 120. */
const EXCERPT_MAX = 160
const UNDO_MS = UNDO_MINUTES * MINUTE_MS

/**
 * A rejected entry is listed as pending and rejected (ruling 34).
 * @param main the main language of the site
 */
export function presentEntry(row: EntryRow, main: string): GlossaryEntry {
  const picture = readPicture(row.picture)
  const first = row.opening ?? (row.format === 'light' ? row.description : null)
  const excerpt = excerptOf(first && plainText(row.format, first))
  const description_rich = treesFrom(row.trees)(row.id, row.format, row.description)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image: picture && publicUrlPath(picture.key),
    entry_type: row.type_id,
    entry_type_detail: { name: row.type_name, icon: row.type_icon },
    entry_subtype: row.subtype_id,
    entry_subtype_name: row.subtype_name,
    created_by: { username: row.username, is_staff: row.role !== 'player' },
    pending: row.approved_at === null,
    is_rejected: row.rejected_at !== null,
    // Sent to the author only, who alone can see a rejected entry.
    ...(row.rejection_reason?.trim() && { rejection_reason: row.rejection_reason }),
    ...(row.rejected_at !== null && row.format !== 'plain' && { format: row.format }),
    ...(excerpt !== null && { excerpt }),
    ...(description_rich && { description_rich }),
    ...languageOf(row.language, main),
    ...(picture && {
      ...pictureFields(picture),
      thumbnails: thumbnailUrls(picture),
    }),
  }
}

/** The first line of a text that is not blank, cut between two words; null for a blank text. */
function excerptOf(text: string | null): string | null {
  const line = text
    ?.split(/\r?\n/)
    .find((each) => each.trim() !== '')
    ?.trim()
  if (line === undefined) return null
  const characters = [...line]
  if (characters.length <= EXCERPT_MAX) return line
  const cut = cutText(line, characters.slice(0, EXCERPT_MAX).join('').length)
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), EXCERPT_MAX / 2)).replace(/[\s.,;:]+$/, '')}…`
}

export const presentSections = (
  { id, format }: { readonly id: GlossaryEntryId; readonly format: TextFormat },
  sections: readonly Section[],
  treeOf: TreeOf,
): GlossarySubEntry[] =>
  sections.map(({ title, content }) => {
    const content_rich = treeOf(id, format, content)
    return { title, content, glossary_entry: id, ...(content_rich && { content_rich }) }
  })

type Decided = { readonly approved_at: number | null; readonly rejected_at: number | null }
export const stateOf = ({ approved_at, rejected_at }: Decided): EntryState =>
  approved_at !== null ? 'approved' : rejected_at !== null ? 'rejected' : 'pending'

export function presentForDesk(
  row: StoredEntry,
  people: ReadonlyMap<number, Person>,
  sections: readonly StoredSection[],
): DeskGlossaryEntry {
  const { title_key, search_text, pending_text, transfer_key, aliases, language, ...shown } =
    withIsoTimes(row)
  return {
    ...shown,
    ...languageField({ language }),
    aliases: aliasesIn(aliases),
    picture: deskPicture(row.picture),
    created_by: people.get(row.created_by) ?? { id: row.created_by, username: '', is_staff: false },
    state: stateOf(row),
    sub_entries: [...sections],
  }
}

/** Claim and decision of an entry for a reviewer. */
export function presentReview(
  row: StoredEntry,
  review: DB['glossary_reviews'] | undefined,
  people: ReadonlyMap<number, Person>,
  now: number,
): Pick<ReviewItem, 'claim' | 'decision'> {
  const person = (id: number | null | undefined) => {
    const found = people.get(id ?? 0)
    return found ? { id: found.id, username: found.username } : null
  }
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
