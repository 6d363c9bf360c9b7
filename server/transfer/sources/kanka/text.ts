import { cutText } from '#shared/cutText.ts'
import { attributeIn, type HtmlToken, htmlEscaped } from '#shared/htmlScan.ts'
import { type Sentence, type SentenceTexts, said, sentenceIn } from '../../../text/sentence.ts'
import { entryLink, outerLink, pictureOf, textOfHtml } from '../html.ts'
import { type Json, listAt, textAt } from '../json.ts'
import type { SourceFile } from '../source.ts'
import { isHidden, type World } from './world.ts'

export type Word = keyof SentenceTexts['imported']

export class KankaText {
  readonly #world: World
  readonly #place: string
  readonly #attributes: ReadonlyMap<string, string>
  /** Pictures of all entities that texts show. */
  readonly #pictures: Map<string, SourceFile>
  readonly #named = new Set<string>()

  constructor(world: World, place: string, model: Json, pictures: Map<string, SourceFile>) {
    this.#world = world
    this.#place = place
    this.#pictures = pictures
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
      this.#pictures.set(file.name, file)
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
