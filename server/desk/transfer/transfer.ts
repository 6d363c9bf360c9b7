import type { MemberId } from '#contract/ids.ts'
import type { TransferReport } from '#contract/schemas/desk.ts'
import type { Db, Deps } from '../../deps.ts'
import { acting } from '../acting.ts'
import type { Actor } from '../actor.ts'
import { exportGlossary, importGlossary } from './glossary.ts'
import { BadFile, makeReader } from './reading.ts'
import type { Progress } from './rowsRepository.ts'
import { exportRules, importRules } from './rules.ts'

export type TransferArea = 'rules' | 'glossary'
type Needs = Pick<Deps, 'db' | 'engine' | 'clock'>
type Import = {
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

async function run(tx: Db, deps: Needs, { area, file, importer, progress }: Import) {
  const reader = makeReader()
  const counts = { added: 0, changed: 0, unchanged: 0 }
  await (area === 'rules'
    ? importRules(tx, deps, file, reader, counts, progress)
    : importGlossary(tx, deps, file, reader, counts, importer, progress))
  reader.assertGood()
  return { ...counts, problems: [] }
}

/** All of the file or nothing. @throws BadFile naming each wrong row */
export async function importArea(deps: Needs, job: Import): Promise<TransferReport> {
  let report: TransferReport = { added: 0, changed: 0, unchanged: 0, problems: [] }
  await acting(deps, job.who, { resource: 'transfer', action: 'import' }, async (tx) => {
    report = await run(tx, deps, job)
    const { added, changed, unchanged } = report
    return {
      record: job.area,
      before: null,
      after: { added, changed, unchanged },
      answer: report,
    }
  })
  return report
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
    return await deps.db.transaction().execute(async (tx): Promise<TransferReport> => {
      throw new NotMeant(await run(tx, deps, job))
    })
  } catch (error) {
    if (error instanceof NotMeant) return error.report
    if (error instanceof BadFile)
      return { added: 0, changed: 0, unchanged: 0, problems: [...error.problems] }
    throw error
  }
}
