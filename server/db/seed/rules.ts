import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { titledText, titleKey } from '../../text/keys.ts'
import { insertRow, type NewRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { FILES_FOLDER, type SeedDeps, seedPictures } from './seedFiles.ts'

type EntryParent = Pick<
  NewRow<'rule_entries'>,
  'kind' | 'category_id' | 'subcategory_id' | 'quick_subcategory_id'
>
type Entry = {
  readonly title: string
  /** Name of its picture in `files/images`. */
  readonly image: string | null
  readonly sub_entries: readonly { readonly title: string; readonly content: string }[]
}
type Category = {
  readonly key: string
  readonly name: string
  readonly subcategories: readonly Named[]
}
type Named = { readonly key: string; readonly name: string }
/** Names of its files in `files`. */
type Video = Readonly<Record<'video_title' | 'file' | 'webm' | 'captions' | 'poster', string>>

type Rules = {
  readonly categories: readonly Category[]
  readonly quick_subcategories: readonly Named[]
  /** Entries with the keys of their category and subcategory. */
  readonly basic: readonly (Entry & { readonly category: string; readonly subcategory: string })[]
  /** Entries with the key of their subcategory. */
  readonly quick: readonly (Entry & { readonly quick_subcategory: string })[]
  readonly videos: readonly Video[]
}

/** Rules of both kinds with their categories, and the films. Their order is the reading order. */
export async function seedRules(tx: Db, deps: SeedDeps, rules: Rules): Promise<void> {
  for (const [position, { key, name, subcategories }] of rules.categories.entries()) {
    const { id: category_id } = await insertRow(tx, 'rule_categories', { name, position })
    for (const [index, sub] of subcategories.entries()) {
      const subcategory = { category_id, name: sub.name, position: index }
      const { id: subcategory_id } = await insertRow(tx, 'rule_subcategories', subcategory)
      const entries = rules.basic.filter((e) => e.category === key && e.subcategory === sub.key)
      await seedEntries(tx, deps, { kind: 'basic', category_id, subcategory_id }, entries)
    }
  }
  for (const [position, { key, name }] of rules.quick_subcategories.entries()) {
    const { id } = await insertRow(tx, 'quick_subcategories', { name, position })
    const entries = rules.quick.filter((entry) => entry.quick_subcategory === key)
    await seedEntries(tx, deps, { kind: 'quick', quick_subcategory_id: id }, entries)
  }
  await seedVideos(tx, deps, rules.videos)
}

async function seedEntries(
  tx: Db,
  { clock, files }: SeedDeps,
  parent: EntryParent,
  entries: readonly Entry[],
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

async function seedVideos(
  tx: Db,
  { clock, files }: SeedDeps,
  videos: readonly Video[],
): Promise<void> {
  const now = clock()
  /** @returns the name in the file's URL */
  const store = async (name: string): Promise<string> => {
    const key = files.keyFor('public', name)
    await files.put(key, await readFile(join(FILES_FOLDER, name)))
    return key.slice('public/'.length)
  }
  for (const [position, { video_title, ...video }] of videos.entries())
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
