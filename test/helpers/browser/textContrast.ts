import type { Page } from 'playwright-core'
import sharp from 'sharp'

/*
 * The contrast of text with the pixels behind it. Only the rendered page shows the colours that result from pictures,
 * gradients and half-transparent colours.
 */

export type MeasuredLine = {
  text: string
  /** Contrast ratio of WCAG 1.4.3 with the worst pixels behind the line. */
  contrast: number
  /** Least contrast that WCAG requires of text of this size. */
  least: number
}

type Colour = [red: number, green: number, blue: number, alpha: number]
type Line = { text: string; colour: Colour; least: number; box: [number, number, number, number] }

/** The share of a line's pixels that may be worse: single grains of a picture hide no letter. */
const IGNORED = 0.01
const HIDE_TEXT =
  '*,::before,::after{color:transparent!important;text-decoration-color:transparent!important;caret-color:transparent!important}svg{visibility:hidden!important}'

type Options = {
  within?: string
  /** Only lines over a picture: an image, or an element with one as its background. */
  isOverPicture?: boolean
}

/** Each line of text in the window. The theme is that of the page: `emulateMedia` may choose it. */
export async function measureText(
  page: Page,
  { within = 'main', isOverPicture = false }: Options = {},
): Promise<MeasuredLine[]> {
  const lines = await page.locator(within).evaluate(linesIn, isOverPicture)
  if (lines.length === 0) return []
  const edge = (at: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) =>
    pick(...lines.map(({ box }) => box[at]))
  const [x, y] = [edge(0, Math.min), edge(1, Math.min)]
  const clip = { x, y, width: edge(2, Math.max) - x, height: edge(3, Math.max) - y }
  // An adopted sheet, because the site's content policy lets no style element in.
  const sheet = await page.evaluateHandle((rules) => {
    const adopted = new CSSStyleSheet()
    adopted.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted]
    return adopted
  }, HIDE_TEXT)
  const picture = await page.screenshot({ clip })
  await sheet.evaluate((adopted) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== adopted)
  })
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixelsIn = function* ([left, top, right, bottom]: Line['box']): Iterable<Pixel> {
    for (let row = top - y; row < bottom - y; row++)
      for (let column = left - x; column < right - x; column++) {
        const at = (row * info.width + column) * 3
        yield [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      }
  }
  return lines.map(({ text, colour, least, box }) => {
    const ratios = [...pixelsIn(box)].map((pixel) => contrast(colour, pixel))
    ratios.sort((a, b) => a - b)
    const worst = ratios[Math.floor(ratios.length * IGNORED)] ?? 0
    return { text, least, contrast: Math.round(worst * 100) / 100 }
  })
}

/** The lines that cannot be read, in words; empty is good. */
export const unreadable = (lines: readonly MeasuredLine[]): string[] =>
  lines
    .filter(({ contrast: found, least }) => found < least)
    .map(({ text, contrast: found, least }) => `${text}: ${found} of ${least}`)

/** Runs in the page. */
function linesIn(root: Element, isOverPicture: boolean): Line[] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const rgbaOf = (colour: string): Colour => {
    if (!pen) throw new Error('No canvas')
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const opacityOf = (element: Element | null): number =>
    element === null
      ? 1
      : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement)

  const pictures = [root, ...root.querySelectorAll('*')]
    .filter(
      (element) =>
        element.matches('img') || getComputedStyle(element).backgroundImage.includes('url('),
    )
    .map((element) => element.getBoundingClientRect())

  const lines: Line[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    // Disabled controls need no contrast (WCAG 1.4.3).
    if (!parent || text === '' || parent.closest(':disabled, [aria-disabled="true"], .sr-only'))
      continue
    const style = getComputedStyle(parent)
    if (style.visibility !== 'visible') continue
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const [red, green, blue, alpha] = rgbaOf(style.color)
    const colour: Colour = [red, green, blue, alpha * opacityOf(parent)]
    if (colour[3] === 0) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    // Lines hidden by a clamp are laid out too.
    const clamp = parent.closest('[class*="line-clamp"]')?.getBoundingClientRect()
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const isSeen =
        left >= 0 &&
        top >= 0 &&
        right <= window.innerWidth &&
        bottom <= window.innerHeight &&
        (clamp === undefined || top < clamp.bottom - 2)
      const isOver = pictures.some(
        (picture) =>
          picture.left < right &&
          picture.right > left &&
          picture.top < bottom &&
          picture.bottom > top,
      )
      if (!isSeen || right - left < 2 || (isOverPicture && !isOver)) continue
      lines.push({
        text: text.slice(0, 60),
        colour,
        least: isLarge ? 3 : 4.5,
        box: [Math.floor(left), Math.floor(top), Math.floor(right), Math.floor(bottom)],
      })
    }
  }
  return lines
}

type Pixel = [red: number, green: number, blue: number]

function contrast([red, green, blue, alpha]: Colour, ground: Pixel): number {
  const [r, g, b] = ground
  const text = luminance([
    red * alpha + r * (1 - alpha),
    green * alpha + g * (1 - alpha),
    blue * alpha + b * (1 - alpha),
  ])
  const [light = 0, dark = 0] = [text, luminance(ground)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

const linear = (value: number): number => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = ([red, green, blue]: Pixel): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
