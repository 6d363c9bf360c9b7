import type { RichText } from '#contract/schemas/richText.ts'
import type { LinkedKind, TermKind, TextFormat } from '#contract/sets.ts'
import { parseLight } from '../text/light.ts'
import { sha256 } from '../text/secrets.ts'
import type { Db } from './schema.ts'
import { isOneOf } from './search.ts'

/** Names a text among those of its owner. */
export const hashOf = (format: TextFormat, text: string): string =>
  sha256(`${format} ${text}`).slice(0, 24)

export type Trees = Readonly<Record<string, RichText>>
export type TreeOf = (owner: number, format: TextFormat, text: string) => RichText | null

/** Without links. */
export const formatted: TreeOf = (_owner, format, text) =>
  format === 'light' ? parseLight(text) : null

/**
 * The texts of owners as trees; null for one that is shown as typed. A text that has changed since it was linked is
 * formatted, and has no links until `modules/linking` has read it.
 */
export async function treesOf(
  db: Db,
  kind: LinkedKind,
  owners: readonly number[],
): Promise<TreeOf> {
  const rows = await db
    .selectFrom('linked_texts')
    .select(['owner', 'trees'])
    .where('kind', '=', kind)
    .where('trees', '<>', '{}')
    .where(isOneOf(db, 'owner', owners))
    .execute()
  const known = new Map(rows.map(({ owner, trees }) => [owner, JSON.parse(trees) as Trees]))
  return (owner, format, text) => {
    const stored = known.get(owner)
    const tree = stored?.[hashOf(format, text)]
    return tree ?? formatted(owner, format, text)
  }
}

/** Whether another text is linked to it. */
export async function isMentioned(db: Db, kind: TermKind, target: number): Promise<boolean> {
  const row = await db
    .selectFrom('text_mentions')
    .select('source')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const markMentioned = <Section extends object>(
  sections: readonly Section[],
  mentioned: boolean,
): (Section & { mentioned?: boolean })[] =>
  sections.map((section, index) => (mentioned && index === 0 ? { ...section, mentioned } : section))
