import { cutText } from '#shared/cutText.ts'
import { attributeIn, type HtmlToken, htmlEscaped } from '#shared/htmlScan.ts'
import { ENGLISH } from '../../../config/locales.ts'
import { type Sentence, type SentenceTexts, said, sentenceIn } from '../../../text/sentence.ts'
import { entryLink, lightEscaped, outerLink, pictureOf, textOfHtml } from '../html.ts'
import { isSetAt, type Json, jsonAt, listAt, orderAt, readJson, textAt } from '../json.ts'
import { below, paragraphs } from '../light.ts'
import { type Files, hasName, type Source, type SourceEntry, type SourceReader } from '../source.ts'
import {
  entityIds,
  fieldsOf,
  folderOf,
  idOf,
  isHidden,
  nameOf,
  unreadLists,
  type World,
  worldOf,
} from './world.ts'

type Word = keyof SentenceTexts['imported']

class KankaText {
  readonly #world: World
  readonly #place: string
  readonly #attributes: ReadonlyMap<string, string>
  readonly #named = new Set<string>()

  constructor(world: World, place: string, model: Json) {
    this.#world = world
    this.#place = place
    this.#attributes = new Map(
      listAt(model, 'entity', 'entityAttributes')
        .filter((attribute) => !isHidden(attribute))
        .map((attribute) => [textAt(attribute, 'id'), textAt(attribute, 'value')]),
    )
  }

  /** What the export says by its form alone. */
  word(word: Word): string {
    return sentenceIn(this.#world.language, said(`imported.${word}`))
  }

  lose(problem: Sentence): void {
    const name = JSON.stringify(problem)
    if (this.#named.has(name)) return
    this.#named.add(name)
    this.#world.losses.push({ place: this.#place, problem })
  }

  light(html: string): string {
    const { text, losses } = textOfHtml(html, {
      place: this.#place,
      changed: (token) => this.#changed(token),
      pictureText: (src, alt) => this.picture(src, alt),
      linkText: (href, words) => this.#link(href, words),
    })
    for (const { problem } of losses) this.lose(problem)
    return text
  }

  /** A text without HTML, which may have mentions. */
  plain(text: string): string {
    return this.light(htmlEscaped(text).replace(/\r?\n/g, '<br>'))
  }

  /** A mention of an entity, by the id that mentions have. */
  mention(id: string, words?: string): string {
    const known = this.#world.entities.get(id)
    if (known?.isPrivate === false)
      return `<a href="entry:${htmlEscaped(id)}">${words ?? htmlEscaped(known.name)}</a>`
    if (known !== undefined) this.#losePrivate(id)
    else this.lose(said('transfer.entity_missing', { id }))
    return words ?? this.word('unknown')
  }

  /** @param src a path in the export, or a URL with the id of a picture of the gallery */
  picture(src: string, alt: string): string {
    const found = this.#pictureAt(src)
    const file = found === null ? undefined : this.#world.files.get(found)
    if (found === null) this.lose(said('transfer.hidden_picture'))
    else if (file === undefined) {
      this.lose(said('transfer.picture_not_in_export', { name: cutText(src, 200) }))
      return outerLink(src, alt)
    } else {
      this.#world.pictures.set(file.name, file)
      return pictureOf(file.name, alt)
    }
    return ''
  }

  #pictureAt(src: string): string | null {
    const { root, gallery, files } = this.#world
    const id = UUID.exec(src)?.[0].toLowerCase() ?? ''
    const known = gallery.get(id)
    if (known !== undefined) return known
    const path = src.replace(/^https?:\/\/[^/]+\//, '').replace(/[?#].*$/, '')
    return [`${root}${path}`, path].find((name) => files.has(name)) ?? ''
  }

  #link(href: string, words: string): string {
    if (href.startsWith('entry:')) return entryLink(href.slice('entry:'.length), words)
    const id = ENTITY_URL.exec(href)?.[1] ?? ''
    const known = this.#world.entities.get(id)
    if (known === undefined) return outerLink(href, words)
    if (!known.isPrivate) return entryLink(id, words)
    this.#losePrivate(id)
    return words
  }

  #losePrivate(id: string): void {
    this.lose(said('transfer.private_link', { id }))
  }

  #changed(token: HtmlToken): string {
    const { source } = token
    if (token.type === 'text') return this.#withMentions(source)
    const id =
      token.type === 'open' && token.name === 'img' ? attributeIn(source, 'data-gallery-id') : null
    if (id === null || !this.#world.gallery.has(id.toLowerCase())) return source
    const alt = (attributeIn(source, 'alt') ?? '').replaceAll('"', '&quot;')
    return `<img src="${htmlEscaped(id)}" alt="${alt}">`
  }

  #withMentions(text: string): string {
    return text
      .replace(MENTION, (_all, id: string, options: string) => {
        const words = options.split('|').findLast((option) => option !== '' && !OPTION.test(option))
        return this.mention(id, words)
      })
      .replace(ATTRIBUTE, (_all, id: string) => {
        const value = this.#attributes.get(id)
        if (value === undefined) this.lose(said('transfer.hidden_attribute'))
        return htmlEscaped(value ?? '')
      })
  }
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
/** As in the address bar. */
const ENTITY_URL = /^https:\/\/(?:app\.)?kanka\.io\/[\w/-]{1,200}\/entities\/(\d{1,40})(?:[/?#-]|$)/
const MENTION = /\[[a-z][\w-]{0,60}:(\d{1,40})((?:\|[^\]|]{0,300}){0,8})\]/gi
const OPTION = /^(?:page|anchor|field|params|tooltip|alias|transclude):/
const ATTRIBUTE = /\{attribute:(\d{1,40})\}/g

/**
 * An export of a campaign: a folder for each kind of entity, a JSON file for each entity, and the pictures.
 * @throws UnreadableSource
 */
export async function readKanka(files: Files, language = ENGLISH): Promise<Source> {
  const world = await worldOf(files, language)
  const entries: SourceEntry[] = []
  for (const path of world.paths) {
    // Read once more: all texts of a campaign at once would be too much.
    const model = await readJson(files.get(path), world.losses)
    if (model === null) continue
    if (world.entities.get(idOf(model, path))?.isPrivate === true)
      world.losses.push({
        place: path,
        problem: said('transfer.private_entity', { name: nameOf(model) }),
      })
    else entries.push(entryOf(world, model, path))
  }
  return { entries, files: world.pictures, losses: world.losses }
}

const MEMBERSHIPS = [
  'characterFamilies',
  'characterRaces',
  'organisationMemberships',
  'members',
  'pivotMembers',
  'pivotLocations',
]

function entryOf(world: World, model: Json, place: string): SourceEntry {
  const text = new KankaText(world, place, model)
  const entity = jsonAt(model, 'entity')
  const name = nameOf(model)
  const own = text.light(textAt(entity, 'entry') || textAt(model, 'entry'))
  const unread = [...unreadLists(model), ...unreadLists(entity)]
  if (unread.length > 0) text.lose(said('transfer.unread_lists', { names: unread }))
  const folder = folderOf(place)
  const part = (textAt(entity, 'type') || textAt(model, 'type')).trim()
  return {
    id: idOf(model, place),
    place,
    title: name,
    kind: world.kinds.get(folder) ?? folder,
    part: part === '' ? null : part,
    aliases: aliasesOf(entity, text),
    body: paragraphs(
      ...ownPictures(model, name, text),
      own,
      ...listAt(entity, 'posts')
        .toSorted((one, other) => orderAt(one, 'position') - orderAt(other, 'position'))
        .map((post) => postOf(post, name, text)),
      ...traits(model, text),
      attributes(entity, text),
      relations(world, model, text),
      linksOf(entity, text),
    ),
    fields: fieldsOf(world, model),
  }
}

function ownPictures(model: Json, name: string, text: KankaText): string[] {
  const entity = jsonAt(model, 'entity')
  return [
    textAt(entity, 'image_uuid') || textAt(entity, 'image_path') || textAt(model, 'image'),
    textAt(entity, 'header_uuid') || textAt(entity, 'header_image'),
  ].flatMap((src) => (src === '' ? [] : [text.picture(src, name)]))
}

function postOf(post: Json, of: string, text: KankaText): string {
  const title = textAt(post, 'name').trim()
  if (isHidden(post)) {
    text.lose(said('transfer.private_text', { title }))
    return ''
  }
  if (textAt(post, 'visibility_id') === '5') text.lose(said('transfer.members_text', { title }))
  return below(1, title || of, text.light(textAt(post, 'entry')))
}

const KINDS_OF_ASSET = { file: '1', link: '2', alias: '3' }
const assetsOf = (entity: Json, kind: keyof typeof KINDS_OF_ASSET): Json[] =>
  listAt(entity, 'assets').filter((asset) => textAt(asset, 'type_id') === KINDS_OF_ASSET[kind])

function aliasesOf(entity: Json, text: KankaText): string[] {
  for (const file of assetsOf(entity, 'file'))
    text.lose(said('transfer.attached_file', { name: textAt(file, 'name') }))
  const hidden = listAt(entity, 'assets').filter(isHidden).length
  if (hidden > 0) text.lose(said('transfer.private_assets', { count: hidden }))
  return assetsOf(entity, 'alias')
    .filter((alias) => !isHidden(alias))
    .map((alias) => textAt(alias, 'name'))
}

function linksOf(entity: Json, text: KankaText): string {
  const lines = assetsOf(entity, 'link')
    .filter((link) => !isHidden(link))
    .map((link) => {
      const url = textAt(link, 'metadata', 'url')
      return `- ${outerLink(url, lightEscaped(textAt(link, 'name') || url))}`
    })
  return listed(text.word('links'), lines)
}

const listed = (title: string, lines: readonly string[], between = '\n'): string =>
  lines.length === 0 ? '' : below(1, title, lines.join(between))

const definition = (term: string, text: string): string =>
  `${term}\n: ${text.replace(/\n/g, '\n    ')}`

function traits(model: Json, text: KankaText): string[] {
  const known = listAt(model, 'characterTraits')
  const isSeen =
    jsonAt(model, 'is_personality_visible') === null || isSetAt(model, 'is_personality_visible')
  const shown = known.filter(
    (trait) => !isHidden(trait) && (isSeen || textAt(trait, 'section_id') !== '2'),
  )
  if (shown.length < known.length)
    text.lose(said('transfer.private_traits', { count: known.length - shown.length }))
  const linesOf = (section: string) =>
    shown
      .filter((trait) => (textAt(trait, 'section_id') || '1') === section)
      .toSorted((one, other) => orderAt(one, 'default_order') - orderAt(other, 'default_order'))
      .map((trait) =>
        definition(lightEscaped(textAt(trait, 'name')) || '–', text.plain(textAt(trait, 'entry'))),
      )
  return [
    listed(text.word('appearance'), linesOf('1'), '\n\n'),
    listed(text.word('personality'), linesOf('2'), '\n\n'),
  ]
}

const TYPES = { checkbox: '3', section: '4' }

function attributes(entity: Json, text: KankaText): string {
  const known = listAt(entity, 'entityAttributes')
  const shown = isSetAt(entity, 'is_attributes_private')
    ? []
    : known.filter((attribute) => !isHidden(attribute) && !isSetAt(attribute, 'is_hidden'))
  if (shown.length < known.length)
    text.lose(said('transfer.private_attributes', { count: known.length - shown.length }))
  const lines = shown
    .toSorted((one, other) => orderAt(one, 'default_order') - orderAt(other, 'default_order'))
    .flatMap((attribute) => {
      const name = lightEscaped(
        textAt(attribute, 'name').replace(/\[(?:icon|range):[^\]]{0,500}\]/g, ''),
      )
      const type = textAt(attribute, 'type_id')
      const value = textAt(attribute, 'value')
      if (type === TYPES.section) return name === '' ? [] : [` ### ${name}`]
      if (type === TYPES.checkbox)
        return [definition(name, isSetAt(attribute, 'value') ? '✓' : '✗')]
      return name === '' || value.trim() === '' ? [] : [definition(name, text.plain(value))]
    })
  return listed(text.word('attributes'), lines, '\n\n')
}

/** Fields that name an entity of another folder, and what they say of it. */
const REFERENCES: readonly (readonly [field: string, folder: string, word: Word])[] = [
  ['location_id', 'locations', 'location'],
  ['family_id', 'families', 'family'],
  ['race_id', 'races', 'race'],
  ['organisation_id', 'organisations', 'organisation'],
  ['character_id', 'characters', 'character'],
  ['quest_id', 'quests', 'quest'],
  ['journal_id', 'journals', 'journal'],
]

function relations(world: World, model: Json, text: KankaText): string {
  const entity = jsonAt(model, 'entity')
  const groups = MEMBERSHIPS.flatMap((name) => listAt(model, name))
  const places = [model, ...groups, ...listAt(entity, 'entityLocations')]
  const references = places
    .filter((part) => part === model || !isHidden(part))
    .flatMap((part) =>
      REFERENCES.flatMap(([field, folder, word]) => {
        const known = world.models.get(`${folder}/${textAt(part, field)}`)
        return known === undefined
          ? []
          : [[textAt(part, 'role') || text.word(word), known.id] as const]
      }),
    )
  const hidden = listAt(entity, 'relationships').filter(isHidden).length
  if (hidden > 0) text.lose(said('transfer.private_relations', { count: hidden }))
  const named = listAt(entity, 'relationships')
    .filter((relation) => !isHidden(relation))
    .map((relation) => [textAt(relation, 'relation'), textAt(relation, 'target_id')] as const)
  const ids = entityIds(world, model, new Set(REFERENCES.map(([field]) => field)))
  for (const unknown of ids.unknown) text.lose(said('transfer.kanka_reference', unknown))
  const all = [...references, ...ids.known, ...named]
  const shown = all.filter(([, id]) => world.entities.get(id)?.isPrivate !== true)
  if (shown.length < all.length)
    text.lose(said('transfer.relations_to_private', { count: all.length - shown.length }))
  const lines = shown.map(
    ([words, id]) => `- ${lightEscaped(words)}: ${text.light(text.mention(id))}`,
  )
  return listed(text.word('relations'), [...new Set(lines)])
}

const TOP = /^[^/]+\.json$/i

export const reader: SourceReader = {
  recognises: (given) =>
    !(given.only || given.isModule || given.hasText) &&
    hasName(given, /\.json$/i) &&
    (given.program === 'Kanka' ||
      (given.program === null && ![...given.files.keys()].every((name) => TOP.test(name)))),
  read: ({ files }, { language }) => readKanka(files, language),
}
