import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../scripts/chromium.ts'

/** Runs `draw` on a page of a Chromium of its own: CHROMIUM_PATH, else one that the system has. */
export async function withPage(
  options: BrowserContextOptions,
  draw: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await draw(await browser.newPage(options))
  } finally {
    await browser.close()
  }
}

/** A screenshot or a PDF taken earlier would show fallback fonts. */
export const fontsLoaded = (page: Page): Promise<void> =>
  page.evaluate(() => document.fonts.ready.then(() => undefined))

/** The page as a tagged PDF, in the size that its style sheet gives. */
export async function printPdf(page: Page): Promise<Buffer> {
  return withoutStamps(
    await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true }),
  )
}

/**
 * Chromium writes its name and the time into the file. Fixed ones make equal sources equal bytes;
 * lengths stay, because the file is indexed by offset.
 */
function withoutStamps(pdf: Buffer): Buffer {
  const text = pdf
    .toString('latin1')
    .replace(/\/(CreationDate|ModDate) \(D:\d{14}[^)]*\)/g, (entry) =>
      entry.replace(/\d{14}/, '20240701090000'),
    )
    .replace(/\/Creator \(Mozilla(?:\\.|[^\\)])*\)/, (entry) =>
      '/Creator (Discordia)'.padEnd(entry.length),
    )
  return Buffer.from(text, 'latin1')
}
