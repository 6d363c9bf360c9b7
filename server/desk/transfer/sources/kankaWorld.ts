import { type Sentence, said } from '../../../text/sentence.ts'
import { foreignJson, isList, isSetAt, type Json, jsonAt, listAt, textAt } from './foreignJson.ts'
import { type Files, type Loss, type SourceFile, UnreadableSource } from './source.ts'

/** Bytes of one file with an entity. */
const ENTITY_MAX = 20_000_000
/** Folders without entities. */
const OTHER_FOLDERS = new Set(['gallery', 'settings', 'w', 'campaigns'])
/** Readers of a campaign who are no players: administrators, the author, or both. */
const STAFF = new Set(['2', '3', '4'])

export const isHidden = (part: Json): boolean =>
  isSetAt(part, 'is_private') || STAFF.has(textAt(part, 'visibility_id'))

export type Known = { readonly id: string; readonly name: string; readonly isPrivate: boolean }
/** An export without the texts of its entities. */
export type World = {
  /** Before each name: the folder in which the export lies. */
  readonly root: string
  readonly files: Files
  /** Paths of the entities, in reading order. */
  readonly paths: readonly string[]
  /** By the id that mentions have. */
  readonly entities: ReadonlyMap<string, Known>
  /** By folder and the id in it, as `locations/12`. */
  readonly models: ReadonlyMap<string, Known>
  /** Pictures of the gallery by their ids; null for those that players don't see. */
  readonly gallery: ReadonlyMap<string, string | null>
  /** Names of kinds that the campaign has added, by folder. */
  readonly kinds: ReadonlyMap<string, string>
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
  return { root, files, paths, entities, models, gallery, kinds, losses, language }
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

/** Null for a file that is no JSON; the loss is named. */
export async function readJson(file: SourceFile | undefined, losses: Loss[]): Promise<Json | null> {
  if (file === undefined) return null
  const lose = (problem: Sentence) => losses.push({ place: file.name, problem })
  if (file.size > ENTITY_MAX) {
    lose(said('transfer.large_entity'))
    return null
  }
  try {
    return foreignJson(await file.bytes())
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    lose(said('transfer.unreadable_left_out', { problem: error.sentence }))
    return null
  }
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
export const tagsOf = (world: World, model: Json): string[] =>
  listAt(model, 'entity', 'entityTags').flatMap((tag) => {
    const known = world.models.get(`tags/${textAt(tag, 'tag_id')}`)
    return known === undefined || known.isPrivate ? [] : [known.name]
  })
