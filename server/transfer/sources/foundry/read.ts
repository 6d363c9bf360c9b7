import { TEXT_MAX } from '#contract/fields.ts'
import { cutText } from '#shared/cutText.ts'
import { htmlEscaped } from '#shared/htmlScan.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { isObject, type Json, jsonAt, listAt, orderAt, textAt } from '../json.ts'
import { below } from '../light.ts'
import {
  allOf,
  type Given,
  hasName,
  type Loss,
  type Source,
  type SourceEntry,
  type SourceReader,
  UnreadableSource,
  whole,
} from '../source.ts'
import { type Document, type FoundryWorld, foundryDocuments, foundryText } from './text.ts'

/**
 * Journals, items and actors: exports of one each, a list of them, an adventure, or the lines of a compendium of an older
 * version.
 * @throws UnreadableSource
 */
export async function readFoundry(...files: readonly Uint8Array[]): Promise<Source> {
  const losses: Loss[] = []
  const documents = foundryDocuments(...files)
  const named = documents.filter(({ json }) => textAt(json, 'name').trim() !== '')
  if (named.length === 0) throw new UnreadableSource(said('transfer.no_foundry'))
  if (named.length < documents.length)
    losses.push({
      place: said('transfer.place.file'),
      problem: said('transfer.nameless_documents', { count: documents.length - named.length }),
    })
  const known = new Map<string, Document>()
  for (const document of named) {
    const id = idOf(document.json)
    // Rows of a database are written again when they change.
    if (known.has(id)) losses.push({ place: id, problem: said('transfer.document_twice') })
    known.set(id, document)
  }
  const world = worldOf(known, losses)
  const entries = [...known].flatMap(([id, document]) => entryOf(world, id, document))
  if ([...known.values()].some(({ kind, json }) => isRead(kind) && levelsOf(json).length === 0))
    losses.push({ place: said('transfer.place.file'), problem: said('transfer.foundry_unknown') })
  if (entries.length === 0) throw new UnreadableSource(said('transfer.no_foundry'))
  return { entries, files: world.pictures, losses }
}

const isRead = (kind: Document['kind']): boolean => kind !== 'folder' && kind !== 'other'

function worldOf(known: ReadonlyMap<string, Document>, losses: Loss[]): FoundryWorld {
  const targets = new Map<string, { id: string; name: string }>()
  const names = new Map<string, string>()
  for (const [id, { kind, json }] of known) {
    if (!isRead(kind)) continue
    const target = { id, name: textAt(json, 'name') }
    targets.set(id, target)
    names.set(target.name.toLowerCase(), id)
    for (const page of listAt(json, 'pages')) {
      const pageId = textAt(page, '_id')
      if (pageId !== '' && !targets.has(pageId)) targets.set(pageId, target)
    }
  }
  const folders = new Map(
    [...known]
      .filter(([, { kind }]) => kind === 'folder')
      .map(([id, { json }]) => [id, textAt(json, 'name')]),
  )
  return { targets, names, folders, pictures: new Map(), losses, missing: new Set() }
}

function entryOf(world: FoundryWorld, id: string, { kind, json }: Document): SourceEntry[] {
  if (kind === 'folder') return []
  const title = textAt(json, 'name').trim()
  const lose = (problem: Sentence) => world.losses.push({ place: title, problem })
  if (kind === 'other') {
    lose(said('transfer.foundry_else'))
    return []
  }
  const folder = world.folders.get(textAt(json, 'folder')) ?? textAt(json, 'folder', 'name')
  const { held: ofText, ...texts } =
    kind === 'journal' ? journal(world, title, json) : described(world, title, json)
  const held = isHeld(json) ? said('transfer.foundry_owner') : ofText
  const image = textAt(json, 'img')
  // Foundry's own icons are no pictures of the world.
  if (image !== '' && !/^(?:icons|systems|modules)\//.test(image))
    lose(said('transfer.picture_not_in_file', { name: cutText(image, 200) }))
  return [
    {
      id,
      place: title,
      title,
      kind: kind === 'journal' ? kind : textAt(json, 'type') || kind,
      part: folder === '' ? null : folder,
      aliases: [],
      ...texts,
      ...(held && { held }),
      fields: {},
    },
  ]
}

type Texts = Pick<SourceEntry, 'body' | 'held'>

/** A journal of an old version is one text, a later one has pages. */
function journal(world: FoundryWorld, title: string, json: Json): Texts {
  const pages = listAt(json, 'pages').toSorted(
    (one, other) => orderAt(one, 'sort') - orderAt(other, 'sort'),
  )
  const seen = isHeld(json) ? pages : pages.filter((page) => !isHeld(page))
  const shown = seen.length === 0 ? pages : seen
  if (shown.length < pages.length)
    world.losses.push({
      place: title,
      problem: said('transfer.hidden_pages', { count: pages.length - shown.length }),
    })
  const held = seen.length < shown.length ? said('transfer.foundry_owner') : undefined
  const body =
    shown.length === 0
      ? foundryText(world, title, textAt(json, 'content'))
      : bodyOf(world, title, shown)
  return { body, ...(held && { held }) }
}

function bodyOf(world: FoundryWorld, title: string, shown: readonly Json[]): string {
  const [only, ...others] = shown
  const isWhole =
    only !== undefined &&
    others.length === 0 &&
    (jsonAt(only, 'title', 'show') === false || textAt(only, 'name') === title)
  if (isWhole) return page(world, title, only)
  return shown.map((one) => sectionOf(world, title, one)).join('\n\n')
}

/** Levels of those who may read: 2 and 3. Lower ones see nothing or little, and -1 is that of what is around. */
const OBSERVER = 2
const levelsOf = (json: Json): number[] => {
  const [levels] = [jsonAt(json, 'ownership'), jsonAt(json, 'permission')].filter(isObject)
  return Object.values(levels ?? {}).flatMap((level) =>
    typeof level === 'string' && Number(level) >= 0 ? [Number(level)] : [],
  )
}
/** Some or all players don't see it. */
const isHeld = (json: Json): boolean => levelsOf(json).some((level) => level < OBSERVER)

function sectionOf(world: FoundryWorld, title: string, json: Json): string {
  const level = Math.max(1, Math.min(3, Number(textAt(json, 'title', 'level')) || 1))
  return below(level, textAt(json, 'name').trim() || title, page(world, title, json))
}

function page(world: FoundryWorld, title: string, json: Json): string {
  const name = cutText(textAt(json, 'name'), TEXT_MAX)
  const lose = (problem: Sentence) => world.losses.push({ place: title, problem })
  const type = textAt(json, 'type') || 'text'
  const content = textAt(json, 'text', 'content')
  if (type === 'image') {
    const caption = htmlEscaped(textAt(json, 'image', 'caption'))
    const picture = `<p><img src="${htmlEscaped(textAt(json, 'src'))}" alt="${caption || htmlEscaped(name)}"></p>`
    return foundryText(world, title, `${picture}<p>${caption}</p>`)
  }
  if (type !== 'text') lose(said('transfer.page_kind', { name, kind: type }))
  if (content === '' && textAt(json, 'text', 'markdown') !== '') {
    lose(said('transfer.page_markdown', { name }))
    return textAt(json, 'text', 'markdown')
  }
  return foundryText(world, title, content)
}

/** Paths at which systems describe a thing or a creature; the first one with a text counts. */
const DESCRIPTIONS: readonly (readonly string[])[] = [
  ['description', 'value'],
  ['description'],
  ['details', 'biography', 'public'],
  ['details', 'publicNotes'],
]
/** Texts of creatures that players may not see, as some systems show it to owners alone. */
const OWNERS: readonly (readonly string[])[] = [
  ['details', 'biography', 'value'],
  ['details', 'biography'],
  ['biography', 'value'],
  ['biography'],
]
/** The same for game masters. */
const SECRETS: readonly (readonly string[])[] = [
  ['description', 'gm'],
  ['details', 'privateNotes'],
]

function described(world: FoundryWorld, title: string, json: Json): Texts {
  const data = isObject(jsonAt(json, 'system')) ? jsonAt(json, 'system') : jsonAt(json, 'data')
  const textIn = (paths: readonly (readonly string[])[]) =>
    paths
      .map((path) => textAt(data, ...path))
      .find((text) => text.replace(/<[^>]*>/g, '').trim() !== '')
  const html = textIn(DESCRIPTIONS)
  const biography = textIn(OWNERS)
  const lose = (problem: Sentence) => world.losses.push({ place: title, problem })
  if (textIn(SECRETS) !== undefined || (html !== undefined && biography !== undefined))
    lose(said('transfer.game_master_notes'))
  lose(said('transfer.game_values'))
  const held = html === undefined && biography ? said('transfer.foundry_biography') : undefined
  return { body: foundryText(world, title, html ?? biography ?? ''), ...(held && { held }) }
}

const ONE = /\.(?:json|db)$/i
const DB = /\.db$/i
const PACK = /(?:^|\/)packs\/.*\.json$/i
const MANIFEST = /(?:^|\/)(?:module|system|world)\.json$/

export const reader: SourceReader = {
  // Foundry exports one document at a time.
  recognises: (given) =>
    given.only === null
      ? given.isModule ||
        (!given.hasText &&
          (given.program === 'Foundry' ||
            (given.program === null &&
              [...given.files.keys()].every((name) => /^[^/]+\.json$/i.test(name)))))
      : given.parts === null && ONE.test(given.only.name),
  async read(given) {
    if (given.only !== null) return readFoundry(await whole(given.only))
    return readPacks(given)
  },
}

/** The packs of a module, or several documents; other files are losses. */
async function readPacks(given: Given): Promise<Source> {
  const ending = !given.isModule ? /\.json$/i : hasName(given, DB) ? DB : PACK
  const packs = [...given.files.values()].filter(({ name }) => ending.test(name))
  const source = await readFoundry(...(await allOf(packs)))
  const problem = said('transfer.other_kind')
  const others = [...given.files.keys()].filter(
    (name) => !(ending.test(name) || MANIFEST.test(name)),
  )
  return { ...source, losses: [...source.losses, ...others.map((place) => ({ place, problem }))] }
}

/** An export of one document has its id among the facts of where it is from, and older ones have none. */
const idOf = (json: Json): string =>
  textAt(json, '_id') ||
  textAt(json, '_stats', 'exportSource', 'uuid').split('.').at(-1) ||
  textAt(json, 'name').trim()
