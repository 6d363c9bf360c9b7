import type { Page } from 'playwright-core'
import { allRules, COLOUR_RULES, FORCED_COLOURS_RULES, someRules } from './axe.ts'
import { replacePictures, type StrangePicture } from './strangePictures.ts'
import { measureText, unreadable } from './textContrast.ts'
import { thumbFindings } from './thumbs.ts'

/** CSS pixels. */
export const SMALL = 360
const MIDDLE = 768
export const WIDE = 1440
export type Width = typeof SMALL | typeof MIDDLE | typeof WIDE

/** Rules that another width can break besides those of colours, and names of controls of small windows. */
export const SMALL_RULES = [
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
]

type Inspection = {
  /** Height of the window, in CSS pixels. */
  height?: number
  isDesk?: boolean
  /** False checks the dark and small window with all rules, and that the wide one does not scroll horizontally. */
  isWhole?: boolean
  /** Rules of axe beyond the usual ones. */
  rules?: readonly string[]
  /** Text over pictures is measured: over its own and over these. */
  pictures?: readonly StrangePicture[]
  /** Checks of this state only, at each width; returns one line for each fault. */
  also?: (page: Page, width: Width) => Promise<readonly string[]>
}

/** Sets the window in which states are opened: small and dark. */
export async function enterSmall(page: Page, height = 800): Promise<void> {
  await page.setViewportSize({ width: SMALL, height })
  await page.emulateMedia({ colorScheme: 'dark' })
}

/**
 * Checks the look of the present state in one visit: dark and small, in forced colours, then light and wide. Axe runs
 * all rules once and those of colours in both themes; touch targets are checked in the small window; no width may
 * scroll horizontally; text over pictures is measured at each width. One line for each fault.
 */
export async function inspect(
  page: Page,
  {
    height = 800,
    rules = [],
    pictures,
    isDesk,
    isWhole = true,
    also = async () => [],
  }: Inspection = {},
): Promise<string[]> {
  const found: string[] = []
  const note = (where: string, lines: readonly string[]) =>
    found.push(...lines.map((line) => `${where}: ${line}`))
  const measure = async (width: Width, over: string) => {
    await page.setViewportSize({ width, height })
    const lines = await measureText(page, { isOverPicture: true })
    note(`${width} px over ${over} pictures`, unreadable(lines))
    // Narrow windows show the text below the picture, so only the wide one must have text over it.
    if (width === WIDE && lines.length === 0) note(over, ['there is no text over a picture'])
  }
  const look = async (width: Width) => {
    await page.setViewportSize({ width, height })
    // `thumbFindings` has measured the small window.
    if (width !== SMALL && (await excess(page)) > 0) note(`${width} px`, ['scrolls horizontally'])
    note(`${width} px`, await also(page, width))
    if (pictures && isWhole) await measure(width, 'its own')
  }

  await enterSmall(page, height)
  const dark = isWhole ? someRules(page, [...COLOUR_RULES, ...SMALL_RULES]) : allRules(page, rules)
  note('dark, 360 px, axe', await dark)
  note('360 px, thumb', await thumbFindings(page))
  await page.evaluate(() => window.scrollTo(0, 0))
  await look(SMALL)
  if (!isWhole) {
    await look(WIDE)
    return found
  }
  // Crossing the middle width opens the menu of the desk, which then covers a small window.
  if (!isDesk) await look(MIDDLE)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  note('forced colours, axe', await someRules(page, FORCED_COLOURS_RULES))
  await page.emulateMedia({ forcedColors: 'none' })
  // Scripts choose the colours of the desk.
  if (isDesk) await page.waitForFunction(isLight)
  await look(WIDE)
  note('light, 1440 px, axe', await allRules(page, rules))
  for (const name of pictures ?? []) {
    await replacePictures(page, name)
    for (const width of [WIDE, MIDDLE, SMALL] as const) await measure(width, name)
  }
  return found
}

/** Runs in the page: whether the ground of its text is brighter than half. */
function isLight(): boolean {
  const channels = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
  return channels.slice(0, 3).every((channel) => Number(channel) > 127)
}

const excess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
