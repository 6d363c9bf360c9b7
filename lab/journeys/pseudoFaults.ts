import type { Page } from 'playwright-core'

/* Faults of texts that a translation makes visible: cut, overlapping or not translated. */

type Box = { left: number; top: number; right: number; bottom: number }
/** An element whose edges may hide a part of a text. */
type Frame = Box & { name: string; hidesX: boolean; hidesY: boolean; scrolls: boolean }
/** A text node that can be seen. */
type SeenText = {
  readonly text: string
  /** Number of the paragraph, cell or control that it is a part of. */
  readonly block: number
  /** Number of what it moves with: the page, a bar that stays in the window, or a popup. */
  readonly layer: number
  /** A box for each line. */
  readonly lines: readonly Box[]
  /** Elements from the inmost to the outmost. */
  readonly frames: readonly Frame[]
  /** The button, tab or cell that it is written on. */
  readonly control: Frame | null
  readonly hasTitle: boolean
}
type Seen = {
  readonly width: number
  readonly pageWidth: number
  readonly texts: readonly SeenText[]
  /** The title of the page, and what its elements are called for those who do not see them. */
  readonly names: readonly string[]
}

/** Runs in the page. */
function seenTexts(): Seen {
  const numbers = new Map<Element | undefined, number>()
  const numberOf = (element: Element | undefined): number => {
    numbers.set(element, numbers.get(element) ?? numbers.size)
    return numbers.get(element) ?? 0
  }
  // An element without a box of its own counts as hidden for the browser.
  const boxed = (element: Element): Element =>
    element.parentElement && getComputedStyle(element).display === 'contents'
      ? boxed(element.parentElement)
      : element
  const isHidden = (element: Element) =>
    element.closest('script, style, noscript, template, option, [inert], [hidden]') !== null ||
    !boxed(element).checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const withAncestors = (element: Element): Element[] => {
    const parent = element.parentElement
    return parent && parent !== document.body ? [element, ...withAncestors(parent)] : [element]
  }
  const isBlock = (element: Element) =>
    !/^(inline|contents)/.test(getComputedStyle(element).display)
  const isLayer = (element: Element) => {
    const { position, zIndex } = getComputedStyle(element)
    return ['fixed', 'sticky'].includes(position) || Number(zIndex) > 1000
  }
  const frameOf = (element: Element): Frame => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [hidesX, hidesY] = [overflowX, overflowY].map((flow) => /hidden|clip/.test(flow))
    const scrolls = /auto|scroll/.test(overflowX)
    const name = `<${element.localName} class="${element.getAttribute('class')}">`
    return { left, top, right, bottom, name, hidesX: !!hidesX, hidesY: !!hidesY, scrolls }
  }
  // What is far below the window is not laid out before.
  for (const late of document.querySelectorAll<HTMLElement>('.drawn-late'))
    late.style.contentVisibility = 'visible'
  const texts: SeenText[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent ?? ''
    if (!parent || text.trim() === '' || isHidden(parent)) continue
    const around = withAncestors(parent)
    const range = document.createRange()
    range.selectNodeContents(node)
    const control = parent.closest(
      'button, [role=tab], [role=option], [role=menuitem], th, td, label',
    )
    const frames = around.filter((element) => getComputedStyle(element).overflowX !== 'visible')
    const isSmall = around.some(({ clientWidth, clientHeight }) => clientWidth * clientHeight === 1)
    texts.push({
      text,
      block: numberOf(around.find(isBlock)),
      layer: numberOf(around.find(isLayer)),
      // Texts for screen readers alone are in boxes of one pixel.
      lines: isSmall ? [] : Array.from(range.getClientRects(), (line) => line.toJSON() as Box),
      frames: frames.map(frameOf),
      control: control && getComputedStyle(control).display !== 'inline' ? frameOf(control) : null,
      hasTitle: parent.closest('[title]') !== null,
    })
  }
  const named = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].flatMap((element) =>
      isHidden(element) ? [] : [element.getAttribute(name) ?? ''],
    ),
  )
  const { clientWidth: width, scrollWidth: pageWidth } = document.documentElement
  return { width, pageWidth, texts, names: [document.title, ...named] }
}

/** CSS pixels that glyphs may stand over the edge of their box. */
const SLACK = 2
const isBeside = (line: Box, edge: Pick<Box, 'left' | 'right'>) =>
  line.left < edge.left - SLACK || line.right > edge.right + SLACK

/** What hides a part of the text; null if it can be read, by scrolling too. */
function cutOf({ lines, frames, control, hasTitle }: SeenText, width: number): string | null {
  if (hasTitle) return null
  if (control && lines.some((line) => isBeside(line, control)))
    return `sticks out of ${control.name}`
  for (const frame of frames) {
    if (frame.scrolls) return null
    // Letters hang below their line.
    const isBelow = (line: Box) => frame.hidesY && line.bottom > frame.bottom + 5 * SLACK
    if (lines.some((line) => isBelow(line) || (frame.hidesX && isBeside(line, frame))))
      return `is cut by ${frame.name}`
  }
  return lines.some((line) => isBeside(line, { left: 0, right: width }))
    ? 'leaves the window'
    : null
}

/** What is seen of a line. Glyphs are lower than their boxes, which overlap in close lines. */
function drawnPart(line: Box, frames: readonly Frame[]): Box {
  const quarter = (line.bottom - line.top) / 4
  const glyphs = { ...line, top: line.top + quarter, bottom: line.bottom - quarter }
  return frames.reduce(
    (box, frame) => ({
      left: Math.max(box.left, frame.left),
      right: Math.min(box.right, frame.right),
      top: Math.max(box.top, frame.top),
      bottom: Math.min(box.bottom, frame.bottom),
    }),
    glyphs,
  )
}

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK

function overlaps(texts: readonly SeenText[]): string[] {
  const drawn = texts.map(({ lines, frames, ...rest }) => ({
    ...rest,
    boxes: lines.map((line) => drawnPart(line, frames)),
  }))
  return drawn.flatMap((one, at) =>
    drawn
      .slice(at + 1)
      .filter((other) => one.layer === other.layer)
      .filter((other) => one.boxes.some((box) => other.boxes.some((each) => overlap(box, each))))
      .map((other) => `“${one.text}” overlaps “${other.text}”`),
  )
}

/** Text outside the marks of translated texts, which may be nested. */
function unmarked(pieces: readonly string[]): string[] {
  let depth = 0
  return pieces.map((piece) => {
    let outside = ''
    for (const letter of piece) {
      if (letter === '⟧') depth -= 1
      if (depth === 0 && letter !== '⟧' && letter !== '⟦') outside += letter
      if (letter === '⟦') depth += 1
    }
    return outside.trim()
  })
}

/** Whether its place is too narrow for the text: it has many more lines than words. */
function isBroken({ text, lines }: SeenText): boolean {
  const words = text.split(/[\s\-–/·]+/).filter((word) => word !== '')
  return new Set(lines.map(({ top }) => Math.round(top))).size > words.length + 1
}

type Options = {
  /** Whether words need no translation. */
  readonly isContent: (words: string) => boolean
  /** Whether translated texts have the marks of pseudo-locales. */
  readonly hasMarks: boolean
}

async function textFaults(page: Page, { isContent, hasMarks }: Options): Promise<string[]> {
  const { texts, names, width, pageWidth } = await page.evaluate(seenTexts)
  const blocks = Map.groupBy(texts, ({ block }) => block)
  const words = [...blocks.values()].flatMap((block) => unmarked(block.map(({ text }) => text)))
  const untranslated = [...words, ...names.flatMap((name) => unmarked([name]))].filter(
    (each) => hasMarks && !isContent(each),
  )
  const own = texts.filter(({ text }) => (hasMarks ? /[⟦⟧]/.test(text) : !isContent(text.trim())))
  const cut = own.map((each) => ({ ...each, fault: cutOf(each, width) }))
  return [
    ...(pageWidth > width ? [`scrolls ${pageWidth - width} px sideways`] : []),
    ...untranslated.map((each) => `not translated: “${each}”`),
    ...cut.flatMap(({ text, fault }) => (fault === null ? [] : [`“${text}” ${fault}`])),
    ...own.filter(isBroken).map(({ text }) => `“${text}” is broken within its words`),
    ...overlaps(texts),
  ]
}

/* Faults of the texts of a page at three widths, and what of its words needs no translation. */

/** CSS pixels. */
export const NARROW = 320
const WIDTHS = [NARROW, 768, 1440]
const HEIGHT = 800

export const enterNarrow = (page: Page): Promise<void> =>
  page.setViewportSize({ width: NARROW, height: HEIGHT })

/** Lets the page draw twice: it may change with the width. */
const drawn = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })

export async function faultsAtWidths(
  page: Page,
  options: Parameters<typeof textFaults>[1],
  widths: readonly number[] = WIDTHS,
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
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
    const all = [...(await Promise.all(sent)), ...names].join('\n').replace(/\s+|\\n/g, ' ')
    const isFormatted = (words: string) => {
      const rest = units.reduce((left, unit) => left.replaceAll(unit, ''), words)
      return !/\p{L}/u.test(rest.replace(FORMATTED, ''))
    }
    return (words) => isFormatted(words) || all.includes(words.replace(/\s+/g, ' '))
  }
}
