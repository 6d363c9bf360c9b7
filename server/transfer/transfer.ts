import type { TransferArea } from '#contract/sets.ts'
import type { ImportMapping, SourceFormat, TransferReport } from '#contract/transfer.ts'
import { tableFieldsOf } from '#shared/transfer.ts'
import type { Settings } from '../config/env.ts'
import { lockTable } from '../db/dialect.ts'
import { onTrial } from '../db/rehearsal.ts'
import type { HasDb, Read } from '../db/rows.ts'
import { auditedChange } from '../desk/audit.ts'
import type { Deps } from '../http/deps.ts'
import { errors } from '../http/errors.ts'
import { assertGoodText } from '../http/plugins/textGuard.ts'
import { mainLanguage } from '../text/contentLanguage.ts'
import { jsonOf, UnreadableText } from '../text/handMade.ts'
import { said } from '../text/sentence.ts'
import { changing } from '../work/work.ts'
import type { Import, ImportFile, TransferFormat } from './format.ts'
import { type Counts, keysHere } from './keyedRows.ts'
import { ownPicturesOf, PicturesChanged, picturesOf } from './pictures.ts'
import { BadFile, Reader } from './reading.ts'
import { EntryNotes, reportOf } from './report.ts'
import { type Opened, openSource } from './sources/open.ts'
import { recordsOf, targetOf } from './sources/records.ts'
import { type Loss, type Place, UnreadableSource } from './sources/source.ts'
import { Journal } from './undo.ts'

/** Reads an area while no import changes it. */
export const exportArea = (
  deps: Pick<Deps, 'db' | 'clock'>,
  format: TransferFormat,
): Promise<object> =>
  changing(deps, async (w) => {
    await lockTable(w.db, format.lock)
    return format.export(w)
  })

type Run = TransferDeps & Import & { readonly format: TransferFormat; readonly isTrial: boolean }

const NOTHING_DONE = { added: 0, changed: 0, unchanged: 0 }
/** Checks a file now and writes it when called. @throws BadFile */
function writerOf(
  { format, importer, preview, progress }: Run,
  { file, places, recognised, ownPictures }: ImportFile,
) {
  const reader = new Reader()
  try {
    const write = format.read(file, reader, importer)
    return async (w: Read) => {
      // A transaction that has lost a race for locks runs again, and reports its last run alone.
      reader.forget()
      const journal = new Journal()
      const entries = new EntryNotes(preview)
      const counts = { ...NOTHING_DONE }
      // The lock comes before any row: two files name the same rows in different orders.
      await lockTable(w.db, format.lock)
      await write({
        db: w.db,
        now: w.now,
        reader,
        counts,
        progress: (done, total) => progress?.('write', done, total),
        isForeign: recognised !== null,
        ownPictures,
        noteChange: journal.note.bind(journal),
        noteEntry: entries.note.bind(entries),
      })
      try {
        reader.assertGood()
      } catch (error) {
        throw placed(error, places)
      }
      return { counts, journal, entries }
    }
  } catch (error) {
    throw placed(error, places)
  }
}

/** All of the file or nothing. @throws BadFile naming each wrong row */
export async function importArea(
  deps: TransferDeps,
  format: TransferFormat,
  job: Import,
): Promise<TransferReport> {
  for (;;)
    try {
      return await importOnce({ ...deps, ...job, format, isTrial: false })
    } catch (error) {
      if (!(error instanceof PicturesChanged)) throw error
    }
}

async function importOnce(run: Run): Promise<TransferReport> {
  const { area, actor, importer, name } = run
  const file = await fileOf(run)
  const progress = (done: number, total: number) => run.progress?.('index', done, total)
  const isLong = rowsIn(file) >= MANY
  const what = { resource: 'transfer', action: 'import', ...(isLong && { long: { progress } }) }
  try {
    const write = writerOf(run, file)
    return await auditedChange(run, actor, what, async (w) => {
      await run.spend?.(w)
      const { counts, journal, entries } = await write(w)
      const id = await keepImport(w, run, counts)
      const rows = id === null ? {} : await journal.keep(w, id, actor.id)
      await file.keep(w, id, importer)
      w.clear([area])
      return {
        record: area,
        before: null,
        after: { name, ...counts, ...rows },
        response: reportOf(run, file, { counts, entries }),
      }
    })
  } catch (error) {
    await file.drop()
    throw error
  }
}

/** Fewer rows are written sooner than the file is copied. */
export const MANY = 100

const rowsIn = ({ file }: ImportFile): number =>
  Object.values(file as Record<string, unknown>).flat().length

/** @returns its id; null for an import that has changed nothing: there is nothing to undo */
async function keepImport(
  w: Read,
  { area, name, actor }: Import,
  { added, changed }: Counts,
): Promise<number | null> {
  if (added + changed === 0) return null
  const { id } = await w.db
    .insertInto('imports')
    .values({
      area,
      name,
      created_by: actor.id,
      created_at: w.now,
      added,
      changed,
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

class RollBack extends Error {
  readonly written: { readonly counts: Counts; readonly entries: EntryNotes }
  constructor(written: RollBack['written']) {
    super('a dry run')
    this.written = written
  }
}

/** Dry run of an import: it is written and rolled back, so that the report is true. */
export async function checkArea(
  deps: TransferDeps,
  format: TransferFormat,
  job: Import,
): Promise<TransferReport> {
  const run = { ...deps, ...job, format, isTrial: true }
  let file: Pick<ImportFile, 'losses' | 'recognised'> = { losses: [], recognised: null }
  try {
    const found = await fileOf(run)
    file = found
    const write = writerOf(run, found)
    return await onTrial(deps.db, async (tx): Promise<TransferReport> => {
      throw new RollBack(await write({ db: tx, now: deps.clock() }))
    })
  } catch (error) {
    if (error instanceof RollBack) return reportOf(run, file, error.written)
    if (error instanceof BadFile) return reportOf(run, file, error.problems)
    throw error
  }
}

/** Reads a file, of our own or of another program. @throws BadFile */
async function fileOf(run: Run): Promise<ImportFile> {
  const { path, name, area, settings, progress } = run
  const opened = await openSource(path, {
    name,
    fields: tableFieldsOf(area),
    language: mainLanguage(settings),
    mappingOf: await mappingsOf(run, run),
    noteRead: (done, total) => progress?.('read', done, total),
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadableSource)) throw error
    throw new BadFile([{ place: name, problem: error.sentence }])
  })
  return 'json' in opened ? ownFile(opened.json, name) : foreignFile(run, opened)
}

function ownFile(bytes: Uint8Array, place: string): ImportFile {
  const file = jsonFile(bytes)
  if ((file as { format?: unknown } | null)?.format === 'discordia-downloads')
    throw new BadFile([{ place, problem: said('transfer.downloads_gone') }])
  const nothing = async () => undefined
  return { file, places: [], losses: [], recognised: null, keep: nothing, drop: nothing }
}

async function foreignFile(
  run: Run,
  { format: kind, source, columns, mapping }: Extract<Opened, { source: unknown }>,
): Promise<ImportFile> {
  const { format, area, settings } = run
  const language = mainLanguage(settings)
  const names = await changing(run, async (w) => {
    const here = await keysHere(w, format.entries)
    return { ...(await format.names(w)), here, language }
  })
  const pictures = await picturesOf(run, source)
  const found = recordsOf(source, {
    keyPrefix: kind === 'kanka' || kind === 'foundry' ? `${kind}-` : '',
    mapped: mapping.kinds ?? {},
    limits: format.limits,
    names,
    pictureText: pictures.urlOf,
  })
  const { records, places, losses } = found
  const further: Loss[] = []
  const file = format.fileOf(records, {
    timeZone: settings.timeZone,
    language,
    lose: (index, problem) => further.push({ place: places[index] ?? '', problem }),
  })
  assertGoodText(file, 'file')
  const ownPictures = await ownPicturesOf(run, source, found)
  const kindOf = (name: string | null) => (name === null ? null : (format.kindOf?.(name) ?? name))
  const counts = Map.groupBy(source.entries, (entry) => entry.kind ?? '')
  const kinds = Array.from(counts, ([name, { length }]) => ({
    name,
    count: length,
    target: kindOf(targetOf(name, mapping.kinds ?? {})),
  }))
  return {
    file,
    places,
    losses: [...losses, ...further, ...pictures.losses, ...ownPictures.losses],
    recognised: { format: kind, kinds, columns: [...columns] },
    async keep(w, ...args) {
      await pictures.keep(w, ...args)
      await ownPictures.keep(w)
      await rememberMapping(w, { area, format: kind, mapping })
    },
    async drop() {
      await pictures.drop()
      await ownPictures.drop()
    },
    ownPictures,
  }
}

const ENTRY = /^entries\[(\d+)\](?: "[^"]*")?/

/** The problems of a source, with the places that people know. */
function placed(error: unknown, places: readonly Place[]): unknown {
  if (!(error instanceof BadFile) || places.length === 0) return error
  return new BadFile(
    error.problems.map(({ place, problem }) => ({ place: knownPlace(place, places), problem })),
  )
}

function knownPlace(place: Place, places: readonly Place[]): Place {
  if (typeof place !== 'string') return place
  const [own = '', index] = ENTRY.exec(place) ?? []
  const known = places[Number(index)]
  const path = place.slice(own.length)
  if (known === undefined) return place
  if (typeof known === 'string') return known + path
  return path === '' ? known : said('transfer.within', { place: known, path })
}

/** Decisions that are remembered of one format, those of the last import first. */
const REMEMBERED_MAX = 500

type Choice = {
  readonly area: TransferArea
  /** What is decided now. */
  readonly mapping: ImportMapping
}

/** What counts for a file of a format: the decisions of now, and before them those of the last import. */
async function mappingsOf(
  w: HasDb,
  { area, mapping }: Choice,
): Promise<(format: SourceFormat) => ImportMapping> {
  const rows = await w.db
    .selectFrom('import_mappings')
    .select(['format', 'mapping'])
    .where('area', '=', area)
    .execute()
  const known = new Map(rows.map((row) => [row.format, JSON.parse(row.mapping) as ImportMapping]))
  return (format) => {
    const before = known.get(format)
    return {
      kinds: { ...before?.kinds, ...mapping.kinds },
      columns: { ...before?.columns, ...mapping.columns },
    }
  }
}

type Decided = Choice & { readonly format: SourceFormat }

async function rememberMapping(
  w: HasDb,
  { area, format, mapping: { kinds = {}, columns = {} } }: Decided,
): Promise<void> {
  const mapping = JSON.stringify({ kinds: latest(kinds), columns: latest(columns) })
  await w.db
    .insertInto('import_mappings')
    .values({ area, format, mapping })
    .onConflict((conflict) => conflict.columns(['area', 'format']).doUpdateSet({ mapping }))
    .execute()
}

const latest = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).slice(-REMEMBERED_MAX))

/**
 * The value of a file that someone has made or edited.
 * @throws BadFile; Refusal for texts that cannot be stored
 */
function jsonFile(bytes: Uint8Array): unknown {
  const file = parsed(bytes)
  assertGoodText(file, 'file')
  return file
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return jsonOf(bytes)
  } catch (error) {
    const problem = error instanceof UnreadableText ? error.sentence : errors.badJson().sentence
    throw new BadFile([{ place: 'file', problem }])
  }
}

type TransferDeps = Pick<Deps, 'db' | 'files' | 'clock'> & {
  readonly settings: Pick<Settings, 'timeZone' | 'languages'>
}
