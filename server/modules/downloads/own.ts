import { TransferDownload } from '#contract/schemas/transferFiles.ts'
import type { Import, ImportFile, TransferDeps } from '../../desk/transfer/job.ts'
import { keyedRows } from '../../desk/transfer/keyedRows.ts'
import { jsonFile, Reader } from '../../desk/transfer/reading.ts'
import type { StreamedFiles } from '../../desk/transfer/sources/fileList.ts'
import type { Loss } from '../../desk/transfer/sources/source.ts'
import { said } from '../../text/sentence.ts'
import { Contents } from './contents.ts'
import { pathIn } from './folder.ts'

/** A list of ours, and its files. */
export type OpenedDownloads = {
  readonly list: unknown
  readonly contents: Contents
  /** The rows come in an order of the list. */
  readonly isOrdered: boolean
}

/** A list of ours with the files beside it. */
export async function openOwn(
  deps: TransferDeps,
  { progress }: Pick<Import, 'progress'>,
  files: StreamedFiles,
  json: Buffer,
  isTrial: boolean,
): Promise<ImportFile> {
  const list = jsonFile(json)
  const here = await keyedRows(deps.db, 'download_files')
  const sizes = new Set(Array.from(here.values(), ({ size }) => size))
  const contents = new Contents(deps, sizes, isTrial)
  const unnamed = new Set(files.keys())
  const losses: Loss[] = []
  const opened: OpenedDownloads = { list, contents, isOrdered: true }
  try {
    // Rows that are wrong are named later, with all problems.
    const rows = new Reader().rows(TransferDownload, rowsIn(list), 'files')
    for (const [index, { row, path }] of rows.entries()) {
      progress?.('read', index + 1, rows.length)
      const file = row.file == null ? undefined : files.get(pathIn(row.file))
      // A list alone names the files of its export.
      if (row.file != null && file === undefined && files.size > 0)
        losses.push({ place: path, problem: said('transfer.file_stays') })
      if (file === undefined || contents.of(row.key) !== undefined) continue
      unnamed.delete(file.name)
      const isHere = (digest: string) => here.get(row.key)?.digest === digest
      contents.set(row.key, await contents.take(file, isHere, row.media_type ?? undefined))
    }
  } catch (error) {
    await contents.drop()
    throw error
  }
  return {
    file: opened,
    places: [],
    losses: [
      ...losses,
      ...Array.from(unnamed, (place) => ({ place, problem: said('transfer.file_unnamed') })),
    ],
    recognised: null,
    keep: (tx) => contents.keep({ db: tx }),
    drop: () => contents.drop(),
  }
}

function rowsIn(list: unknown): readonly unknown[] {
  const rows = typeof list === 'object' && list !== null && 'files' in list ? list.files : []
  return Array.isArray(rows) ? rows : []
}
