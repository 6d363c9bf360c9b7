import type { MemberId } from '#contract/ids.ts'
import type { Settings } from '../../config/env.ts'
import type { Actor } from '../../desk/actor.ts'
import type { Problem } from './reading.ts'
import type { TransferArea } from './rowsRepository.ts'

/** What the worker thread is to do; plain data, because it is copied into the thread. */
export type Task = {
  readonly settings: Pick<Settings, 'databaseUrl' | 'dataDir'>
  /** Epoch milliseconds. */
  readonly now: number
  readonly area: TransferArea
} & (
  | { readonly verb: 'export' }
  | {
      readonly verb: 'import' | 'check'
      /** The JSON text. */
      readonly bytes: Uint8Array
      readonly who: Actor
      readonly importer: MemberId
    }
)

/** How it ended. The answer is JSON text, so that the serving thread need not serialise it. */
export type Outcome =
  | { readonly answer: Uint8Array }
  | { readonly problems: readonly Problem[] }
  | {
      readonly refusal: {
        readonly status: number
        readonly code: string
        readonly message: string
        readonly attr: string | null
        readonly retryAfterSeconds: number | null
      }
    }
