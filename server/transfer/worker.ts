import { parentPort } from 'node:worker_threads'
import type { ImportStep, Losses, Step } from '#contract/transfer.ts'
import { releaseFiles } from '../db/looseFiles.ts'
import { openDatabase } from '../db/open.ts'
import type { HasDb } from '../db/rows.ts'
import { takeUpload, uploadedFile } from '../desk/uploads.ts'
import { openFiles } from '../files/openFiles.ts'
import { Refusal } from '../http/errors.ts'
import { writeExport } from './exports.ts'
import { loadFormat } from './format.ts'
import { undoImport } from './imports.ts'
import { BadFile } from './reading.ts'
import type { Outcome, Task } from './thread.ts'
import { checkArea, importArea } from './transfer.ts'

/* A worker thread: reading and writing a large file takes seconds of computing, its full-text index included. */

/** One statement may write a few hundred long texts and their index. */
const STATEMENT_TIMEOUT_MS = 60_000

let last = ''

// One task after the other.
parentPort?.on('message', async (task: Task) => {
  last = ''
  const outcome = await run(task).then(
    (response): Outcome => ({ response: Buffer.from(JSON.stringify(response ?? null)) }),
    outcomeOf,
  )
  parentPort?.postMessage(outcome)
})

/** Reports each hundredth part. */
function progress(step: ImportStep, done: number, total: number): void {
  const part = `${step} ${Math.floor((100 * done) / total)}`
  if (part !== last) parentPort?.postMessage({ step, done, total } satisfies Step)
  last = part
}

async function run(task: Task): Promise<unknown> {
  const { db } = openDatabase(task.settings, STATEMENT_TIMEOUT_MS)
  try {
    const { settings } = task
    const deps = { db, files: await openFiles(settings), clock: () => task.now, settings }
    if (task.verb === 'undo') return await undoImport(deps, task)
    const format = await loadFormat(task.format)
    const noteLosses = (losses: Losses) => parentPort?.postMessage(losses)
    if (task.verb === 'export') return await writeExport(deps, format, task)
    if (task.verb === 'check')
      return await checkArea(deps, format, { ...task, progress, noteLosses })
    const { actor, upload } = task
    const spend = async (w: HasDb) => {
      const taking = { id: upload, purpose: 'import', attr: 'upload' } as const
      const spent = await takeUpload({ db: w.db, actor }, taking)
      await releaseFiles(w.db, [uploadedFile(spent)])
    }
    return await importArea(deps, format, { ...task, spend, progress, noteLosses })
  } finally {
    await db.destroy()
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof BadFile) return { problems: error.problems }
  if (!(error instanceof Refusal)) throw error
  const { status, code, sentence, attr, retryAfterSeconds } = error
  return { refusal: { status, code, sentence, attr, retryAfterSeconds } }
}
