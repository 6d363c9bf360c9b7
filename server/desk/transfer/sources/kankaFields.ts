import { referencesDecoded } from '#shared/htmlScan.ts'
import { isList, isObject, isSetAt, type Json, jsonAt, parsedJson, textAt } from './foreignJson.ts'
import { tagsOf, type World } from './kankaWorld.ts'
import { UnreadableSource } from './source.ts'

/* Fields of an entity beside its texts and lists: such as title, age, date, price or months. */

/** Fields of the program itself, and those that are read elsewhere. */
const READ =
  /^(?:id|name|slug|entry|type|image|map|entity|campaign|focus_[xy]|_.*|(?:has|show)_.*|is_(?:private|attributes_private|personality_visible|template|hidden|.*_pinned)|.*_(?:id|at|by|uuid|path|image)|(?:min|max|initial)_zoom|center_[xy]|grid|config)$/

/** Such as `Is completed` of `is_completed`. */
const readable = (name: string): string => {
  const words = name.replace(/^is_/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value in words; empty for none. */
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
