import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { searchedColumns } from '../../text/keys.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { FILES_FOLDER, type SeedDeps, seedPictures } from './seedFiles.ts'

/** Media types by extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

type Category = {
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
  tx: Db,
  { clock, files }: SeedDeps,
  categories: readonly Category[],
): Promise<void> {
  const now = clock()
  for (const [position, category] of categories.entries()) {
    const { id: category_id } = await insertRow(tx, 'download_categories', {
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
      await insertRow(tx, 'download_files', {
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
