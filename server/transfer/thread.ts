import { Worker } from 'node:worker_threads'
import type { MemberId } from '#contract/ids.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { ExportForm, ImportMapping, Losses, PreviewOf, Step } from '#contract/transfer.ts'
import type { Settings } from '../config/env.ts'
import type { Actor } from '../desk/audit.ts'
import { Refusal } from '../http/errors.ts'
import { type Gate, makeGate } from '../http/gate.ts'
import type { Sentence } from '../text/sentence.ts'
import { BadFile, type Problem } from './reading.ts'

/** Data of the worker thread; plain data, because it is copied into the thread. */
export type Task = {
  readonly settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 's3' | 'timeZone' | 'languages'>
  readonly now: number
} & (UndoTask | AreaTask)

export type UndoTask = {
  readonly verb: 'undo'
  readonly id: number
  readonly actor: Actor
}
type AreaTask = {
  readonly area: TransferArea
  readonly format: string
} & (
  | {
      readonly verb: 'export'
      readonly form: ExportForm
      readonly language: string
      readonly path: string
    }
  | {
      readonly verb: 'import' | 'check'
      readonly path: string
      readonly name: string
      readonly upload: string
      readonly mapping: ImportMapping
      readonly language: string
      readonly preview: PreviewOf | undefined
      readonly actor: Actor
      readonly importer: MemberId
    }
)

/** How far the task is, and what it loses. */
export type NoteStep = (step: Step | Losses) => void

/** `response` is JSON text, so that the serving thread need not serialise it. */
export type Outcome =
  | { readonly response: Uint8Array }
  | { readonly problems: readonly Problem[] }
  | {
      readonly refusal: {
        readonly status: number
        readonly code: string
        readonly sentence: Sentence
        readonly attr: string | null
        readonly retryAfterSeconds: number | null
      }
    }

/** Each takes a thread and some hundred MB of memory for a file of the largest size. */
const THREADS_MAX = 1
const QUEUE_MAX = 4

export const makeThreadGate = (): Gate => makeGate(THREADS_MAX, QUEUE_MAX)

export const threadSettings = ({
  databaseUrl,
  dataDir,
  s3,
  timeZone,
  languages,
}: Settings): Task['settings'] => ({
  databaseUrl,
  dataDir,
  s3,
  timeZone,
  languages,
})

const WORKER = new URL('./worker.ts', import.meta.url)

/** Limit far above the need of the largest file. An overflow ends the thread, not the process. */
const HEAP_MAX_MB = 1024

/** A start takes about a second, and an import mostly follows its dry run. */
const KEPT_MS = 30_000

/** A thread whose task is over, and what ends it. */
let waiting: { readonly thread: Worker; readonly end: NodeJS.Timeout } | undefined

/**
 * Runs the task in a thread of its own, over a database connection of its own.
 * @param noteStep called at each hundredth part
 * @returns JSON text
 * @throws BadFile or another Refusal, as the task did
 */
export async function inThread(task: Task, noteStep?: NoteStep): Promise<Buffer> {
  const outcome = await outcomeIn(takeThread(), task, noteStep)
  if ('response' in outcome) return Buffer.from(outcome.response)
  if ('problems' in outcome) throw new BadFile(outcome.problems)
  const { status, code, sentence, attr, retryAfterSeconds } = outcome.refusal
  throw new Refusal(status, code, sentence, attr, retryAfterSeconds)
}

function takeThread(): Worker {
  if (waiting !== undefined) {
    const { thread, end } = waiting
    clearTimeout(end)
    waiting = undefined
    return thread
  }
  const thread = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } })
  // A thread that fails while no task listens must not end the process.
  thread.on('error', () => undefined)
  thread.on('exit', () => {
    if (waiting?.thread === thread) waiting = undefined
  })
  return thread
}

function outcomeIn(thread: Worker, task: Task, noteStep?: NoteStep): Promise<Outcome> {
  return new Promise<Outcome>((resolve, reject) => {
    const endWithout = () => reject(new Error('the thread ended without an outcome'))
    const hear = (message: Outcome | Step | Losses) => {
      if ('step' in message || 'losses' in message) return noteStep?.(message)
      thread.off('message', hear).off('error', reject).off('exit', endWithout)
      keepThread(thread)
      resolve(message)
    }
    thread.on('message', hear).on('error', reject).on('exit', endWithout)
    thread.ref()
    thread.postMessage(task)
  })
}

/** Keeps one thread for a while; it does not keep the process alive. */
function keepThread(thread: Worker): void {
  thread.unref()
  void waiting?.thread.terminate()
  if (waiting !== undefined) clearTimeout(waiting.end)
  const end = setTimeout(() => {
    waiting = undefined
    void thread.terminate()
  }, KEPT_MS)
  waiting = { thread, end: end.unref() }
}
