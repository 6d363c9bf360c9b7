import type { TransferReport } from '#contract/transfer.ts'
import { lockTable } from '../db/dialect.ts'
import { onTrial } from '../db/rehearsal.ts'
import type { Read } from '../db/schema.ts'
import { auditedChange } from '../desk/audit.ts'
import type { Deps } from '../http/deps.ts'
import { changing } from '../work/work.ts'
import type { Import, ImportFile, TransferDeps, TransferFormat } from './format.ts'
import type { Counts } from './keyedRows.ts'
import { PicturesChanged } from './pictures.ts'
import { fileOf, placed } from './prepare.ts'
import { BadFile, Reader } from './reading.ts'
import { EntryNotes, reportOf } from './report.ts'
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

const NOTHING_DONE = { added: 0, changed: 0, unchanged: 0 }
/** Checks a file now and writes it when called. @throws BadFile */
function writerOf(
  format: TransferFormat,
  job: Import,
  { file, places, recognised, ownPictures }: ImportFile,
) {
  const reader = new Reader()
  try {
    const write = format.read(file, reader, job.importer)
    return async (w: Read) => {
      // A transaction that has lost a race for locks runs again, and reports its last run alone.
      reader.forget()
      const journal = new Journal()
      const entries = new EntryNotes(job.preview)
      const counts = { ...NOTHING_DONE }
      // The lock comes before any row: two files name the same rows in different orders.
      await lockTable(w.db, format.lock)
      await write({
        db: w.db,
        now: w.now,
        counts,
        progress: (done, total) => job.progress?.('write', done, total),
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
export const importArea: typeof importOnce = (...args) =>
  importOnce(...args).catch((error: unknown) => {
    if (error instanceof PicturesChanged) return importArea(...args)
    throw error
  })

async function importOnce(
  deps: TransferDeps,
  format: TransferFormat,
  job: Import,
): Promise<TransferReport> {
  const file = await fileOf(deps, format, job, false)
  const progress = (done: number, total: number) => job.progress?.('index', done, total)
  const isLong = rowsIn(file) >= MANY
  const what = { resource: 'transfer', action: 'import', ...(isLong && { long: { progress } }) }
  try {
    const write = writerOf(format, job, file)
    return await auditedChange(deps, job.actor, what, async (w) => {
      const { db: tx, now } = w
      await job.spend?.({ db: tx })
      const { counts, journal, entries } = await write({ db: tx, now })
      const id = await keepImport({ db: tx, now }, job, counts)
      const rows = id === null ? {} : await journal.keep({ db: tx }, id, job.actor.id)
      await file.keep({ db: tx, now }, id, job.importer)
      w.clear([job.area])
      const after = { name: job.name, ...counts, ...rows }
      return {
        record: job.area,
        before: null,
        after,
        response: reportOf(job, file, { counts, entries }),
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
  let file: Pick<ImportFile, 'losses' | 'recognised'> = { losses: [], recognised: null }
  try {
    const found = await fileOf(deps, format, job, true)
    file = found
    const write = writerOf(format, job, found)
    return await onTrial(deps.db, async (tx): Promise<TransferReport> => {
      throw new RollBack(await write({ db: tx, now: deps.clock() }))
    })
  } catch (error) {
    if (error instanceof RollBack) return reportOf(job, file, error.written)
    if (error instanceof BadFile) return reportOf(job, file, null, error.problems)
    throw error
  }
}
