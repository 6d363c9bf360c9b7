import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { drawMap } from './map/drawMap.ts'

const here = dirname(fileURLToPath(import.meta.url))
const target = join(here, '../../server/db/seed/files/downloads')
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Sheets are printed as they are; each has the name of its HTML source. */
const sheets = [
  'character-sheet',
  'quick-reference',
  'director-screen',
  'table-agreement',
  'one-eel-too-many',
]

const MAP_WIDTH = 2400
const MAP_HEIGHT = 1700

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  await mkdir(target, { recursive: true })
  const page = await browser.newPage({
    viewport: { width: MAP_WIDTH / 2, height: MAP_HEIGHT / 2 },
    deviceScaleFactor: 2,
  })

  for (const sheet of sheets) {
    await page.goto(pathToFileURL(join(here, 'sheets', `${sheet}.html`)).href)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.pdf({
      path: join(target, `${sheet}.pdf`),
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
    })
  }

  // The frame is a file so that its fonts load by relative address; a page made from a string has no base.
  await page.goto(pathToFileURL(join(here, 'map', 'frame.html')).href)
  await page.evaluate((svg) => {
    document.body.innerHTML = svg
  }, drawMap())
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const shot = await page.screenshot({ type: 'png' })
  await sharp(shot)
    .png({ palette: true, colours: 96, dither: 0.6, effort: 10 })
    .toFile(join(target, 'map-of-discordia.png'))
} finally {
  await browser.close()
}

const MAX_TOTAL_KB = 6 * 1024
const names = await readdir(target)
const sizes = await Promise.all(
  names.map(async (name) => Math.ceil((await stat(join(target, name))).size / 1024)),
)
for (const [i, name] of names.entries()) console.log(`${name}: ${sizes[i]} kB`)
if (sizes.reduce((sum, size) => sum + size, 0) > MAX_TOTAL_KB)
  throw new Error('The download files have grown beyond 6 MB.')
