import type { Db } from '../db/schema.ts'
import { searchText, titleKey } from '../text/keys.ts'
import { anyTable, type Row } from './lists.ts'
import { childrenOf } from './rowRepository.ts'

export type SectionTable = 'rule_sub_entries' | 'glossary_sub_entries'
export type SentSection = {
  readonly id?: number
  readonly title: string
  readonly content: string
  readonly level?: number
}

/** The sections of entries as the desk shows them, by entry. */
export async function sectionsOf(db: Db, table: SectionTable, entries: readonly number[]) {
  const rows = Map.groupBy(
    await childrenOf(db, table, 'entry_id', entries),
    (row) => row['entry_id'],
  )
  return (entry: number) =>
    (rows.get(entry) ?? []).map(({ id, title, content, level }) => ({
      id: Number(id),
      title: String(title),
      content: String(content),
      level: Number(level),
    }))
}

/** Makes the sections of an entry what was sent; one that is named by its id keeps it. */
export async function replaceSections(
  tx: Db,
  table: SectionTable,
  entry_id: number,
  sent: readonly SentSection[],
): Promise<void> {
  const present = await childrenOf(tx, table, 'entry_id', [entry_id])
  const own = new Set(present.map(({ id }) => Number(id)))
  const kept = new Set<number>()
  const added: Row[] = []
  for (const [position, { id, title, content, level = 0 }] of sent.entries()) {
    const columns = { position, title: title.trim(), content, level }
    if (id === undefined || !own.has(id) || kept.has(id)) added.push({ ...columns, entry_id })
    else {
      kept.add(id)
      await anyTable(tx).updateTable(table).set(columns).where('id', '=', id).execute()
    }
  }
  const gone = [...own].filter((id) => !kept.has(id))
  if (gone.length > 0) await anyTable(tx).deleteFrom(table).where('id', 'in', gone).execute()
  if (added.length > 0) await anyTable(tx).insertInto(table).values(added).execute()
}

/** What the site's search compares; see `searchText`. */
export const searchColumns = (
  title: string,
  description: string | null,
  sections: readonly SentSection[],
) => ({
  title_key: titleKey(title),
  search_text: searchText([
    title,
    ...(description === null ? [] : [description]),
    ...sections.flatMap((section) => [section.title, section.content]),
  ]),
})
