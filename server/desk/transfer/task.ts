import type { MemberId } from '#contract/ids.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { Settings } from '../../config/env.ts'
import type { Actor } from '../actor.ts'
import type { Problem } from './reading.ts'

/** Of the worker thread; plain data, because it is copied into the thread. */
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
      readonly actor: Actor
      readonly importer: MemberId
    }
)

/** `response` is JSON text, so that the serving thread need not serialise it. */
export type Outcome =
  | { readonly response: Uint8Array }
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
