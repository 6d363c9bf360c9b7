import { referencesDecoded } from '#shared/htmlScan.ts'
import { said } from '../../../text/sentence.ts'
import {
  isList,
  isObject,
  isSetAt,
  type Json,
  jsonAt,
  listAt,
  parsedJson,
  readJson,
  textAt,
} from '../json.ts'
import { type Files, type Loss, type SourceFile, UnreadableSource } from '../source.ts'

const OTHER_FOLDERS = new Set(['gallery', 'settings', 'w', 'campaigns'])
/** Readers of a campaign who are no players: administrators, the author, or both. */
const STAFF = new Set(['2', '3', '4'])

export const isHidden = (part: Json): boolean =>
  isSetAt(part, 'is_private') || STAFF.has(textAt(part, 'visibility_id'))

type Known = { readonly id: string; readonly name: string; readonly isPrivate: boolean }
/** An export without the texts of its entities. */
export type World = {
  /** The folder in which the export lies, before each name. */
  readonly root: string
  readonly files: Files
  readonly paths: readonly string[]
  /** Keyed by the id that mentions have. */
  readonly entities: ReadonlyMap<string, Known>
  /** Keyed by folder and the id in it, as `locations/12`. */
  readonly models: ReadonlyMap<string, Known>
  /** Pictures of the gallery by their ids; null for those that players don't see. */
  readonly gallery: ReadonlyMap<string, string | null>
  /** Names of kinds that the campaign has added, by folder. */
  readonly kinds: ReadonlyMap<string, string>
  /** Files that texts show. */
  readonly pictures: Map<string, SourceFile>
  readonly losses: Loss[]
  /** The language of words that the export doesn't have. */
  readonly language: string
}

/** @throws UnreadableSource */
export async function worldOf(files: Files, language: string): Promise<World> {
  const root = rootOf(files)
  const losses: Loss[] = []
  const found = [...files.keys()].filter((path) => isEntityPath(path, root)).sort()
  const entities = new Map<string, Known>()
  const models = new Map<string, Known>()
  const paths: string[] = []
  for (const path of found) {
    const model = await readJson(files.get(path), losses)
    if (model === null || nameOf(model) === '') {
      if (model !== null) losses.push({ place: path, problem: said('transfer.nameless_file') })
      continue
    }
    const id = idOf(model, path)
    if (entities.has(id)) {
      losses.push({ place: path, problem: said('transfer.id_twice', { id }) })
      continue
    }
    const known = { id, name: nameOf(model), isPrivate: isPrivate(model) }
    entities.set(id, known)
    models.set(`${folderOf(path)}/${textAt(model, 'id')}`, known)
    paths.push(path)
  }
  if (paths.length === 0) throw new UnreadableSource(said('transfer.no_kanka'))
  const gallery = await galleryOf(files, root, losses)
  const kinds = await kindsOf(files.get(`${root}settings/custom-modules.json`), losses)
  const pictures = new Map<string, SourceFile>()
  return { root, files, paths, entities, models, gallery, kinds, pictures, losses, language }
}

export const folderOf = (path: string): string => path.split('/').at(-2) ?? ''
export const idOf = (model: Json, path: string): string =>
  textAt(model, 'entity', 'id') || textAt(model, 'id') || path
export const nameOf = (model: Json): string =>
  (textAt(model, 'name') || textAt(model, 'entity', 'name')).trim()
const isPrivate = (model: Json): boolean => isHidden(model) || isHidden(jsonAt(model, 'entity'))

function rootOf(files: Files): string {
  const known = [...files.keys()].filter((path) => /(?:^|\/)campaign\.json$/.test(path))
  const shortest = known.sort((one, other) => one.length - other.length).at(0)
  return shortest?.slice(0, -'campaign.json'.length) ?? ''
}

function isEntityPath(path: string, root: string): boolean {
  if (!path.startsWith(root) || !path.endsWith('.json')) return false
  const [folder = '', name, ...deeper] = path.slice(root.length).split('/')
  return name !== undefined && deeper.length === 0 && !OTHER_FOLDERS.has(folder)
}

const GALLERY = /^gallery\/([\da-f-]{36})\.(\w+)$/i

async function galleryOf(files: Files, root: string, losses: Loss[]) {
  const gallery = new Map<string, string | null>()
  for (const [path, file] of files) {
    const [, id = '', type] = GALLERY.exec(path.slice(root.length)) ?? []
    if (id === '' || !path.startsWith(root)) continue
    const key = id.toLowerCase()
    if (type !== 'json') {
      if (!gallery.has(key)) gallery.set(key, path)
    } else if (STAFF.has(textAt(await readJson(file, losses), 'visibility_id')))
      gallery.set(key, null)
  }
  return gallery
}

async function kindsOf(file: SourceFile | undefined, losses: Loss[]) {
  const modules = await readJson(file, losses)
  const list = modules !== null && isList(modules) ? modules : []
  return new Map(
    list.flatMap((module) => {
      const camel = textAt(module, 'code').replace(/[_\s-]+(\w)/g, (_all, letter: string) =>
        letter.toUpperCase(),
      )
      const name = textAt(module, 'plural') || textAt(module, 'singular')
      return name === '' ? [] : [[`${camel}_${textAt(module, 'id')}`, name] as const]
    }),
  )
}

/** Names of the tags of an entity, without private ones. */
const tagsOf = (world: World, model: Json): string[] =>
  listAt(model, 'entity', 'entityTags').flatMap((tag) => {
    const known = world.models.get(`tags/${textAt(tag, 'tag_id')}`)
    return known === undefined || known.isPrivate ? [] : [known.name]
  })

/* Fields of an entity beside its texts and lists: such as title, age, date, price or months. */

/** Fields of the program itself, and those that are read elsewhere. */
const READ =
  /^(?:id|name|slug|entry|type|image|map|entity|campaign|focus_[xy]|_.*|(?:has|show)_.*|is_(?:private|attributes_private|personality_visible|template|hidden|.*_pinned)|.*_(?:id|at|by|uuid|path|image)|(?:min|max|initial)_zoom|center_[xy]|grid|config)$/

/** Such as `Is completed` of `is_completed`. */
const readable = (name: string): string => {
  const words = name.replace(/^is_/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: Json): string {
  if (value === null || value === false) return ''
  if (value === true) return '✓'
  if (typeof value === 'string') return ownText(value.trim())
  if (!isList(value))
    return Object.entries(value)
      .map(([name, one]) => [name, valueText(one)] as const)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${name}: ${text}`)
      .join(', ')
  const parts = value.map(valueText).filter((text) => text !== '')
  return parts.join(value.some(isObject) ? '\n' : ', ')
}

/** Calendars have their months and days as JSON in a text. */
function ownText(text: string): string {
  if (/^[[{]/.test(text))
    try {
      return valueText(parsedJson(text))
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw error
    }
  return referencesDecoded(text.replace(/<\/?[a-z][^<>]*>/gi, ' ')).trim()
}

/** Lists of what has ids or is for some readers alone, such as posts, are no values: they are read, or named. */
const isOfRecords = (value: Json): boolean =>
  isList(value)
    ? value.some(isOfRecords)
    : isObject(value) && Object.keys(value).some((name) => /^(?:.*_)?id$|^is_private$/.test(name))

/** Lists that no reader of ours reads, with their numbers. */
export const unreadLists = (part: Json): string[] =>
  Object.entries(isObject(part) ? part : {}).flatMap(([name, value]) =>
    isOfRecords(value) && !LISTS.has(name) && !READ.test(name)
      ? [`${name} (${isList(value) ? value.length : 1})`]
      : [],
  )

export function fieldsOf(world: World, model: Json): Record<string, string> {
  const fields = new Map<string, string>()
  for (const part of [model, jsonAt(model, 'entity')])
    for (const [name, value] of isObject(part) ? Object.entries(part) : []) {
      if (READ.test(name) || isOfRecords(value) || LISTS.has(name)) continue
      const isFlag = name.startsWith('is_')
      const text = isFlag ? (isSetAt(part, name) ? '✓' : '') : valueText(value)
      if (text !== '') fields.set(readable(name), text)
    }
  const tags = tagsOf(world, model)
  if (tags.length > 0) fields.set('Tags', tags.join(', '))
  return Object.fromEntries(fields)
}

/** Lists that are read elsewhere, also without ids. */
const LISTS = new Set([
  ...['characterTraits', 'characterFamilies', 'characterRaces', 'organisationMemberships'],
  ...['members', 'pivotMembers', 'pivotLocations', 'entityTags', 'entityAttributes'],
  ...['entityLocations', 'relationships', 'posts', 'assets'],
  // Mentions of the entity by others: their texts have them.
  'mentions',
])

/** Ids that say nothing of the world. */
const BARE = /^(?:id|entity_id|campaign_id|type_id|user_id|template_id)$/

/** Entities that fields name, such as the author; and fields whose ids are not in the export. */
export function entityIds(world: World, model: Json, read: ReadonlySet<string>) {
  const known: (readonly [words: string, id: string])[] = []
  const unknown: { readonly name: string; readonly id: string }[] = []
  for (const part of [model, jsonAt(model, 'entity')])
    for (const name of isObject(part) ? Object.keys(part) : []) {
      const id = textAt(part, name)
      if (!name.endsWith('_id') || BARE.test(name) || /^0?$/.test(id)) continue
      const stem = name.slice(0, -'_id'.length)
      const folder = stem.endsWith('y') ? `${stem.slice(0, -1)}ies` : `${stem}s`
      const found =
        world.models.get(`${folder}/${id}`) ??
        (ENTITY.test(name) ? world.entities.get(id) : undefined)
      if (found === undefined) unknown.push({ name, id })
      else if (!(part === model && read.has(name))) known.push([readable(stem), found.id])
    }
  return { known, unknown }
}
/** Fields that name any entity, by the id that mentions have. */
const ENTITY = /^(?:parent|author|instigator|owner)_id$/
