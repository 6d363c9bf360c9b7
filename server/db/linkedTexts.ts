import { type RawBuilder, sql } from 'kysely'
import type { RichText } from '#contract/formatting.ts'
import type { LinkedKind, TextFormat } from '#contract/sets.ts'
import { parseLight } from '../text/light.ts'
import { sha256 } from '../text/secrets.ts'
import type { Target } from '../text/termLinks.ts'
import type { HasDb, Read } from './rows.ts'
import { isOneOf } from './search.ts'

/** Key of a text among those of its owner. */
export const hashOf = (format: TextFormat, text: string): string =>
  sha256(`${format} ${text}`).slice(0, 24)

export type Trees = Readonly<Record<string, RichText>>
export type TreeOf = (owner: number, format: TextFormat, text: string) => RichText | null

/** Tree of the text without links. */
export const formatted: TreeOf = (_owner, format, text) =>
  format === 'light' ? parseLight(text) : null

/** The stored trees of an owner as JSON, as a column of the statement that reads the owner. @param owner such as `e.id` */
export const storedTrees = (kind: LinkedKind, owner: string): RawBuilder<string | null> =>
  sql`(select trees from linked_texts where kind = ${kind} and owner = ${sql.ref(owner)} and trees <> '{}')`

/** `treesOf` of one owner. @param trees as `storedTrees` selects them */
export function treesFrom(trees: string | null | undefined): TreeOf {
  const stored = trees ? (JSON.parse(trees) as Trees) : {}
  return (owner, format, text) => stored[hashOf(format, text)] ?? formatted(owner, format, text)
}

/**
 * The texts of owners as trees; null for one that is shown as typed. A text that has changed since it was linked is
 * formatted, and has no links until `modules/linking` has read it.
 */
export async function treesOf(
  { db }: HasDb,
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
  const known = new Map(rows.map(({ owner, trees }) => [owner, treesFrom(trees)]))
  return (owner, format, text) => (known.get(owner) ?? formatted)(owner, format, text)
}

/** True if a public text is linked to the target; `modules/linking` implements it. */
export type IsMentioned = (w: Read, target: Target) => Promise<boolean>

type Owner = { readonly id: number; readonly format: TextFormat }

/** Sections with the trees of their contents. @param mentioned said by the first one, if public texts are linked to the owner */
export const richSections = <Section extends { readonly content: string }>(
  sections: readonly Section[],
  { id, format, treeOf, mentioned = false }: Owner & { treeOf: TreeOf; mentioned?: boolean },
) =>
  sections.map((section, index) => {
    const content_rich = treeOf(id, format, section.content)
    return {
      ...section,
      ...(content_rich && { content_rich }),
      ...(mentioned && index === 0 && { mentioned }),
    }
  })
