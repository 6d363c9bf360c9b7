import { SaxesParser, type SaxesTagNS } from 'saxes'
import sharp from 'sharp'
import type { MarkLook } from '#contract/pages.ts'
import type { KitMark } from '#contract/siteKit.ts'
import { newKey, publicKey } from '../../files/fileStore.ts'
import { nameOf } from '../../files/pictureNames.ts'
import { guarded, kindOf, SECONDS_MAX } from '../../files/pictures.ts'
import { drawSvg, SvgNotDrawn } from '../../files/svgRaster.ts'
import type { Deps } from '../../http/deps.ts'
import { Refusal, refusal } from '../../http/errors.ts'
import { said } from '../../text/sentence.ts'
import { assertStill, broken, type Size } from './pictures.ts'

/*
 * A mark is a picture: pages show it as one, and every other file is made of its pixels. No page ever has its markup.
 */

/** A mark that has been checked. */
export type Mark = {
  readonly kind: KitMark['kind']
  readonly bytes: Buffer
  /** A plain one has no colour of its own and takes that of its place. */
  readonly look: MarkLook
  /** Its pixels, as PNG. @param color for `currentColor` */
  readonly draw: (color: string) => Promise<Buffer>
}

const SVG_KB_MAX = 64
/** Pixels; the largest icon has 512. Larger ones are reduced, and an SVG is drawn in the larger size. */
const SIDE_MIN = 512
const SIDE_MAX = 1024
/** The longer side by the shorter one: a longer mark is unreadable in a square. */
const RATIO_MAX = 1.5

/**
 * Checks an SVG or PNG. Run it within the gate for images.
 * @throws Refusal for anything else, for an SVG with scripts or references, and for one that takes too long to draw
 */
export const checkMark = async (bytes: Buffer): Promise<Mark> =>
  kindOf(bytes) === 'png' ? pngMark(bytes) : svgMark(bytes)

function assertSquarish({ width, height }: Size): void {
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height))
    throw refusal(400, 'mark_shape')
}

export const storeMark = ({ files, gates }: Pick<Deps, 'files' | 'gates'>, upload: Buffer) =>
  gates.images(async (): Promise<KitMark> => {
    const { kind, bytes, draw } = await checkMark(upload)
    await assertVisible(await draw('#000'))
    const key = newKey('public', kind)
    await files.put(key, bytes)
    return { key: nameOf(key), kind }
  })

async function assertVisible(drawn: Buffer): Promise<void> {
  const { channels, isOpaque } = await sharp(drawn, guarded).stats()
  if (!isOpaque && channels.at(-1)?.max === 0) throw refusal(400, 'mark_empty')
}

/** @throws when there is no such file */
export async function storedMark(files: Deps['files'], { key }: KitMark): Promise<Mark> {
  const own = publicKey(key)
  if (own === null) throw new Error(`${key} is no name of a stored mark`)
  return checkMark(await files.bytes(own))
}

/** Null where the file is gone: the site then starts with the mark of the product. */
export async function lookOf(files: Deps['files'], { key, kind }: KitMark) {
  const own = publicKey(key)
  if (own === null || (await files.size(own)) === null) return null
  return kind === 'svg' ? lookOfSvg(String(await files.bytes(own))) : 'coloured'
}

async function pngMark(bytes: Buffer): Promise<Mark> {
  await assertStill(bytes)
  const { data, info } = await sharp(bytes, guarded)
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(broken)
  assertSquarish(info)
  if (Math.min(info.width, info.height) < SIDE_MIN)
    throw refusal(400, 'picture_too_small', { width: SIDE_MIN, height: SIDE_MIN })
  return { kind: 'png', bytes: data, look: 'coloured', draw: () => Promise.resolve(data) }
}

function svgMark(bytes: Buffer): Mark {
  if (bytes.length > SVG_KB_MAX * 1024) throw refusal(400, 'mark_too_large', { limit: SVG_KB_MAX })
  const text = textOf(bytes)
  const root = checkedRoot(text)
  assertSquarish(root.size)
  const draw = (color: string) =>
    drawSvg(sized(text, root, color)).catch((error: unknown) => {
      throw error instanceof SvgNotDrawn ? refusal(400, 'mark_too_complex') : error
    })
  return { kind: 'svg', bytes: Buffer.from(text), look: lookOfSvg(text), draw }
}

/** Whatever encoding the XML declares is without effect: its declaration is left out. */
function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (/^\s*</.test(text)) return text.replace(/^\s*<\?xml\s[^>]*\?>\s*/, '')
  } catch {
    // Not UTF-8.
  }
  throw refusal(400, 'mark_kind')
}

const SVG = 'http://www.w3.org/2000/svg'
/** Namespaces whose elements browsers run or lay out; elements without a namespace may be anything. */
const ACTIVE = [SVG, 'http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML', '']
/** Elements that run, move, link, load, or look different on every machine. */
const REFUSED =
  /^(script|handler|listener|foreignObject|i?frame|object|embed|image|feImage|audio|video|a|link|text|font.*|animate.*|set|discard)$/i
/** What in an attribute or a style leads out of the file, or could hide that it does. */
const LEADS_OUT = /url\((?!\s*["']?\s*#)|@import|@font-face|image-set|javascript:|\\/i
/** Namespaces of attributes that browsers read; those of other programs are notes for themselves. */
const READ = ['', 'http://www.w3.org/1999/xlink', 'http://www.w3.org/XML/1998/namespace']

/** The root element: where its tag stands in the text, and what its viewBox measures. */
type Root = { readonly start: number; readonly end: number; readonly size: Size } & {
  readonly hasColor: boolean
}

const refusedElement = (element: string) =>
  new Refusal(400, 'mark_element', said('refusals.mark_element', { element }))

/** @throws Refusal for XML that is not well-formed, and for what a mark may not hold, by its name */
function checkedRoot(text: string): Root {
  const parser = new SaxesParser({ xmlns: true })
  let root: Root | undefined
  let style = ''
  parser.on('opentag', (tag) => {
    assertInert(tag)
    if (root === undefined && (tag.uri !== SVG || tag.name !== 'svg'))
      throw refusedElement(tag.name)
    root ??= rootOf(tag, text, parser.position)
    if (tag.local === 'style') style = ''
  })
  const read = (part: string) => {
    style += part
  }
  parser.on('text', read)
  parser.on('cdata', read)
  parser.on('closetag', ({ local, name }) => {
    if (local === 'style' && LEADS_OUT.test(style)) throw refusedElement(name)
  })
  parser.on('doctype', (doctype) => {
    // Declares entities. The plain one of older programs has no effect.
    if (doctype.includes('[')) throw refusedElement('!DOCTYPE')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') throw refusedElement(target)
  })
  try {
    parser.write(text).close()
  } catch (error) {
    throw error instanceof Refusal ? error : refusal(400, 'mark_broken')
  }
  if (root === undefined) throw refusal(400, 'mark_broken')
  return root
}

function assertInert({ name, uri, local, attributes }: SaxesTagNS): void {
  const isDrawing = uri === SVG ? !REFUSED.test(local) : !ACTIVE.includes(uri)
  if (!isDrawing) throw refusedElement(name)
  if (uri !== SVG) return
  for (const { name: attribute, local: own, uri: space, value } of Object.values(attributes)) {
    const isLink = /^(href|src)$/i.test(own)
    const leadsOut = isLink ? !value.trim().startsWith('#') : LEADS_OUT.test(value)
    if (READ.includes(space) && (leadsOut || /^on/i.test(own))) throw refusedElement(attribute)
  }
}

function rootOf({ attributes }: SaxesTagNS, text: string, end: number): Root {
  const box = (attributes['viewBox']?.value ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = box
  const isBox = box.length === 4 && box.every((one) => Math.abs(one) <= 1e6)
  if (!isBox || width <= 0 || height <= 0) throw refusal(400, 'mark_size')
  const start = text.lastIndexOf('<', end - 1)
  return { start, end, size: { width, height }, hasColor: 'color' in attributes }
}

/** The SVG from its root on, with the size of the drawing, whatever units it had. */
function sized(text: string, { start, end, size, hasColor }: Root, color: string): string {
  const scale = SIDE_MAX / Math.max(size.width, size.height)
  const [width, height] = [size.width, size.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  )
  const own = `width="${width}" height="${height}"${hasColor ? '' : ` color="${color}"`}`
  const tag = text
    .slice(start, end)
    .replace(/\s(?:width|height|x|y)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
    .replace(/^<[^\s/>]+/, (name) => `${name} ${own}`)
  return tag + text.slice(end)
}

/** Markup whose colours are invisible. */
const UNSEEN = /<!--.*?-->|<(?:\w+:)?(mask|clipPath|metadata)\b.*?<\/(?:\w+:)?\1>/gs
/** What programs write for the only colour of a drawing, and for none, is no colour of its own. */
const COLOUR =
  /gradient|<(?:\w+:)?pattern|\b(?:fill|stroke|color)\s*[:=]\s*["']?\s*(?!(?:none|currentcolor|inherit|black|#000|#000000)(?![\w#-])|["';])\S/i

const lookOfSvg = (text: string): MarkLook =>
  COLOUR.test(text.replace(UNSEEN, '')) ? 'coloured' : 'plain'
