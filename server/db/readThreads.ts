import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HasDb } from './rows.ts'
import { type Threads, threadsOf } from './sqliteDriver.ts'

/** Their reads are short, so that the system lets the thread that serves run between them. */
const THREADS_MAX = Math.min(2, availableParallelism())
/** Reads that a thread has at a time: the next one begins without a message from here. */
const SENT_MAX = 4
const WAITING_MAX = 512
/** All reads have bounds of their own, far below: a thread that exceeds it is ended, with all its calls. */
const TIMEOUT_MS = 10_000
const HEAP_MAX_MB = 256

const THREAD = new URL('./readThread.ts', import.meta.url)

/** `module` exports the read, made by `threaded`, as `name`. */
type Call = { readonly module: string; readonly name: string; readonly args: unknown }
export type SentCall = Call & { readonly id: number }
export type Outcome = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly message: string; readonly code: string }
)
type Pending = Call & {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}
type Sent = Pending & { readonly timer: NodeJS.Timeout }
type Thread = { readonly worker: Worker; readonly sent: Map<number, Sent> }

/** Leads to 503 (http/failures.ts). */
class ReadFailed extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const closed = () => new ReadFailed('The database is closed', 'ETIMEDOUT')

export type ThreadedRead<Args, Result> = ((w: HasDb, args: Args) => Promise<Result>) & {
  readonly here: (w: HasDb, args: Args) => Promise<Result>
}

/**
 * A read that may take long. SQLite computes on the thread that calls it, so such a read runs in another thread, on a
 * connection of its own; PostgreSQL, and a transaction, which others do not see, are read from here.
 * @param module `import.meta.url` of the file that exports the read
 * @param here gets, and returns, plain data
 */
export const threaded = <Args, Result>(
  module: string,
  name: string,
  here: (w: HasDb, args: Args) => Promise<Result>,
): ThreadedRead<Args, Result> =>
  Object.assign(
    async (w: HasDb, args: Args): Promise<Result> => {
      const threads = w.db.isTransaction ? null : threadsOf(w.db)
      return threads === null
        ? here(w, args)
        : ((await threads.run({ module, name, args })) as Result)
    },
    { here },
  )

/** Threads over one file. They start with the first read. */
export class ReadThreads implements Threads {
  readonly #file: string
  readonly #threads = new Set<Thread>()
  readonly #waiting: Pending[] = []
  #lastId = 0
  #isClosed = false
  constructor(file: string) {
    this.#file = file
  }

  /** @throws ReadFailed when too many calls wait */
  run(call: Call): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(closed())
    if (this.#waiting.length >= WAITING_MAX)
      return Promise.reject(new ReadFailed('Too many reads are waiting', 'SQLITE_BUSY'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...call, resolve, reject })
      this.#send()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(closed())
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #send(): void {
    for (;;) {
      const thread = this.#waiting.length === 0 ? null : this.#freeThread()
      const call = thread === null ? undefined : this.#waiting.shift()
      if (thread === null || call === undefined) return
      const { module, name, args } = call
      const id = ++this.#lastId
      if (thread.sent.size === 0) thread.worker.ref()
      const timer = setTimeout(() => void thread.worker.terminate(), TIMEOUT_MS).unref()
      thread.sent.set(id, { ...call, timer })
      thread.worker.postMessage({ id, module, name, args } satisfies SentCall)
    }
  }

  /** The thread with the fewest calls; null while all have enough. */
  #freeThread(): Thread | null {
    const [best] = [...this.#threads].sort((a, b) => a.sent.size - b.sent.size)
    const hasRoom = this.#threads.size < THREADS_MAX
    if (best === undefined || (hasRoom && best.sent.size > 0)) return this.#start()
    return best.sent.size < SENT_MAX ? best : null
  }

  #start(): Thread {
    const worker = new Worker(THREAD, {
      workerData: this.#file,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    })
    const thread: Thread = { worker, sent: new Map() }
    this.#threads.add(thread)
    // It keeps the process alive only while it has calls.
    worker.unref()
    worker.on('error', (error) => this.#end(thread, error))
    worker.on('exit', () => this.#end(thread, new ReadFailed('The thread has ended', 'ETIMEDOUT')))
    worker.on('message', (outcomes: readonly Outcome[]) => {
      for (const outcome of outcomes) this.#settle(thread, outcome)
      if (thread.sent.size === 0) worker.unref()
      this.#send()
    })
    return thread
  }

  #settle({ sent }: Thread, outcome: Outcome): void {
    const call = sent.get(outcome.id)
    clearTimeout(call?.timer)
    sent.delete(outcome.id)
    if ('value' in outcome) call?.resolve(outcome.value)
    else call?.reject(new ReadFailed(outcome.message, outcome.code))
  }

  #end(thread: Thread, error: unknown): void {
    this.#threads.delete(thread)
    for (const { timer, reject } of thread.sent.values()) {
      clearTimeout(timer)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    thread.sent.clear()
    this.#send()
  }
}
