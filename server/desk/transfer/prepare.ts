import type { MemberId } from '#contract/ids.ts'
import type { ImportMapping, PreviewOf, Recognised } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import { tableFieldsOf } from '#contract/transfer.ts'
import type { Settings } from '../../config/env.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { assertGoodText } from '../../http/plugins/textGuard.ts'
import type { Actor } from '../actor.ts'
import type { TransferFormat } from './importer.ts'
import type { Progress } from './keyedRows.ts'
import { mappingsOf, rememberMapping } from './mappings.ts'
import { type Pictures, picturesOf } from './pictures.ts'
import { BadFile, jsonFile } from './reading.ts'
import { type Opened, openSource } from './sources/open.ts'
import { recordsOf, targetOf } from './sources/records.ts'
import { type Loss, UnreadableSource } from './sources/source.ts'

export type TransferDeps = Pick<Deps, 'db' | 'files' | 'clock'> & {
  readonly settings: Pick<Settings, 'timeZone'>
}
export type Import = {
  readonly area: TransferArea
  /** The folder, archive or file on disk, of our own or of another program. */
  readonly path: string
  /** The name that people know. */
  readonly name: string
  readonly mapping: ImportMapping
  readonly actor: Actor
  readonly importer: MemberId
  readonly progress?: Progress
  /** Entries that a check shows. */
  readonly preview?: PreviewOf | undefined
  /** Part of the transaction of an import, such as using up its upload. */
  readonly spend?: (tx: Db) => Promise<void>
}

/** A file as one of the area. */
export type ImportFile = {
  readonly file: unknown
  /** Places of the entries in the source, by their index. */
  readonly places: readonly string[]
  readonly losses: readonly Loss[]
  readonly recognised: Recognised | null
  readonly keep: Pictures['keep']
  readonly drop: () => Promise<void>
}

/** Reads a file, of our own or of another program. @throws BadFile */
export async function fileOf(
  deps: TransferDeps,
  format: TransferFormat,
  job: Import,
  isTrial: boolean,
): Promise<ImportFile> {
  const asked = { fields: tableFieldsOf(job.area), mappingOf: await mappingsOf(deps.db, job) }
  const opened = await openSource(job.path, job.name, asked).catch((error: unknown) => {
    if (!(error instanceof UnreadableSource)) throw error
    throw new BadFile([{ place: job.name, problem: error.message }])
  })
  return 'json' in opened ? ownFile(opened.json) : foreignFile(deps, format, job, opened, isTrial)
}

const ownFile = (bytes: Uint8Array): ImportFile => ({
  file: jsonFile(bytes),
  places: [],
  losses: [],
  recognised: null,
  keep: async () => undefined,
  drop: async () => undefined,
})

async function foreignFile(
  deps: TransferDeps,
  format: TransferFormat,
  { area }: Import,
  { format: kind, source, columns, mapping }: Extract<Opened, { source: unknown }>,
  isTrial: boolean,
): Promise<ImportFile> {
  const names = await deps.db.transaction().execute((tx) => format.names(tx))
  const pictures = await picturesOf(deps, source, isTrial)
  const { records, places, losses } = recordsOf(
    source,
    kind === 'kanka' || kind === 'foundry' ? `${kind}-` : '',
    mapping,
    format.limits,
    names,
    pictures.urlOf,
  )
  const further: Loss[] = []
  const file = format.fileOf(records, {
    timeZone: deps.settings.timeZone,
    lose: (index, problem) => further.push({ place: places[index] ?? '', problem }),
  })
  assertGoodText(file, 'file')
  const kindOf = (name: string | null) => (name === null ? null : (format.kindOf?.(name) ?? name))
  const counts = Map.groupBy(source.entries, (entry) => entry.kind ?? '')
  const kinds = Array.from(counts, ([name, { length }]) => ({
    name,
    count: length,
    target: kindOf(targetOf(name, mapping.kinds ?? {})),
  }))
  return {
    file,
    places,
    losses: [...losses, ...further, ...pictures.losses],
    recognised: { format: kind, kinds, columns: [...columns] },
    async keep(tx, ...args) {
      await pictures.keep(tx, ...args)
      await rememberMapping(tx, area, kind, mapping)
    },
    drop: pictures.drop,
  }
}

const ENTRY = /^entries\[(\d+)\](?: "[^"]*")?/

/** The problems of a source, with the places that people know. */
export function placed(error: unknown, places: readonly string[]): unknown {
  if (!(error instanceof BadFile) || places.length === 0) return error
  const known = (path: string) =>
    path.replace(ENTRY, (own, index: string) => places[Number(index)] ?? own)
  return new BadFile(error.problems.map((one) => ({ ...one, place: known(one.place) })))
}
