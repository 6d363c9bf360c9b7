import { parentPort, workerData } from 'node:worker_threads'
import { releaseFiles } from '../../db/looseFiles.ts'
import { openDatabase } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { openFiles } from '../../files/openFiles.ts'
import { Refusal } from '../../http/errors.ts'
import { takeUpload, uploadedFile } from '../uploads.ts'
import { writeExport } from './exports.ts'
import { loadFormat } from './importer.ts'
import { undoImport } from './imports.ts'
import { BadFile } from './reading.ts'
import type { Outcome, Task } from './thread.ts'
import { checkArea, importArea } from './transfer.ts'

/* A worker thread: reading and writing a large file takes seconds of computing, its full-text index included. */

/** One statement may write a few hundred long texts and their index. */
const STATEMENT_TIMEOUT_MS = 60_000

const outcome = await run(workerData as Task).then(
  (response): Outcome => ({ response: Buffer.from(JSON.stringify(response ?? null)) }),
  outcomeOf,
)
parentPort?.postMessage(outcome)

async function run(task: Task): Promise<unknown> {
  const { db } = openDatabase(task.settings, STATEMENT_TIMEOUT_MS)
  try {
    const deps = { db, files: await openFiles(task.settings), clock: () => task.now }
    if (task.verb === 'undo') return await undoImport(deps, task)
    const format = await loadFormat(task.format)
    if (task.verb === 'export') return await writeExport(deps, format, task.form, task.path)
    if (task.verb === 'check') return await checkArea(deps, format, task)
    const { actor, upload } = task
    const spend = async (tx: Db) => {
      const spent = await takeUpload({ tx, actor }, upload, 'import', 'upload')
      await releaseFiles(tx, [uploadedFile(spent)])
    }
    return await importArea(deps, format, { ...task, spend })
  } finally {
    await db.destroy()
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof BadFile) return { problems: error.problems }
  if (!(error instanceof Refusal)) throw error
  const { status, code, message, attr, retryAfterSeconds } = error
  return { refusal: { status, code, message, attr, retryAfterSeconds } }
}
