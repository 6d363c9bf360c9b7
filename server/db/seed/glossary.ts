import type { GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../config/time.ts'
import { searchText, titleKey } from '../../text/keys.ts'
import type { Db } from '../schema.ts'
import type { DemoUsers } from './accounts.ts'
import demo from './demo/glossary.json' with { type: 'json' }
import type { SeedDeps } from './demoFiles.ts'
import { seedPictures } from './pictures.ts'

/** Entries of the staff and of the players, oldest first; some of them are pending or rejected. */
export async function seedGlossary(
  tx: Db,
  { clock, files }: SeedDeps,
  users: DemoUsers,
): Promise<void> {
  const now = clock()
  const { types, subtypes } = await seedTypes(tx)
  const authors = new Map(Object.entries({ ...users, staff: users.ada }))
  const entries = demo.entries.toSorted((a, b) => b.days_ago - a.days_ago)
  const pictures = await seedPictures(
    files,
    entries.map(({ image }) => image),
  )
  for (const [order, entry] of entries.entries()) {
    const created_at = now - entry.days_ago * DAY_MS + order * MINUTE_MS
    const decided_at = Math.min(now, created_at + DAY_MS / 2)
    const texts = entry.sub_entries.flatMap((sub) => [sub.title, sub.content])
    const { id: entry_id } = await tx
      .insertInto('glossary_entries')
      .values({
        title: entry.title,
        description: entry.description,
        picture: pictures[order],
        type_id: named(types, entry.type),
        subtype_id: entry.subtype === null ? null : named(subtypes, entry.subtype),
        created_by: named(authors, entry.author),
        created_at,
        updated_at: created_at,
        approved_at: entry.state === 'approved' ? decided_at : null,
        rejected_at: entry.state === 'rejected' ? decided_at : null,
        rejection_reason: 'rejection_reason' in entry ? entry.rejection_reason : null,
        title_key: titleKey(entry.title),
        search_text: searchText([entry.title, entry.description, ...texts]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sections = entry.sub_entries.map((sub, position) => ({ ...sub, entry_id, position }))
    if (sections.length > 0) await tx.insertInto('glossary_sub_entries').values(sections).execute()
  }
}

async function seedTypes(tx: Db) {
  const types = new Map<string, GlossaryTypeId>()
  const subtypes = new Map<string, GlossarySubtypeId>()
  for (const [position, { key, name, icon, subtypes: own }] of demo.types.entries()) {
    const { id: type_id } = await tx
      .insertInto('glossary_types')
      .values({ name, icon, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    types.set(key, type_id)
    for (const [place, subtype] of own.entries()) {
      const { id } = await tx
        .insertInto('glossary_subtypes')
        .values({ type_id, name: subtype.name, position: place })
        .returning('id')
        .executeTakeFirstOrThrow()
      subtypes.set(subtype.key, id)
    }
  }
  return { types, subtypes }
}

function named<T>(things: ReadonlyMap<string, T>, name: string): T {
  const thing = things.get(name)
  if (thing === undefined) throw new Error(`The demonstration has no "${name}"`)
  return thing
}
