import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { searchText, titleKey } from '../../text/keys.ts'
import type { DB, Db } from '../schema.ts'
import demo from './demo/rules.json' with { type: 'json' }
import type { SeedDeps } from './demoFiles.ts'
import { SEED_FILES, seedPictures } from './pictures.ts'

type EntryParent = Pick<
  Insertable<DB['rule_entries']>,
  'kind' | 'category_id' | 'subcategory_id' | 'quick_subcategory_id'
>
type DemoEntry = Pick<(typeof demo.basic)[number], 'title' | 'image' | 'sub_entries'>

/** Rules of both kinds with their categories, and the films. The files' order is the reading order. */
export async function seedRules(tx: Db, deps: SeedDeps): Promise<void> {
  for (const [position, { key, name, subcategories }] of demo.categories.entries()) {
    const { id: category_id } = await tx
      .insertInto('rule_categories')
      .values({ name, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [place, sub] of subcategories.entries()) {
      const { id: subcategory_id } = await tx
        .insertInto('rule_subcategories')
        .values({ category_id, name: sub.name, position: place })
        .returning('id')
        .executeTakeFirstOrThrow()
      const entries = demo.basic.filter((e) => e.category === key && e.subcategory === sub.key)
      await seedEntries(tx, deps, { kind: 'basic', category_id, subcategory_id }, entries)
    }
  }
  for (const [position, { key, name }] of demo.quick_subcategories.entries()) {
    const { id: quick_subcategory_id } = await tx
      .insertInto('quick_subcategories')
      .values({ name, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entries = demo.quick.filter((entry) => entry.quick_subcategory === key)
    await seedEntries(tx, deps, { kind: 'quick', quick_subcategory_id }, entries)
  }
  await seedVideos(tx, deps)
}

async function seedEntries(
  tx: Db,
  { clock, files }: SeedDeps,
  parent: EntryParent,
  entries: readonly DemoEntry[],
): Promise<void> {
  const now = clock()
  const pictures = await seedPictures(
    files,
    entries.map(({ image }) => image),
  )
  for (const [position, { title, sub_entries }] of entries.entries()) {
    const texts = sub_entries.flatMap((sub) => [sub.title, sub.content])
    const { id: entry_id } = await tx
      .insertInto('rule_entries')
      .values({
        ...parent,
        title,
        position,
        picture: pictures[position],
        title_key: titleKey(title),
        search_text: searchText([title, ...texts]),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sections = sub_entries.map((sub, place) => ({ ...sub, entry_id, position: place }))
    if (sections.length > 0) await tx.insertInto('rule_sub_entries').values(sections).execute()
  }
}

async function seedVideos(tx: Db, { clock, files }: SeedDeps): Promise<void> {
  const now = clock()
  /** @returns the name in the file's URL */
  const take = async (name: string): Promise<string> => {
    const key = files.keyFor('public', name)
    await files.put(key, await readFile(join(SEED_FILES, name)))
    return key.slice('public/'.length)
  }
  const rows = demo.videos.map(async ({ video_title, file, webm, captions, poster }, position) => ({
    title: video_title,
    position,
    file_key: await take(file),
    webm_key: await take(webm),
    captions_key: await take(captions),
    poster_key: await take(poster),
    created_at: now,
    updated_at: now,
  }))
  await tx
    .insertInto('rule_videos')
    .values(await Promise.all(rows))
    .execute()
}
