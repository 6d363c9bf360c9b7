import type { Page } from 'playwright-core'
import { textFaults } from './textFaults.ts'

/* Faults of the texts of a page at three widths, and what of its words needs no translation. */

/** CSS pixels. */
const WIDTHS = [320, 768, 1440]
const HEIGHT = 800

export const enterNarrow = (page: Page): Promise<void> =>
  page.setViewportSize({ width: 320, height: HEIGHT })

/** Lets the page draw twice: it may change with the width. */
const drawn = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })

export async function faultsAtWidths(
  page: Page,
  options: Parameters<typeof textFaults>[1],
): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.evaluate(drawn)
    const faults = await textFaults(page, options)
    found.push(...faults.map((fault) => `${width} px: ${fault}`))
  }
  return found
}

/** Dates, times, sizes and kinds of files, network addresses. */
const FORMATTED =
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|UTC|CSV|k?B|MB|bytes|in \d+ days?|today|tomorrow|yesterday|127\.0\.0\.x)\b/g

/** The words of sizes of files. */
const unitsIn = (code: string): string[] =>
  ['byte', 'kilobyte', 'megabyte'].flatMap((unit) =>
    (['short', 'long'] as const).flatMap((unitDisplay) =>
      new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay })
        .formatToParts(18)
        .flatMap(({ type, value }) => (type === 'unit' ? [value] : [])),
    ),
  )

/** What the API has sent with a page that the server has rendered, in English. */
const SERVED = /<script type="application\/json" id="served">(.*?)<\/script>/s

export type Contents = () => Promise<(words: string) => boolean>

/** Finds what the API has sent to the page, which needs no translation. */
export function contentsOf(page: Page, code: string): Contents {
  const sent: Promise<string>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (response.url().includes('/locales/') || !/json|html/.test(type)) return
    const text = response.text().catch(() => '')
    sent.push(type.includes('html') ? text.then((html) => SERVED.exec(html)?.[1] ?? '') : text)
  })
  const nameIn = (reader: string, language: string) =>
    new Intl.DisplayNames([reader], { type: 'language' }).of(language)
  // The chooser has the languages by their own names.
  const names = ['en', 'de', 'is'].flatMap((one) => [nameIn(code, one), nameIn(one, one)])
  const regions = new Intl.DisplayNames([code], { type: 'region' })
  names.push(...['AT', 'DE', 'IS'].map((region) => regions.of(region)))
  const units = unitsIn(code).toSorted((one, other) => other.length - one.length)
  return async () => {
    const all = [...(await Promise.all(sent)), ...names].join('\n').replaceAll('\\n', ' ')
    const isFormatted = (words: string) => {
      const rest = units.reduce((left, unit) => left.replaceAll(unit, ''), words)
      return !/\p{L}/u.test(rest.replace(FORMATTED, ''))
    }
    return (words) => isFormatted(words) || all.includes(words)
  }
}
