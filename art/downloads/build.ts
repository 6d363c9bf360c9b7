import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { fontsLoaded, printPdf, withPage } from '../chromium.ts'
import { paletteCss } from '../palette.ts'
import { drawMap } from './map/drawMap.ts'
import { mapWords } from './map/words.ts'

const TARGET = join(import.meta.dirname, '../../server/db/seed/files/downloads')
const SHEETS = join(import.meta.dirname, 'sheets')

async function open(page: Page, file: string): Promise<void> {
  await page.goto(pathToFileURL(file).href)
  await page.addStyleTag({ content: paletteCss })
  await fontsLoaded(page)
}

/** Every sheet becomes a PDF of its name; the map, whose view box is 1200 x 850, a PNG of twice that. */
export async function buildDownloads(): Promise<void> {
  const sheets = (await readdir(SHEETS)).filter((name) => name.endsWith('.html'))
  const options = { viewport: { width: 1200, height: 850 }, deviceScaleFactor: 2 }
  await withPage(options, async (page) => {
    for (const sheet of sheets) {
      await open(page, join(SHEETS, sheet))
      await writeFile(join(TARGET, sheet.replace('.html', '.pdf')), await printPdf(page))
    }
    await open(page, join(import.meta.dirname, 'map/frame.html'))
    for (const [ending, words] of Object.entries(mapWords)) {
      await page.evaluate((svg) => {
        document.body.innerHTML = svg
      }, drawMap(words))
      await fontsLoaded(page)
      await sharp(await page.screenshot({ type: 'png' }))
        .png({ palette: true, colours: 96, dither: 0.6, effort: 10 })
        .toFile(join(TARGET, `map-of-discordia${ending}.png`))
    }
  })
}
