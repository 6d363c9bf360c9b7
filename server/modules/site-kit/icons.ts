import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DEFAULT_COLOURS } from '#contract/colours.ts'
import type { KitMark, SiteKit } from '#contract/siteKit.ts'
import { type FileKey, newKey, publicKey } from '../../files/fileStore.ts'
import { nameOf } from '../../files/pictureNames.ts'
import { guarded } from '../../files/pictures.ts'
import type { Deps } from '../../http/deps.ts'
import { SITE_FOLDER } from '../../http/plugins/builtSite.ts'
import { element, emptyElement } from '../../text/markup.ts'
import { type Mark, storedMark } from './mark.ts'
import { paletteOf } from './palette.ts'
import { cropped, type Focus, putAll, type Size } from './pictures.ts'
import type { Icons } from './repository.ts'

/** `mark` on the header, `ink` on a page; of a mark without colours of its own. */
type MarkColours = {
  readonly header: string
  readonly mark: string
  readonly ink: string
}
/** The picture below the mark in links that people share. */
type Scene = { readonly bytes: Buffer; readonly focus: Focus }
type Look = MarkColours & { readonly scene: Scene }

/** A tile is drawn in these units; the mark stands in a square in its middle. */
const TILE = 96
const TILE_MARK = 68
/** Devices cut maskable icons to a circle of 80 %; this square is inside of it. */
const MASKABLE_MARK = 54
const RADIUS = 18
/** Pixels of the mark within an SVG, four times what pages show. */
const MARK_PX = 192
const SOCIAL = { width: 1200, height: 630 }
/** Pixels in the social picture. */
const SOCIAL_MARK = { side: 208, left: 74, top: 211 }

/** The picture of the product for links, where the community has none of its own for the landing page. */
const LANDING = join(SITE_FOLDER, 'images/hero-landing-1920.webp')
/** The moon of this picture stands at its right edge. */
const LANDING_FOCUS = { x: 1, y: 0.5 }

/** The same, for files that the caller looks after. @throws Refusal */
export async function storeIcons(
  deps: Pick<Deps, 'files' | 'gates'>,
  value: SiteKit,
): Promise<Icons> {
  const { mark, colours = DEFAULT_COLOURS } = value
  if (mark === undefined) return {}
  const { light } = paletteOf(colours)
  const own = { header: light.night, mark: light['gold-light'], ink: light.ink }
  return makeIcons(deps, mark, { ...own, scene: await sceneOf(deps, value, own) })
}

async function sceneOf(
  { files }: Pick<Deps, 'files'>,
  { pictures }: SiteKit,
  { header }: MarkColours,
): Promise<Scene> {
  const own = pictures?.['hero-landing']
  const key = own && publicKey(own.original)
  if (own && key) return { bytes: await files.bytes(key), focus: own.focus }
  if (existsSync(LANDING)) return { bytes: await readFile(LANDING), focus: LANDING_FOCUS }
  const plain = sharp({ create: { ...SOCIAL, channels: 3, background: header } })
  return { bytes: await plain.png().toBuffer(), focus: LANDING_FOCUS }
}

/** Makes and stores all files that show the mark, or none of them. @throws Refusal */
export const makeIcons = (
  { files, gates }: Pick<Deps, 'files' | 'gates'>,
  stored: KitMark,
  look: Look,
) =>
  gates.images(async (): Promise<Icons> => {
    const mark = await storedMark(files, stored)
    const names: Record<string, string> = {}
    async function* contents(): AsyncGenerator<readonly [FileKey, Uint8Array]> {
      for await (const [path, bytes] of iconsOf(mark, look)) {
        const key = newKey('public', path.slice(path.lastIndexOf('.') + 1))
        names[path] = nameOf(key)
        yield [key, bytes]
      }
    }
    await putAll(files, contents())
    return names
  })

async function* iconsOf(
  mark: Mark,
  { header, mark: onHeader, ink, scene }: Look,
): AsyncGenerator<readonly [string, Uint8Array]> {
  const drawn = await drawnIn(mark, onHeader)
  const favicon = Buffer.from(await tileSvg(drawn, header))
  yield ['/favicon.svg', favicon]
  yield ['/icons/favicon.svg', favicon]
  const tile = async (size: number, radius: number, side = TILE_MARK) => {
    const svg = svgOf(ground(header, radius), tileSize, { width: size, height: size })
    const input = await reduced(drawn, Math.round((size * side) / TILE))
    return sharp(Buffer.from(svg)).composite([{ input }]).png({ compressionLevel: 9 }).toBuffer()
  }
  for (const size of [32, 192, 512]) yield [`/icons/favicon-${size}.png`, await tile(size, RADIUS)]
  // Devices round touch icons themselves: a full square avoids pale corners.
  yield ['/icons/favicon-180.png', await tile(180, 0)]
  yield ['/icons/maskable-512.png', await tile(512, 0, MASKABLE_MARK)]
  yield ['/icons/mark.svg', await markSvg(drawn)]
  yield ['/icons/mark-ink.svg', await markSvg(await drawnIn(mark, ink))]
  yield ['/images/social.jpg', await socialJpeg(drawn, header, scene)]
}

/** The mark on nothing, a plain one in this colour. */
async function drawnIn({ draw, look }: Mark, color: string): Promise<Buffer> {
  const drawn = await draw(color)
  if (look === 'coloured') return drawn
  const { data, info } = await sharp(drawn, guarded)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return sharp({ create: { width, height, channels: 3, background: color } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

const tileSize = { width: TILE, height: TILE }

const svgOf = (content: string, { width, height }: Size, attributes = {}): string =>
  element('svg', content, {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    ...attributes,
  })

/** Pictures within an SVG have to be part of it. */
async function inlined(drawn: Buffer): Promise<Size & { readonly href: string }> {
  const { data, info } = await sharp(drawn, guarded)
    .resize({ width: MARK_PX, height: MARK_PX, fit: 'inside' })
    .png({ palette: true })
    .toBuffer({ resolveWithObject: true })
  const href = `data:image/png;base64,${data.toString('base64')}`
  return { width: info.width, height: info.height, href }
}

async function markSvg(drawn: Buffer): Promise<Buffer> {
  const image = await inlined(drawn)
  return Buffer.from(svgOf(emptyElement('image', image), image))
}

const ground = (fill: string, rx: number): string => emptyElement('rect', { ...tileSize, rx, fill })

async function tileSvg(drawn: Buffer, header: string): Promise<string> {
  const start = (TILE - TILE_MARK) / 2
  const { href } = await inlined(drawn)
  const place = { x: start, y: start, width: TILE_MARK, height: TILE_MARK, href }
  return svgOf(ground(header, RADIUS) + emptyElement('image', place), tileSize)
}

const reduced = (drawn: Buffer, side: number) =>
  sharp(drawn, guarded)
    .resize({ width: side, height: side, fit: 'contain', background: 'transparent' })
    .png({ compressionLevel: 1 })
    .toBuffer()

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
  const overlay = svgOf(fade + shade, SOCIAL, SOCIAL)
  const { side, left, top } = SOCIAL_MARK
  const base = await cropped(bytes, { width, height, focus }, SOCIAL).flatten().png().toBuffer()
  const enlarged = await sharp(base)
    .resize({ ...SOCIAL, fit: 'fill' })
    .png()
    .toBuffer()
  return sharp(enlarged)
    .composite([{ input: Buffer.from(overlay) }, { input: await reduced(drawn, side), left, top }])
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer()
}
