import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../config/time.ts'
import { searchedColumns, titledText, titleKey } from '../../text/keys.ts'
import { type HasDb, insertRow, type NewRow } from '../rows.ts'
import { named, type Peopled } from './accounts.ts'
import type { DemoTexts } from './languages.ts'
import { FILES_FOLDER, type Seeding, seedPictures } from './seedFiles.ts'

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
  readonly basic: readonly (Entry & { readonly category: string; readonly subcategory: string })[]
  readonly quick: readonly (Entry & { readonly quick_subcategory: string })[]
  readonly videos: readonly Video[]
}

/** Rules of both kinds with their categories, and the films. Their order is the reading order. */
export async function seedRules(w: Seeding, rules: Rules): Promise<void> {
  for (const [position, { key, name, subcategories }] of rules.categories.entries()) {
    const { id: category_id } = await insertRow(w.db, 'rule_categories', { name, position })
    for (const [index, sub] of subcategories.entries()) {
      const subcategory = { category_id, name: sub.name, position: index }
      const { id: subcategory_id } = await insertRow(w.db, 'rule_subcategories', subcategory)
      const entries = rules.basic.filter((e) => e.category === key && e.subcategory === sub.key)
      await seedEntries(w, { kind: 'basic', category_id, subcategory_id }, entries)
    }
  }
  for (const [position, { key, name }] of rules.quick_subcategories.entries()) {
    const { id } = await insertRow(w.db, 'quick_subcategories', { name, position })
    const entries = rules.quick.filter((entry) => entry.quick_subcategory === key)
    await seedEntries(w, { kind: 'quick', quick_subcategory_id: id }, entries)
  }
  await seedVideos(w, rules.videos)
}

async function seedEntries(
  { db, now, files }: Seeding,
  parent: EntryParent,
  entries: readonly Entry[],
): Promise<void> {
  const pictures = await seedPictures(files, entries)
  for (const [position, { title, sub_entries }] of entries.entries()) {
    const texts = sub_entries.flatMap((sub) => [sub.title, sub.content])
    const { id: entry_id } = await insertRow(db, 'rule_entries', {
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
      await insertRow(db, 'rule_sub_entries', { ...sub, entry_id, position: index })
  }
}

async function seedVideos({ db, now, files }: Seeding, videos: readonly Video[]): Promise<void> {
  /** @returns the name in the file's URL */
  const store = async (name: string): Promise<string> => {
    const key = files.keyFor('public', name)
    await files.put(key, await readFile(join(FILES_FOLDER, name)))
    return key.slice('public/'.length)
  }
  for (const [position, { video_title, ...video }] of videos.entries())
    await insertRow(db, 'rule_videos', {
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

/** Entries of the staff and of the players, oldest first; some of them are pending or rejected. */
export async function seedGlossary(
  w: Seeding & Peopled,
  demo: DemoTexts<'glossary'>,
): Promise<void> {
  const { db, now, users, files } = w
  const { types, subtypes } = await seedTypes(w, demo.types)
  const authors = { ...users, staff: users.ada }
  const entries = demo.entries.toSorted((a, b) => b.days_ago - a.days_ago)
  const pictures = await seedPictures(files, entries)
  for (const [order, entry] of entries.entries()) {
    const { title, description, state, sub_entries } = entry
    const created_at = now - entry.days_ago * DAY_MS + order * MINUTE_MS
    const decided_at = Math.min(now, created_at + DAY_MS / 2)
    const texts = sub_entries.flatMap((sub) => [sub.title, sub.content])
    const { id: entry_id } = await insertRow(db, 'glossary_entries', {
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
      await insertRow(db, 'glossary_sub_entries', { ...sub, entry_id, position })
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
export async function seedTypes({ db }: HasDb, given: readonly EntryType[]) {
  const types: Record<string, GlossaryTypeId> = {}
  const subtypes: Record<string, GlossarySubtypeId> = {}
  for (const [position, { key, name, icon, subtypes: own }] of given.entries()) {
    const { id: type_id } = await insertRow(db, 'glossary_types', { name, icon, position })
    types[key] = type_id
    for (const [index, sub] of own.entries()) {
      const subtype = { type_id, name: sub.name, position: index }
      subtypes[sub.key] = (await insertRow(db, 'glossary_subtypes', subtype)).id
    }
  }
  return { types, subtypes }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

type Shelf = {
  readonly title: string
  readonly files: readonly {
    readonly display_name: string
    readonly download_file_name: string
    readonly description: string | null
    /** Name of its picture in `files/images`. */
    readonly image: string | null
    /** Its own name in `files/downloads`. */
    readonly file: string
  }[]
}

/** Categories with their files, in this order. */
export async function seedDownloads(
  { db, now, files }: Seeding,
  categories: readonly Shelf[],
): Promise<void> {
  for (const [position, category] of categories.entries()) {
    const { id: category_id } = await insertRow(db, 'download_categories', {
      title: category.title,
      position,
      created_at: now,
    })
    const pictures = await seedPictures(files, category.files)
    for (const [order, { file, image: _name, ...texts }] of category.files.entries()) {
      const media_type = MEDIA_TYPES[extname(file)]
      if (media_type === undefined) throw new Error(`No media type for ${file}`)
      const file_key = files.keyFor('private', file)
      const bytes = await readFile(join(FILES_FOLDER, 'downloads', file))
      await files.put(file_key, bytes)
      await insertRow(db, 'download_files', {
        ...texts,
        ...searchedColumns(texts.display_name, [texts.download_file_name, texts.description ?? '']),
        category_id,
        position: order,
        picture: pictures[order],
        file_key,
        media_type,
        size: bytes.length,
        digest: createHash('sha256').update(bytes).digest('hex'),
        created_at: now,
        updated_at: now,
      })
    }
  }
}
