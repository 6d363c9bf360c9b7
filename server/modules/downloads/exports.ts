import { posix } from 'node:path'
import type { Db } from '../../db/schema.ts'
import type { ExportedFiles } from '../../desk/transfer/format.ts'
import { addMissingKeys, listRows } from '../../desk/transfer/keyedRows.ts'
import { slug } from '../../desk/transfer/names.ts'
import { assertOwnKey, type FileKey } from '../../files/fileStore.ts'
import { OWN_LIST } from './folder.ts'
import type { CategoryRow, FileRow } from './repository.ts'

type Listed = { readonly category: CategoryRow; readonly files: readonly FileRow[] }

/** Categories in their order, with their files in theirs. */
async function listAll(tx: Db): Promise<Listed[]> {
  await addMissingKeys(tx, 'download_categories')
  await addMissingKeys(tx, 'download_files')
  const categories = await listRows(tx, 'download_categories', 'position')
  const files = await listRows(tx, 'download_files', 'position')
  const byCategory = Map.groupBy(files, ({ category_id }) => category_id)
  return categories.map((category) => ({ category, files: byCategory.get(category.id) ?? [] }))
}

export const exportDownloads = async (tx: Db): Promise<object> => listOf(await listAll(tx))

/** @param paths of the files, by their ids */
const listOf = (listed: readonly Listed[], paths?: ReadonlyMap<number, string>) => ({
  format: 'discordia-downloads',
  version: 1,
  categories: listed.map(({ category: { transfer_key, title } }) => ({
    key: transfer_key,
    name: title,
  })),
  files: listed.flatMap(({ category, files }) =>
    files.map((row) => ({
      key: row.transfer_key,
      category: category.transfer_key,
      title: row.display_name,
      description: row.description,
      save_as: row.download_file_name,
      ...(paths && { file: paths.get(row.id) }),
      withdrawn: row.withdrawn_at !== null,
      media_type: row.media_type,
      size: row.size,
      digest: row.digest,
    })),
  ),
})

const COLUMNS = ['key', 'file', 'title', 'category', 'description', 'order', 'save as', 'withdrawn']

export async function tableOf(tx: Db): Promise<string[][]> {
  const listed = await listAll(tx)
  const paths = pathsOf(listed)
  const rows = listed.flatMap(({ category, files }) =>
    files.map((row, index) => [
      row.transfer_key ?? '',
      paths.get(row.id) ?? '',
      row.display_name,
      category.title,
      row.description ?? '',
      String(index + 1),
      row.download_file_name,
      row.withdrawn_at === null ? '' : 'yes',
    ]),
  )
  return [COLUMNS, ...rows]
}

export async function archiveOf(tx: Db): Promise<ExportedFiles> {
  const listed = await listAll(tx)
  const paths = pathsOf(listed)
  const files = new Map<string, FileKey>()
  for (const { id, file_key } of listed.flatMap((one) => one.files)) {
    assertOwnKey(file_key)
    files.set(paths.get(id) ?? '', file_key)
  }
  return { name: OWN_LIST, list: listOf(listed, paths), files }
}

/** A path for each file: the folder of its category and its name, which is unique there in any case. */
function pathsOf(listed: readonly Listed[]): ReadonlyMap<number, string> {
  const taken = new Set<string>()
  return new Map(
    listed.flatMap(({ category, files }) =>
      files.map(({ id, download_file_name }): [number, string] => {
        const { name, ext } = posix.parse(safeName(download_file_name))
        const stem = `${slug(category.title)}/${name}`
        let path = `${stem}${ext}`
        for (let more = 2; taken.has(path.toLowerCase()); more++) path = `${stem}-${more}${ext}`
        taken.add(path.toLowerCase())
        return [id, path]
      }),
    ),
  )
}

/** Names that no system can have, or keeps for itself. */
const RESERVED = /^(?:__MACOSX|Thumbs\.db|desktop\.ini|(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?)$/i

/** A name that a file can have in any system. */
function safeName(typed: string): string {
  const name = typed
    .normalize('NFC')
    // Joiners belong to the spelling of some languages.
    .replace(/(?![\u200c\u200d])[\p{C}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return name === '' || RESERVED.test(name) ? `_${name}` : name
}
