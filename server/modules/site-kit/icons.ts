import sharp from 'sharp'
import { type FileKey, newKey } from '../../files/fileStore.ts'
import { guarded } from '../../files/pictures.ts'
import { putAll } from '../../files/putAll.ts'
import { drawSvg, SvgNotDrawn } from '../../files/svgRaster.ts'
import type { Deps } from '../../http/deps.ts'
import { refusal } from '../../http/errors.ts'
import { element, emptyElement } from '../../text/markup.ts'
import { type KitMark, type Mark, storedMark, svgOf, viewBoxOf } from './mark.ts'
import { cropped, type Focus } from './pictures.ts'

/** `mark` on the header, `ink` on a page; of a mark without colours of its own. */
export type MarkColours = {
  readonly header: string
  readonly mark: string
  readonly ink: string
}
/** The picture below the mark in links that people share. */
export type Scene = { readonly bytes: Buffer; readonly focus: Focus }
export type MarkFiles = {
  /** Path of the site -> where its file is stored. */
  readonly files: Readonly<Record<string, FileKey>>
  /** Markup of the symbol `own-mark`, for the page; a hidden SVG of no size holds it, not one without display. */
  readonly symbol: string
}

/** A tile is drawn in these units; the mark stands in a square in its middle. */
const TILE = 96
const TILE_MARK = 68
/** Devices cut maskable icons to a circle of 80 %; this square is inside of it. */
const MASKABLE_MARK = 54
const RADIUS = 18
/** Pixels of the drawing from which all icons are reduced. */
const DRAWN = 1024
/** Pixels of a mark that is not an SVG: in the icon, and in the header and the footer of a page. */
const ICON_PX = 192
const SYMBOL_PX = 96
const SOCIAL = { width: 1200, height: 630 }
/** Pixels in the social picture. */
const SOCIAL_MARK = { side: 208, left: 74, top: 211 }

/**
 * Makes and stores all files that show the mark, or none of them.
 * @throws Refusal for an SVG that takes too long to draw, and for a mark of which nothing is seen
 */
export const makeIcons = (
  { files, gates }: Pick<Deps, 'files' | 'gates'>,
  stored: KitMark,
  colours: MarkColours,
  scene: Scene,
) =>
  gates.images(async (): Promise<MarkFiles> => {
    const mark = await storedMark(files, stored)
    const keys: Record<string, FileKey> = {}
    const drawn = await drawnMark(mark, colours.mark)
    await assertVisible(drawn)
    async function* contents(): AsyncGenerator<readonly [FileKey, Uint8Array]> {
      for await (const [path, bytes] of iconsOf(mark, drawn, colours, scene)) {
        const key = newKey('public', path.slice(path.lastIndexOf('.') + 1))
        keys[path] = key
        yield [key, bytes]
      }
    }
    await putAll(files, contents())
    const symbol = element('symbol', await mark.markup(SYMBOL_PX), {
      id: 'own-mark',
      viewBox: viewBoxOf(mark.box),
    })
    return { files: keys, symbol }
  })

async function* iconsOf(
  mark: Mark,
  drawn: Buffer,
  colours: MarkColours,
  scene: Scene,
): AsyncGenerator<readonly [string, Uint8Array]> {
  const favicon = Buffer.from(await tileSvg(mark, colours))
  yield ['/favicon.svg', favicon]
  yield ['/icons/favicon.svg', favicon]
  const tile = (size: number, radius: number, side = TILE_MARK) =>
    tilePng(drawn, colours.header, size, radius, side)
  for (const size of [32, 192, 512]) yield [`/icons/favicon-${size}.png`, await tile(size, RADIUS)]
  // Devices round touch icons themselves: a full square avoids pale corners.
  yield ['/icons/favicon-180.png', await tile(180, 0)]
  yield ['/icons/maskable-512.png', await tile(512, 0, MASKABLE_MARK)]
  const plain = await mark.markup(ICON_PX)
  yield ['/icons/mark.svg', Buffer.from(svgOf(plain, mark.box, { color: colours.mark }))]
  yield ['/icons/mark-ink.svg', Buffer.from(svgOf(plain, mark.box, { color: colours.ink }))]
  yield ['/images/social.jpg', await socialJpeg(drawn, colours.header, scene)]
}

/** The mark in a square of no colour. */
async function drawnMark(mark: Mark, color: string): Promise<Buffer> {
  if (mark.kind === 'png') return mark.bytes
  const size = { width: DRAWN, height: DRAWN, color }
  try {
    return await drawSvg(svgOf(await mark.markup(DRAWN), mark.box, size))
  } catch (error) {
    throw error instanceof SvgNotDrawn ? refusal(400, 'mark_too_complex') : error
  }
}

async function assertVisible(drawn: Buffer): Promise<void> {
  const { channels, isOpaque } = await sharp(drawn, guarded).stats()
  if (!isOpaque && channels.at(-1)?.max === 0) throw refusal(400, 'mark_empty')
}

const tileBox = { x: 0, y: 0, width: TILE, height: TILE }

const ground = (fill: string, rx: number): string =>
  emptyElement('rect', { width: TILE, height: TILE, rx, fill })

async function tileSvg(mark: Mark, { header, mark: color }: MarkColours): Promise<string> {
  const start = (TILE - TILE_MARK) / 2
  const inner = element('svg', await mark.markup(ICON_PX), {
    x: start,
    y: start,
    width: TILE_MARK,
    height: TILE_MARK,
    viewBox: viewBoxOf(mark.box),
  })
  return svgOf(ground(header, RADIUS) + inner, tileBox, { color })
}

const reduced = (drawn: Buffer, side: number) =>
  sharp(drawn, guarded)
    .resize({ width: side, height: side, fit: 'contain', background: 'transparent' })
    .png({ compressionLevel: 1 })
    .toBuffer()

async function tilePng(drawn: Buffer, header: string, size: number, radius: number, side: number) {
  const tile = svgOf(ground(header, radius), tileBox, { width: size, height: size })
  const input = await reduced(drawn, Math.round((size * side) / TILE))
  return sharp(Buffer.from(tile)).composite([{ input }]).png({ compressionLevel: 9 }).toBuffer()
}

/** The scene fades into the colour of the header on the left, where the mark stands. */
async function socialJpeg(drawn: Buffer, header: string, { bytes, focus }: Scene) {
  const { width, height } = await sharp(bytes, guarded).metadata()
  const stops = [
    [0, 0.9],
    [0.45, 0.72],
    [0.9, 0],
  ].map(([offset = 0, opacity = 0]) =>
    emptyElement('stop', { offset, 'stop-color': header, 'stop-opacity': opacity }),
  )
  const fade = element('linearGradient', stops.join(''), { id: 'fade', x2: 0.73 })
  const shade = emptyElement('rect', { ...SOCIAL, fill: 'url(#fade)' })
  const overlay = svgOf(fade + shade, { x: 0, y: 0, ...SOCIAL }, SOCIAL)
  const { side, left, top } = SOCIAL_MARK
  const base = await cropped(bytes, { width, height }, SOCIAL, focus).flatten().png().toBuffer()
  const enlarged = await sharp(base)
    .resize({ ...SOCIAL, fit: 'fill' })
    .png()
    .toBuffer()
  return sharp(enlarged)
    .composite([{ input: Buffer.from(overlay) }, { input: await reduced(drawn, side), left, top }])
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer()
}
