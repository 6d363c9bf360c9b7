import type { GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../config/time.ts'
import { titledText, titleKey } from '../../text/keys.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'
import type { DemoTexts } from './languages.ts'
import { type SeedDeps, seedPictures } from './seedFiles.ts'

/** Entries of the staff and of the players, oldest first; some of them are pending or rejected. */
export async function seedGlossary(
  tx: Db,
  { clock, files }: SeedDeps,
  users: DemoUsers,
  demo: DemoTexts<'glossary'>,
): Promise<void> {
  const now = clock()
  const { types, subtypes } = await seedTypes(tx, demo.types)
  const authors = { ...users, staff: users.ada }
  const entries = demo.entries.toSorted((a, b) => b.days_ago - a.days_ago)
  const pictures = await seedPictures(files, entries)
  for (const [order, entry] of entries.entries()) {
    const { title, description, state, sub_entries } = entry
    const created_at = now - entry.days_ago * DAY_MS + order * MINUTE_MS
    const decided_at = Math.min(now, created_at + DAY_MS / 2)
    const texts = sub_entries.flatMap((sub) => [sub.title, sub.content])
    const { id: entry_id } = await insertRow(tx, 'glossary_entries', {
      title,
      description,
      picture: pictures[order],
      type_id: named(types, entry.type),
      subtype_id: entry.subtype === null ? null : named(subtypes, entry.subtype),
      created_by: named(authors, entry.author),
      created_at,
      updated_at: created_at,
      approved_at: state === 'approved' ? decided_at : null,
      rejected_at: state === 'rejected' ? decided_at : null,
      rejection_reason: 'rejection_reason' in entry ? entry.rejection_reason : null,
      ...('aliases' in entry && { aliases: JSON.stringify(entry.aliases) }),
      ...('format' in entry && { format: 'light' as const }),
      title_key: titleKey(title),
      search_text: titledText(title, [description, ...texts]),
    })
    for (const [position, sub] of sub_entries.entries())
      await insertRow(tx, 'glossary_sub_entries', { ...sub, entry_id, position })
  }
}

type EntryType = {
  readonly key: string
  readonly name: string
  /** A file of `public/icons/game`. */
  readonly icon: string
  readonly subtypes: readonly { readonly key: string; readonly name: string }[]
}

/** @returns the ids of both by their keys */
export async function seedTypes(tx: Db, given: readonly EntryType[]) {
  const types: Record<string, GlossaryTypeId> = {}
  const subtypes: Record<string, GlossarySubtypeId> = {}
  for (const [position, { key, name, icon, subtypes: own }] of given.entries()) {
    const { id: type_id } = await insertRow(tx, 'glossary_types', { name, icon, position })
    types[key] = type_id
    for (const [index, sub] of own.entries()) {
      const subtype = { type_id, name: sub.name, position: index }
      subtypes[sub.key] = (await insertRow(tx, 'glossary_subtypes', subtype)).id
    }
  }
  return { types, subtypes }
}
