import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import sharp from 'sharp'
import subsetFont from 'subset-font'
import type { Hero, Picture } from './catalogue.ts'
import { defaults, glossary, heroes, news, rules } from './catalogue.ts'
import { writeCharges } from './charges.ts'
import { writeEmptyDrawings } from './empty.ts'
import { writeGameIcons } from './gameIcons.ts'
import { createSheet, fillSheet, horizontalGradient, toSvg } from './lib/sheet.ts'
import { colours, markPath, markSvg, tileSvg } from './mark.ts'

const root = path.resolve(import.meta.dirname, '../..')
const images = path.join(root, 'public/images')
const icons = path.join(root, 'public/icons')
const seeds = path.join(root, 'server/db/seed/files/images')

async function raster(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { unlimited: true }).png({ compressionLevel: 1 }).toBuffer()
}

async function exportWidths(
  name: string,
  source: Buffer,
  widths: readonly number[],
  avif: number,
  webp: number,
): Promise<void> {
  for (const width of widths) {
    const scaled = sharp(source).resize(width)
    await scaled
      .clone()
      .avif({ quality: avif, effort: 4 })
      .toFile(path.join(images, `${name}-${width}.avif`))
    await scaled
      .clone()
      .webp({ quality: webp, effort: 6, smartSubsample: true })
      .toFile(path.join(images, `${name}-${width}.webp`))
  }
}

async function buildHero(hero: Hero): Promise<void> {
  const sheet = createSheet(1920, hero.height)
  hero.draw(sheet)
  const open = await raster(toSvg(sheet))
  // Small screens show the subject upright: the text stands below or above it there, so nothing is darkened.
  const tall = Math.round(hero.height * 0.75)
  const left = Math.round(Math.min(1920 - tall, Math.max(0, 1920 * hero.focus - tall * 0.55)))
  const upright = await sharp(open)
    .extract({ left, top: 0, width: tall, height: hero.height })
    .toBuffer()
  await exportWidths(`hero-${hero.name}-tall`, upright, [Math.min(600, tall)], 46, 58)
  fillSheet(
    sheet,
    horizontalGradient(sheet, 0, 1920, [
      [0, colours.night, hero.shade],
      [0.2, colours.night, hero.shade * 0.94],
      [0.35, colours.night, hero.shade * 0.74],
      [0.5, colours.night, hero.shade * 0.3],
      [0.6, colours.night, hero.shade * 0.08],
      [0.7, colours.night, 0],
    ]),
  )
  await exportWidths(
    `hero-${hero.name}`,
    await raster(toSvg(sheet)),
    [480, 960, 1440, 1920],
    52,
    60,
  )
}

async function buildDefault(picture: Picture): Promise<void> {
  const sheet = createSheet(960, 640)
  picture.draw(sheet)
  await exportWidths(`default-${picture.name}`, await raster(toSvg(sheet)), [480, 960], 46, 60)
}

async function buildSeed(picture: Picture, width: number, height: number): Promise<void> {
  const sheet = createSheet(width, height)
  picture.draw(sheet)
  const source = await raster(toSvg(sheet))
  // Finely cut pictures step down from quality 78 until they fit the limit for demonstration files.
  for (let quality = 78; ; quality -= 4) {
    const jpeg = await sharp(source).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length > 110_000 && quality > 30) continue
    await writeFile(path.join(seeds, `${picture.name}.jpg`), jpeg)
    return
  }
}

async function buildMarks(): Promise<void> {
  await writeFile(path.join(icons, 'mark.svg'), markSvg(colours.gold))
  await writeFile(path.join(icons, 'mark-ink.svg'), markSvg(colours.ink))
  const favicon = tileSvg(colours.night, colours.gold, 32, 18)
  await writeFile(path.join(root, 'public/favicon.svg'), favicon)
  await writeFile(path.join(icons, 'favicon.svg'), favicon)
  await writeFile(
    path.join(icons, 'tile-parchment.svg'),
    tileSvg(colours.parchment, colours.ink, 512, 18),
  )
  const writePng = (svg: string, size: number, name: string) =>
    sharp(Buffer.from(svg), { density: 72 * (size / 96) * 2 })
      .resize(size, size)
      .png({ palette: true })
      .toFile(path.join(icons, `${name}.png`))
  for (const size of [32, 180, 192, 512]) {
    // Touch icons are rounded by the device: a full square avoids pale corners.
    const svg = tileSvg(colours.night, colours.gold, size, size === 180 ? 0 : 18)
    await writePng(svg, size, `favicon-${size}`)
  }
  await writePng(tileSvg(colours.night, colours.gold, 512, 0, 28), 512, 'maskable-512')
}

async function buildSocialCard(): Promise<void> {
  const landing = heroes.find((hero) => hero.name === 'landing')
  if (!landing) throw new Error('The landing scene is missing from the catalogue')
  const sheet = createSheet(1920, 800)
  landing.draw(sheet)
  fillSheet(
    sheet,
    horizontalGradient(sheet, 395, 1500, [
      [0, colours.night, 0.9],
      [0.45, colours.night, 0.72],
      [0.9, colours.night, 0],
    ]),
  )
  const scene = await sharp(await raster(toSvg(sheet)))
    .extract({ left: 397, top: 0, width: 1523, height: 800 })
    .resize(1200, 630)
    .toBuffer()
  const mark = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path fill="${colours.gold}" fill-rule="evenodd" transform="translate(178 300)" d="${markPath(92)}"/></svg>`,
  )
  const face = createRequire(import.meta.url).resolve(
    '@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2',
  )
  const fontfile = path.join(images, '.wordmark.ttf')
  await writeFile(
    fontfile,
    await subsetFont(await readFile(face), 'Discordia', {
      targetFormat: 'sfnt',
      variationAxes: { wght: 600 },
    }),
  )
  const word = await sharp({
    text: {
      text: `<span foreground="${colours.parchment}">Discordia</span>`,
      font: 'Alegreya 96',
      fontfile,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  await sharp(scene)
    .composite([
      { input: mark },
      { input: word.data, left: 300, top: Math.round(312 - word.info.height / 2) },
    ])
    .jpeg({ quality: 74, mozjpeg: true })
    .toFile(path.join(images, 'social.jpg'))
  await rm(fontfile)
}

const wanted = process.argv.slice(2)
const chosen = (name: string): boolean =>
  wanted.length === 0 || wanted.some((part) => name.startsWith(part))

await Promise.all([images, icons, seeds].map((folder) => mkdir(folder, { recursive: true })))
if (chosen('mark')) await buildMarks()
if (chosen('social')) await buildSocialCard()
if (chosen('icons')) await writeGameIcons(path.join(icons, 'game'))
if (chosen('charges')) await writeCharges(icons)
if (chosen('empty')) await writeEmptyDrawings(images)
for (const hero of heroes) if (chosen(`hero-${hero.name}`)) await buildHero(hero)
for (const picture of defaults) if (chosen(`default-${picture.name}`)) await buildDefault(picture)
for (const picture of news) if (chosen(picture.name)) await buildSeed(picture, 1200, 750)
for (const picture of [...glossary, ...rules])
  if (chosen(picture.name)) await buildSeed(picture, 900, 900)
