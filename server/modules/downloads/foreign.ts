import { posix } from 'node:path'
import { FILE_NAME_MAX, LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import type { ImportMapping } from '#contract/schemas/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { lockTable } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import type { Import, ImportFile, TransferDeps } from '../../desk/transfer/job.ts'
import { AREA_LOCKS, keyedNames } from '../../desk/transfer/keyedRows.ts'
import { rememberMapping } from '../../desk/transfer/mappings.ts'
import { nameKey } from '../../desk/transfer/names.ts'
import { lineWithin } from '../../desk/transfer/sources/pieces.ts'
import type { Loss, Place } from '../../desk/transfer/sources/source.ts'
import { targetOf } from '../../desk/transfer/sources/taken.ts'
import { assertGoodText } from '../../http/plugins/textGuard.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { printable, titleKey } from '../../text/keys.ts'
import { type Sentence, said, sentenceIn } from '../../text/sentence.ts'
import { Contents } from './contents.ts'
import type { Folder } from './folder.ts'
import type { OpenedDownloads } from './own.ts'
import { listWanted, type Wanted } from './wanted.ts'

/* Downloads of a folder without a list of ours. */

/** @param folder has no list of ours */
export async function openForeign(
  deps: TransferDeps,
  { area, progress }: Pick<Import, 'area' | 'progress'>,
  folder: Folder,
  mapping: ImportMapping,
  isTrial: boolean,
): Promise<ImportFile> {
  const losses: Loss[] = []
  const { wanted, isOrdered } = listWanted(folder, losses)
  const here = await deps.db.transaction().execute(rowsHere)
  const contents = new Contents(deps, new Set(here.files.map(({ size }) => size)), isTrial)
  const kinds = mapping.kinds ?? {}
  const language = mainLanguage(deps.settings)
  const taken = wanted.filter(({ kind }) => targetOf(kind, kinds) !== null)
  try {
    const list = await ownList(taken, folder, here, contents, { kinds, losses, progress, language })
    assertGoodText(list.file, 'file')
    const file: OpenedDownloads = { list: list.file, contents, isOrdered }
    const counts = Map.groupBy(
      wanted.filter((one) => !list.lost.has(one)),
      ({ kind }) => kind,
    )
    return {
      file,
      places: list.places,
      losses,
      recognised: {
        format: 'files',
        kinds: Array.from(counts, ([name, { length: count }]) => ({
          name,
          count,
          target: targetOf(name, kinds),
        })),
        columns: [],
      },
      async keep(tx) {
        await contents.keep({ db: tx })
        await rememberMapping(tx, area, 'files', mapping)
      },
      drop: () => contents.drop(),
    }
  } catch (error) {
    await contents.drop()
    throw error
  }
}

type Reading = {
  readonly kinds: NonNullable<ImportMapping['kinds']>
  readonly losses: Loss[]
  readonly progress: Import['progress']
  readonly language: string
}

/** A list of ours, of files that are wanted. */
async function ownList(
  wanted: readonly Wanted[],
  { files }: Folder,
  here: Here,
  contents: Contents,
  { kinds, losses, progress, language }: Reading,
) {
  const rows = new Rows(here.files, wanted)
  // Category of files that have none.
  const other = sentenceIn(language, said('imported.other'))
  const byId = new Map(here.categories.map((one) => [one.id, one]))
  const byTitle = new Map(here.categories.toReversed().map((one) => [titleKey(one.title), one]))
  const categories = new Map<string, { key: string; name: string }>()
  const made: object[] = []
  const places: Place[] = []
  const lost = new Set<Wanted>()
  for (const [index, one] of wanted.entries()) {
    progress?.('read', index + 1, wanted.length)
    const { place, kind } = one
    const lose = (problem: Sentence) => losses.push({ place, problem })
    const found = await find(one, rows, contents, files.size > 0, lose)
    if (found === null) {
      lost.add(one)
      continue
    }
    const { row } = found
    const target = lineOf(targetOf(kind, kinds) ?? '', TEXT_MAX, lose)
    const title = target || other
    const known = target === '' && row ? byId.get(row.category_id) : byTitle.get(titleKey(title))
    const category = known?.key ?? nameKey(title)
    categories.set(category, { key: category, name: known?.title ?? title })
    made.push({ ...textsOf(one, row, lose), key: found.key, category })
    places.push(place)
  }
  const file = {
    format: 'discordia-downloads',
    version: 1,
    categories: [...categories.values()],
    files: made,
  }
  return { file, places, lost }
}

type Here = {
  readonly categories: Awaited<ReturnType<typeof keyedNames<'download_categories'>>>
  readonly files: Awaited<ReturnType<typeof keyedNames<'download_files'>>>
}
/** Rows without a key get one. */
async function rowsHere(tx: Db): Promise<Here> {
  await lockTable(tx, AREA_LOCKS.downloads)
  return {
    categories: await keyedNames(tx, 'download_categories'),
    files: await keyedNames(tx, 'download_files'),
  }
}

type RowHere = Here['files'][number]

/** The rows that are here, each for one file of the source. */
class Rows {
  readonly #byKey: ReadonlyMap<string, RowHere>
  readonly #byDigest: ReadonlyMap<string, readonly RowHere[]>
  readonly #taken: Set<string>

  constructor(rows: readonly RowHere[], wanted: readonly Wanted[]) {
    this.#byKey = new Map(rows.map((row) => [row.key, row]))
    this.#byDigest = Map.groupBy(rows, ({ digest }) => digest)
    this.#taken = new Set(wanted.map(({ key }) => key))
  }

  keyed = (key: string): RowHere | undefined => this.#byKey.get(key)

  /** The row of the same file that came another way, or under another path. */
  same = (digest: string): RowHere | undefined =>
    this.#byDigest.get(digest)?.find(({ key }) => !this.#taken.has(key))

  take(key: string): void {
    this.#taken.add(key)
  }
}

/** Reads a file. @returns its key and the row that is here; null: it is left out */
async function find(
  wanted: Wanted,
  rows: Rows,
  contents: Contents,
  hasFiles: boolean,
  lose: (problem: Sentence) => void,
): Promise<{ readonly key: string; readonly row: RowHere | undefined } | null> {
  const { key, file } = wanted
  const keyed = rows.keyed(key)
  const same = (digest: string) => (wanted.isKeyed ? undefined : rows.same(digest))
  const content =
    file === null
      ? null
      : await contents.take(file, (digest) =>
          keyed ? keyed.digest === digest : same(digest) !== undefined,
        )
  if (content !== null && 'key' in content) {
    lose(content)
    return null
  }
  const row = keyed ?? (content === null ? undefined : same(content.digest))
  if (content === null && row === undefined) {
    lose(said('transfer.row_without_file'))
    return null
  }
  if (content === null && hasFiles) lose(said('transfer.file_stays'))
  const own = row?.key ?? key
  rows.take(own)
  if (content !== null) contents.set(own, content)
  return { key: own, row }
}

/** What a list of ours says of a file. What the source says nothing of stays as it is here. */
function textsOf(wanted: Wanted, row: RowHere | undefined, lose: (problem: Sentence) => void) {
  const { path, title, description, save_as, withdrawn, held } = wanted
  const isHeld = held !== undefined && !withdrawn
  if (isHeld)
    lose(
      said(row?.withdrawn_at === null ? 'transfer.held_kept' : 'transfer.held_withdrawn', {
        why: held,
      }),
    )
  return {
    title:
      lineOf(title ?? row?.display_name ?? titleOf(path), TEXT_MAX, lose) ||
      lineOf(path, TEXT_MAX, lose),
    description: textOf(description ?? row?.description ?? '', lose),
    save_as:
      lineOf(save_as ?? row?.download_file_name ?? posix.basename(path), FILE_NAME_MAX, lose) ||
      'file',
    withdrawn: isHeld && !row ? true : (withdrawn ?? (row?.withdrawn_at ?? null) !== null),
  }
}

/** A name as people write it. */
function titleOf(path: string): string {
  const { name } = posix.parse(path)
  const title = name
    .replaceAll('_', ' ')
    .replace(/(?<=\p{L})-(?=[\p{L}\p{N}])|(?<=\p{N})-(?=\p{L})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return title.charAt(0).toLocaleUpperCase('en') + title.slice(1)
}

const lineOf = (text: string, max: number, lose: (problem: Sentence) => void): string =>
  lineWithin(text, max, () =>
    lose(said('transfer.cut_line', { text: cutText(text.trim(), 60), limit: max })),
  )

function textOf(text: string, lose: (problem: Sentence) => void): string {
  const clean = printable(text).trim()
  if (clean.length <= LONG_TEXT_MAX) return clean
  lose(said('transfer.cut', { what: said('transfer.what.description'), limit: LONG_TEXT_MAX }))
  return cutText(clean, LONG_TEXT_MAX).trimEnd()
}
