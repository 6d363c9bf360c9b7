import type { MemberId } from '#contract/ids.ts'
import type { TransferReport } from '#contract/schemas/desk.ts'
import type { Db } from '../../db/schema.ts'
import type { Actor } from '../../desk/actor.ts'
import { acting } from '../../desk/auditedChange.ts'
import type { Deps } from '../../http/deps.ts'
import { exportGlossary, readGlossary } from '../glossary/transfer.ts'
import { exportRules, readRules } from '../rules/transfer.ts'
import { BadFile, makeReader } from './reading.ts'
import type { Progress, TransferArea } from './rowsRepository.ts'

export type { TransferArea } from './rowsRepository.ts'

type Needs = Pick<Deps, 'db' | 'engine' | 'clock'>
export type Import = {
  readonly area: TransferArea
  readonly file: unknown
  readonly who: Actor
  /** Stands for authors that have no account here. */
  readonly importer: MemberId
  readonly progress?: Progress
}

/** Area as a file of docs/transfer-format.md. */
export const exportArea = ({ db, engine }: Needs, area: TransferArea): Promise<object> =>
  db.transaction().execute(async (tx): Promise<object> => {
    if (area === 'rules') return exportRules(tx, { engine })
    return exportGlossary(tx, { engine })
  })

/** Reads the file at once, writes it when called. @throws BadFile */
function read({ area, file, importer, progress }: Import) {
  const reader = makeReader()
  const write = area === 'rules' ? readRules(file, reader) : readGlossary(file, reader, importer)
  return async (tx: Db, deps: Needs): Promise<TransferReport> => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    await write({ tx, deps, counts, progress })
    reader.assertGood()
    return { ...counts, problems: [] }
  }
}

/** All of the file or nothing. @throws BadFile naming each wrong row */
export async function importArea(deps: Needs, job: Import): Promise<TransferReport> {
  const write = read(job)
  return acting(deps, job.who, { resource: 'transfer', action: 'import' }, async (tx) => {
    const report = await write(tx, deps)
    const { added, changed, unchanged } = report
    return {
      record: job.area,
      before: null,
      after: { added, changed, unchanged },
      answer: report,
    }
  })
}

/** The import was only tried. */
class NotMeant extends Error {
  readonly report: TransferReport
  constructor(report: TransferReport) {
    super('a dry run')
    this.report = report
  }
}

/** What an import would do: it is done and taken back, so that the report is true. */
export async function checkArea(deps: Needs, job: Import): Promise<TransferReport> {
  try {
    const write = read(job)
    return await deps.db.transaction().execute(async (tx): Promise<TransferReport> => {
      throw new NotMeant(await write(tx, deps))
    })
  } catch (error) {
    if (error instanceof NotMeant) return error.report
    if (error instanceof BadFile)
      return { added: 0, changed: 0, unchanged: 0, problems: [...error.problems] }
    throw error
  }
}
