import { cutText } from '#shared/cutText.ts'
import { type HtmlToken, htmlEscaped, referencesDecoded } from '#shared/htmlScan.ts'
import { textOf, UnreadableText } from '../../../text/handMade.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { entryLink, lightEscaped, outerLink, pictureOf, textOfHtml } from '../html.ts'
import { isList, isObject, type Json, jsonAt, listAt, parsedJson, textAt } from '../json.ts'
import { type Loss, type SourceFile, UnreadableSource } from '../source.ts'

/** Bytes of a picture that the text itself holds. */
const DATA_MAX = 20_000_000

/** What the texts of one file share. */
export type FoundryWorld = {
  /** Names of the entries by their ids; ids of pages name the entry of the page. */
  readonly targets: ReadonlyMap<string, { readonly id: string; readonly name: string }>
  /** Ids by names, for links of old versions. */
  readonly names: ReadonlyMap<string, string>
  /** Names of folders by their ids. */
  readonly folders: ReadonlyMap<string, string>
  readonly pictures: Map<string, SourceFile>
  readonly losses: Loss[]
  /** Targets of links that are not in the file. */
  readonly missing: Set<string>
}

export function foundryText(world: FoundryWorld, place: string, html: string): string {
  const lose = (problem: Sentence) => world.losses.push({ place, problem })
  const { text, losses } = textOfHtml(html, {
    place,
    changed: (token) => changed(world, token, lose),
    pictureText(src, alt) {
      if (world.pictures.has(src)) return pictureOf(src, alt)
      const problem = src.startsWith('data:')
        ? said('transfer.odd_picture_not_in_file')
        : said('transfer.picture_not_in_file', { name: cutText(src, 200) })
      lose(problem)
      return outerLink(src, lightEscaped(alt))
    },
    linkText: (href, words) =>
      href.startsWith('entry:')
        ? entryLink(href.slice('entry:'.length), words)
        : outerLink(href, words),
  })
  for (const loss of losses) world.losses.push(loss)
  return text
}

type Lose = (problem: Sentence) => void

const DATA = /\ssrc\s*=\s*(["']?)data:image\/(png|jpeg|gif|webp);base64,([^"'>]*)\1/i

/** Links and rolls stand in texts as text; a picture may stand in its own tag. */
function changed({ pictures, ...world }: FoundryWorld, token: HtmlToken, lose: Lose): string {
  const { source } = token
  if (token.type === 'text') return withLinks({ pictures, ...world }, withRolls(source), lose)
  const data = token.type === 'open' && token.name === 'img' ? DATA.exec(source) : null
  if (data === null) return source
  const [all, , kind = '', base64 = ''] = data
  if (base64.length > (DATA_MAX / 3) * 4) {
    lose(said('transfer.large_picture'))
    return ''
  }
  const name = `pictures/${pictures.size + 1}.${kind.toLowerCase().replace('jpeg', 'jpg')}`
  const bytes = Buffer.from(base64, 'base64')
  pictures.set(name, { name, size: bytes.length, bytes: () => Promise.resolve(bytes) })
  return source.replace(all, ` src="${name}"`)
}

const ROLL = /\[\[(?:\/([a-zA-Z]{1,20})\s)?([^\n]{0,300}?)(\]{2,3})(?:\{([^}]{1,300})\})?/g
const ROLL_COMMANDS = /^(?:r|roll|pr|publicroll|gmr|gmroll|br|blindroll|sr|selfroll)$/i

/** The formula of a roll, after what it is called. */
const withRolls = (text: string): string =>
  text.replace(
    ROLL,
    (_all, command: string | undefined, inner: string, end: string, label: string | undefined) => {
      const formula = `${inner}${end.slice(2)}`.replace(/\s*#.*$/, '').trim()
      const isRoll = command === undefined || ROLL_COMMANDS.test(command)
      const words = isRoll ? formula : `${command} ${formula}`
      return label === undefined ? words : `${label} (${words})`
    },
  )

const LINK = /@([A-Za-z]{2,30})\[([^\][\n]{1,300})\](?:\{([^}]{1,300})\})?/g

/** `@UUID[…]{words}` and those of old versions, and what systems have like it. */
const withLinks = (world: FoundryWorld, text: string, lose: Lose): string =>
  text.replace(LINK, (all, kind: string, typed: string, words: string | undefined) => {
    const target = referencesDecoded(typed)
    const found = targetOf(world, kind, target)
    if (found !== undefined)
      return `<a href="entry:${htmlEscaped(found.id)}">${words ?? htmlEscaped(found.name)}</a>`
    if (!world.missing.has(all)) {
      world.missing.add(all)
      lose(said('transfer.link_target', { link: `@${kind}[${target}]` }))
    }
    // Names stood in the brackets once. A path of ids says nothing.
    return words ?? (/^(?:UUID|Compendium|Embed)$/.test(kind) ? '…' : typed)
  })

function targetOf({ targets, names }: FoundryWorld, kind: string, target: string) {
  const path = target.split(/[\s#]/)[0] ?? ''
  const id = path.split('.').find((part) => targets.has(part)) ?? names.get(target.toLowerCase())
  return /^(?:Check|Damage|Template)$/.test(kind) || id === undefined ? undefined : targets.get(id)
}

/** Bytes of a file. */
const FILE_MAX = 64_000_000
const foundryDatabase = () => new UnreadableSource(said('transfer.foundry_database'))

/** @throws UnreadableSource */
function jsonIn(bytes: Uint8Array): Json {
  if (bytes.length > FILE_MAX) throw new UnreadableSource(said('transfer.foundry_large'))
  let text: string
  try {
    text = textOf(bytes).trim()
  } catch (error) {
    throw error instanceof UnreadableText ? foundryDatabase() : error
  }
  if (text.includes('\0')) throw foundryDatabase()
  const first = text.slice(0, text.indexOf('\n') + 1).trimEnd()
  const isLines = first.startsWith('{') && first.endsWith('}')
  return isLines
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parsedJson)
    : parsedJson(text)
}

type Kind = 'journal' | 'item' | 'actor' | 'folder' | 'other'
export type Document = { readonly kind: Kind; readonly json: Json }

/** Lists of an adventure and of collections in keys, by kind. */
const LISTS = new Map<string, Kind>([
  ['journal', 'journal'],
  ['items', 'item'],
  ['actors', 'actor'],
  ['folders', 'folder'],
  ['tables', 'other'],
  ['scenes', 'other'],
  ['macros', 'other'],
  ['cards', 'other'],
  ['playlists', 'other'],
])

function documentsIn(json: Json, list: string): Document[] {
  if (isList(json)) return json.flatMap((one) => documentsIn(one, list))
  if (!isObject(json) || json.$$deleted === true) return []
  const isAdventure = listAt(json, 'journal').length > 0 || isList(jsonAt(json, 'scenes'))
  if (isAdventure || (textAt(json, 'name') === '' && Object.values(json).some(isList)))
    return [...LISTS.keys()].flatMap((name) => documentsIn(listAt(json, name), name))
  return [{ kind: kindOf(json, list), json }]
}

function kindOf(json: Json, list: string): Kind {
  const [, collection = list] = /^!([a-z]+)/.exec(textAt(json, '_key')) ?? []
  const known = LISTS.get(collection)
  if (known !== undefined) return known
  if (isList(jsonAt(json, 'pages')) || typeof jsonAt(json, 'content') === 'string') return 'journal'
  const hasData = isObject(jsonAt(json, 'system')) || isObject(jsonAt(json, 'data'))
  if (hasData)
    return jsonAt(json, 'prototypeToken') === null && jsonAt(json, 'token') === null
      ? 'item'
      : 'actor'
  return jsonAt(json, 'sorting') === null ? 'other' : 'folder'
}

/** @throws UnreadableSource */
export const foundryDocuments = (...files: readonly Uint8Array[]): Document[] =>
  documentsIn(files.map(jsonIn), '')
