import type { TransferArea } from '#contract/sets.ts'
import type { ImportMapping, SourceFormat } from '#contract/transfer.ts'
import { tableFieldsOf } from '#shared/transfer.ts'
import type { HasDb } from '../db/schema.ts'
import { assertGoodText } from '../http/plugins/textGuard.ts'
import { mainLanguage } from '../text/contentLanguage.ts'
import { said } from '../text/sentence.ts'
import { changing } from '../work/work.ts'
import type { Import, ImportFile, TransferDeps, TransferFormat } from './format.ts'
import { keysHere } from './keyedRows.ts'
import { ownPicturesOf } from './ownPictures.ts'
import { picturesOf } from './pictures.ts'
import { BadFile, jsonFile } from './reading.ts'
import { type Opened, openSource } from './sources/open.ts'
import { recordsOf, targetOf } from './sources/records.ts'
import { type Loss, type Place, UnreadableSource } from './sources/source.ts'

/** Reads a file, of our own or of another program. @throws BadFile */
export async function fileOf(
  deps: TransferDeps,
  format: TransferFormat,
  job: Import,
  isTrial: boolean,
): Promise<ImportFile> {
  const asked = {
    fields: tableFieldsOf(job.area),
    language: mainLanguage(deps.settings),
    mappingOf: await mappingsOf(deps, job),
  }
  const unreadable = (error: unknown) => {
    if (!(error instanceof UnreadableSource)) throw error
    throw new BadFile([{ place: job.name, problem: error.sentence }])
  }
  const opened = await openSource(job.path, job.name, asked, (done, total) =>
    job.progress?.('read', done, total),
  ).catch(unreadable)
  return 'json' in opened
    ? ownFile(opened.json, job.name)
    : foreignFile(deps, format, job, opened, isTrial)
}

function ownFile(bytes: Uint8Array, place: string): ImportFile {
  const file = jsonFile(bytes)
  if ((file as { format?: unknown } | null)?.format === 'discordia-downloads')
    throw new BadFile([{ place, problem: said('transfer.downloads_gone') }])
  const nothing = async () => undefined
  return { file, places: [], losses: [], recognised: null, keep: nothing, drop: nothing }
}

async function foreignFile(
  deps: TransferDeps,
  format: TransferFormat,
  { area }: Import,
  { format: kind, source, columns, mapping }: Extract<Opened, { source: unknown }>,
  isTrial: boolean,
): Promise<ImportFile> {
  const language = mainLanguage(deps.settings)
  const names = await changing(deps, async (w) => {
    const here = await keysHere(w, format.entries)
    return { ...(await format.names(w)), here, language }
  })
  const pictures = await picturesOf(deps, source, isTrial)
  const found = recordsOf(
    source,
    kind === 'kanka' || kind === 'foundry' ? `${kind}-` : '',
    mapping,
    format.limits,
    names,
    pictures.urlOf,
  )
  const { records, places, losses } = found
  const further: Loss[] = []
  const file = format.fileOf(records, {
    timeZone: deps.settings.timeZone,
    language,
    lose: (index, problem) => further.push({ place: places[index] ?? '', problem }),
  })
  assertGoodText(file, 'file')
  const ownPictures = await ownPicturesOf(deps, format.entries, source, found, isTrial)
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
    losses: [...losses, ...further, ...pictures.losses, ...ownPictures.losses],
    recognised: { format: kind, kinds, columns: [...columns] },
    async keep(w, ...args) {
      await pictures.keep(w, ...args)
      await ownPictures.keep(w)
      await rememberMapping(w, area, kind, mapping)
    },
    async drop() {
      await pictures.drop()
      await ownPictures.drop()
    },
    ownPictures,
  }
}

const ENTRY = /^entries\[(\d+)\](?: "[^"]*")?/

/** The problems of a source, with the places that people know. */
export function placed(error: unknown, places: readonly Place[]): unknown {
  if (!(error instanceof BadFile) || places.length === 0) return error
  return new BadFile(
    error.problems.map(({ place, problem }) => ({ place: knownPlace(place, places), problem })),
  )
}

function knownPlace(place: Place, places: readonly Place[]): Place {
  if (typeof place !== 'string') return place
  const [own = '', index] = ENTRY.exec(place) ?? []
  const known = places[Number(index)]
  const path = place.slice(own.length)
  if (known === undefined) return place
  if (typeof known === 'string') return known + path
  return path === '' ? known : said('transfer.within', { place: known, path })
}

/** Decisions that are remembered of one format, those of the last import first. */
const REMEMBERED_MAX = 500

type Choice = {
  readonly area: TransferArea
  /** What is decided now. */
  readonly mapping: ImportMapping
}

/** What counts for a file of a format: the decisions of now, and before them those of the last import. */
export async function mappingsOf(
  w: HasDb,
  { area, mapping }: Choice,
): Promise<(format: SourceFormat) => ImportMapping> {
  const rows = await w.db
    .selectFrom('import_mappings')
    .select(['format', 'mapping'])
    .where('area', '=', area)
    .execute()
  const known = new Map(rows.map((row) => [row.format, JSON.parse(row.mapping) as ImportMapping]))
  return (format) => {
    const before = known.get(format)
    return {
      kinds: { ...before?.kinds, ...mapping.kinds },
      columns: { ...before?.columns, ...mapping.columns },
    }
  }
}

export async function rememberMapping(
  w: HasDb,
  area: TransferArea,
  format: SourceFormat,
  { kinds = {}, columns = {} }: ImportMapping,
): Promise<void> {
  const mapping = JSON.stringify({ kinds: latest(kinds), columns: latest(columns) })
  await w.db
    .insertInto('import_mappings')
    .values({ area, format, mapping })
    .onConflict((conflict) => conflict.columns(['area', 'format']).doUpdateSet({ mapping }))
    .execute()
}

const latest = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).slice(-REMEMBERED_MAX))
