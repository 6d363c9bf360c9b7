import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { titledText, titleKey } from '../../text/keys.ts'
import { insertRow, type NewRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import demo from './demo/rules.json' with { type: 'json' }
import { SEED_FILES, type SeedDeps, seedPictures } from './demoFiles.ts'

type EntryParent = Pick<
  NewRow<'rule_entries'>,
  'kind' | 'category_id' | 'subcategory_id' | 'quick_subcategory_id'
>
type DemoEntry = Pick<(typeof demo.basic)[number], 'title' | 'image' | 'sub_entries'>

/** Rules of both kinds with their categories, and the films. The files' order is the reading order. */
export async function seedRules(tx: Db, deps: SeedDeps): Promise<void> {
  for (const [position, { key, name, subcategories }] of demo.categories.entries()) {
    const { id: category_id } = await insertRow(tx, 'rule_categories', { name, position })
    for (const [index, sub] of subcategories.entries()) {
      const subcategory = { category_id, name: sub.name, position: index }
      const { id: subcategory_id } = await insertRow(tx, 'rule_subcategories', subcategory)
      const entries = demo.basic.filter((e) => e.category === key && e.subcategory === sub.key)
      await seedEntries(tx, deps, { kind: 'basic', category_id, subcategory_id }, entries)
    }
  }
  for (const [position, { key, name }] of demo.quick_subcategories.entries()) {
    const { id } = await insertRow(tx, 'quick_subcategories', { name, position })
    const entries = demo.quick.filter((entry) => entry.quick_subcategory === key)
    await seedEntries(tx, deps, { kind: 'quick', quick_subcategory_id: id }, entries)
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
  const pictures = await seedPictures(files, entries)
  for (const [position, { title, sub_entries }] of entries.entries()) {
    const texts = sub_entries.flatMap((sub) => [sub.title, sub.content])
    const { id: entry_id } = await insertRow(tx, 'rule_entries', {
      ...parent,
      title,
      position,
      picture: pictures[position],
      title_key: titleKey(title),
      search_text: titledText(title, texts),
      created_at: now,
      updated_at: now,
    })
    for (const [index, sub] of sub_entries.entries())
      await insertRow(tx, 'rule_sub_entries', { ...sub, entry_id, position: index })
  }
}

async function seedVideos(tx: Db, { clock, files }: SeedDeps): Promise<void> {
  const now = clock()
  /** @returns the name in the file's URL */
  const store = async (name: string): Promise<string> => {
    const key = files.keyFor('public', name)
    await files.put(key, await readFile(join(SEED_FILES, name)))
    return key.slice('public/'.length)
  }
  for (const [position, { video_title, ...video }] of demo.videos.entries())
    await insertRow(tx, 'rule_videos', {
      title: video_title,
      position,
      file_key: await store(video.file),
      webm_key: await store(video.webm),
      captions_key: await store(video.captions),
      poster_key: await store(video.poster),
      created_at: now,
      updated_at: now,
    })
}
