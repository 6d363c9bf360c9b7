import { tableFieldsOf } from '#contract/transfer.ts'
import { assertGoodText } from '../../http/plugins/textGuard.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { said } from '../../text/sentence.ts'
import type { TextsFormat, TransferFormat } from './format.ts'
import type { Import, ImportFile, TransferDeps } from './job.ts'
import { keysHere } from './keyedRows.ts'
import { mappingsOf, rememberMapping } from './mappings.ts'
import { ownPicturesOf } from './ownPictures.ts'
import { picturesOf } from './pictures.ts'
import { BadFile, jsonFile } from './reading.ts'
import { type Opened, openSource } from './sources/open.ts'
import { recordsOf } from './sources/records.ts'
import { type Loss, type Place, UnreadableSource } from './sources/source.ts'
import { targetOf } from './sources/taken.ts'

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
    mappingOf: await mappingsOf(deps.db, job),
  }
  const unreadable = (error: unknown) => {
    if (!(error instanceof UnreadableSource)) throw error
    throw new BadFile([{ place: job.name, problem: error.sentence }])
  }
  if ('open' in format)
    return format.open(deps, job, asked.mappingOf('files'), isTrial).catch(unreadable)
  const opened = await openSource(job.path, job.name, asked, (done, total) =>
    job.progress?.('read', done, total),
  ).catch(unreadable)
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
  format: TextsFormat,
  { area }: Import,
  { format: kind, source, columns, mapping }: Extract<Opened, { source: unknown }>,
  isTrial: boolean,
): Promise<ImportFile> {
  const language = mainLanguage(deps.settings)
  const names = await deps.db.transaction().execute(async (tx) => {
    const here = await keysHere(tx, format.entries)
    return { ...(await format.names(tx)), here, language }
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
    async keep(tx, ...args) {
      await pictures.keep(tx, ...args)
      await ownPictures.keep(tx)
      await rememberMapping(tx, area, kind, mapping)
    },
    async drop() {
      await pictures.drop()
      await ownPictures.drop()
    },
    ownPictures,
  }
}

const ENTRY = /^(?:entries|files)\[(\d+)\](?: "[^"]*")?/

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
