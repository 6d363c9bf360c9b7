import sharp from 'sharp'
import { newKey, publicKey } from '../../files/fileStore.ts'
import { kindOf } from '../../files/pictureKinds.ts'
import { nameOf } from '../../files/pictureNames.ts'
import { guarded, SECONDS_MAX } from '../../files/pictures.ts'
import type { Deps } from '../../http/deps.ts'
import { refusal } from '../../http/errors.ts'
import { element, emptyElement } from '../../text/markup.ts'
import { assertStill, broken, type Size } from './pictures.ts'
import { type Box, readSvgMark } from './svgMark.ts'

/** `key` is the name of the file. */
export type KitMark = { readonly key: string; readonly kind: 'svg' | 'png' }

/** A mark that has been checked. */
export type Mark = {
  readonly kind: KitMark['kind']
  /** In its normal form. */
  readonly bytes: Buffer
  readonly box: Box
  /** Its elements, to stand in any SVG. @param px how large a mark of pixels is drawn */
  readonly markup: (px: number) => Promise<string>
}

const SVG_KB_MAX = 64
/** Pixels; the largest icon has 512. Larger ones are reduced. */
const SIDE_MIN = 512
const SIDE_MAX = 1024
/** The longer side by the shorter one: a longer mark is unreadable in a square. */
const RATIO_MAX = 1.5

/**
 * Checks an SVG or PNG. Run it within the gate for images.
 * @throws Refusal for anything else, and for what an SVG of a mark may not hold
 */
export const checkMark = async (bytes: Buffer): Promise<Mark> =>
  kindOf(bytes) === 'png' ? pngMark(bytes) : svgMark(bytes)

function assertSquarish({ width, height }: Size): void {
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height))
    throw refusal(400, 'mark_shape')
}

export const storeMark = ({ files, gates }: Pick<Deps, 'files' | 'gates'>, upload: Buffer) =>
  gates.images(async (): Promise<KitMark> => {
    const { kind, bytes } = await checkMark(upload)
    const key = newKey('public', kind)
    await files.put(key, bytes)
    return { key: nameOf(key), kind }
  })

/** @throws when there is no such file */
export async function storedMark(files: Deps['files'], { key }: KitMark): Promise<Mark> {
  const own = publicKey(key)
  if (own === null) throw new Error(`${key} is no name of a stored mark`)
  return checkMark(await files.bytes(own))
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
  const { width, height } = info
  assertSquarish(info)
  if (Math.min(width, height) < SIDE_MIN)
    throw refusal(400, 'picture_too_small', { width: SIDE_MIN, height: SIDE_MIN })
  return {
    kind: 'png',
    bytes: data,
    box: { x: 0, y: 0, width, height },
    async markup(px) {
      const reduced = await sharp(data)
        .resize({ width: px, height: px, fit: 'inside', withoutEnlargement: true })
        .png({ palette: true })
        .toBuffer()
      const href = `data:image/png;base64,${reduced.toString('base64')}`
      return emptyElement('image', { width, height, href })
    },
  }
}

function svgMark(bytes: Buffer): Mark {
  if (bytes.length > SVG_KB_MAX * 1024) throw refusal(400, 'mark_too_large', { limit: SVG_KB_MAX })
  const { box, root, content } = readSvgMark(textOf(bytes))
  assertSquarish(box)
  return {
    kind: 'svg',
    bytes: Buffer.from(svgOf(content, box, root)),
    box,
    markup: () => Promise.resolve(element('g', content, root)),
  }
}

/** @param attributes of the root */
export const svgOf = (content: string, box: Box, attributes = {}): string =>
  element('svg', content, {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: viewBoxOf(box),
    ...attributes,
  })

export const viewBoxOf = ({ x, y, width, height }: Box): string => `${x} ${y} ${width} ${height}`

/** The parser gets text, so whatever encoding the XML declares is without effect. */
function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (/^\s*</.test(text)) return text
  } catch {
    // Not UTF-8.
  }
  throw refusal(400, 'mark_kind')
}
