import type { MemberId } from '#contract/ids.ts'
import type { ImportMapping, Losses, PreviewOf, Recognised } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { ImportStep } from '#contract/transfer.ts'
import type { Settings } from '../../config/env.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import type { Actor } from '../actor.ts'
import type { OwnPictures } from './ownPictures.ts'
import type { Pictures } from './pictures.ts'
import type { Loss, Place } from './sources/source.ts'

export type TransferDeps = Pick<Deps, 'db' | 'files' | 'clock'> & {
  readonly settings: Pick<Settings, 'timeZone' | 'languages'>
}
export type Import = {
  readonly area: TransferArea
  /** The folder, archive or file on disk, of our own or of another program. */
  readonly path: string
  /** The name that people know. */
  readonly name: string
  readonly mapping: ImportMapping
  /** Of the report; English without it. */
  readonly language?: string
  readonly actor: Actor
  readonly importer: MemberId
  readonly progress?: (step: ImportStep, done: number, total: number) => void
  /** Called with all losses where a report has not room for them. */
  readonly noteLosses?: (losses: Losses) => void
  /** Entries that a check shows. */
  readonly preview?: PreviewOf | undefined
  /** Part of the transaction of an import, such as using up its upload. */
  readonly spend?: (tx: Db) => Promise<void>
}

/** A file as one of the area. */
export type ImportFile = {
  readonly file: unknown
  /** Places of the entries in the source, by their index. */
  readonly places: readonly Place[]
  readonly losses: readonly Loss[]
  readonly recognised: Recognised | null
  readonly keep: Pictures['keep']
  /** Pictures of entries of another program. */
  readonly ownPictures?: OwnPictures
  readonly drop: () => Promise<void>
}
