import type { MemberId } from '#contract/ids.ts'
import type { TransferReport } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import { lockTable } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { publishCleared } from '../../http/cache/clearing.ts'
import type { Deps } from '../../http/deps.ts'
import type { Actor } from '../actor.ts'
import { auditedChange } from '../audit.ts'
import type { TransferFormat } from './importer.ts'
import type { Progress } from './keyedRows.ts'
import { BadFile, jsonFile, Reader } from './reading.ts'

type Database = Pick<Deps, 'db' | 'clock'>
export type Import = {
  readonly area: TransferArea
  /** JSON that someone has made or edited. */
  readonly bytes: Uint8Array
  readonly actor: Actor
  readonly importer: MemberId
  readonly progress?: Progress
}

export const exportArea = ({ db }: Pick<Deps, 'db'>, format: TransferFormat): Promise<object> =>
  db.transaction().execute(async (tx) => {
    await lockTable(tx, format.lock)
    return format.export(tx)
  })

/** Reads the file now and writes it when called. @throws BadFile */
function prepare(format: TransferFormat, { bytes, importer, progress }: Import) {
  const reader = new Reader()
  const write = format.read(jsonFile(bytes), reader, importer)
  return async (tx: Db, now: number): Promise<TransferReport> => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    // The lock comes before any row: two files name the same rows in different orders.
    await lockTable(tx, format.lock)
    await write({ tx, now, counts, progress })
    reader.assertGood()
    return { ...counts, problems: [] }
  }
}

/** All of the file or nothing. @throws BadFile naming each wrong row */
export async function importArea(
  deps: Database,
  format: TransferFormat,
  job: Import,
): Promise<TransferReport> {
  const write = prepare(format, job)
  const what = { resource: 'transfer', action: 'import' }
  return auditedChange(deps, job.actor, what, async (tx, now) => {
    const response = await write(tx, now)
    await publishCleared(tx, [job.area])
    const { problems: _none, ...after } = response
    return { record: job.area, before: null, after, response }
  })
}

class RollBack extends Error {
  readonly report: TransferReport
  constructor(report: TransferReport) {
    super('a dry run')
    this.report = report
  }
}

/** Dry run of an import: it is written and rolled back, so that the report is true. */
export async function checkArea(
  { db, clock }: Database,
  format: TransferFormat,
  job: Import,
): Promise<TransferReport> {
  try {
    const write = prepare(format, job)
    return await db.transaction().execute(async (tx): Promise<TransferReport> => {
      throw new RollBack(await write(tx, clock()))
    })
  } catch (error) {
    if (error instanceof RollBack) return error.report
    if (error instanceof BadFile)
      return { added: 0, changed: 0, unchanged: 0, problems: [...error.problems] }
    throw error
  }
}
