import { clampChroma, converter, formatHex, type Rgb, wcagContrast } from 'culori'
import {
  COLOUR_NAMES,
  COLOUR_ROOTS,
  type ColourName,
  colourProperty,
  type Palette,
  type SiteColours,
  type Theme,
} from '#contract/colours.ts'

/** Lightness and chroma as the eye has them. */
type Oklch = { readonly l: number; readonly c: number; readonly h: number | undefined }

/** Lightness is tried in steps; between two of them it is narrowed down to less than an eye can see. */
const STEPS = 100
const HALVINGS = 4

function oklchOf(colour: string): Oklch {
  const { l = 0, c = 0, h } = converter('oklch')(colour) ?? {}
  return { l, c, h }
}

/** Keeps lightness and hue; the chroma is what the screen can show of it. */
const hexOf = ({ l, c, h }: Oklch): string =>
  formatHex(clampChroma({ mode: 'oklch', l: Math.min(Math.max(l, 0), 1), c, h }, 'oklch'))

/** @returns the colour with the least change of lightness that passes; undefined if none does */
function nearest(colour: string, passes: (colour: string) => boolean): string | undefined {
  if (passes(colour)) return colour
  const from = oklchOf(colour)
  const at = (change: number): string => hexOf({ ...from, l: from.l + change })
  for (let step = 1; step <= STEPS; step++)
    for (const side of [-1, 1]) {
      if (!passes(at((side * step) / STEPS))) continue
      let [short, enough] = [(step - 1) / STEPS, step / STEPS]
      for (let halving = 0; halving < HALVINGS; halving++) {
        const middle = (short + enough) / 2
        if (passes(at(side * middle))) enough = middle
        else short = middle
      }
      return at(side * enough)
    }
  return undefined
}

type ByTheme = Readonly<Record<Theme, SiteColours>>

/**
 * What colours without a choice of their own look like, and how far tones are from the colours that they come from. These
 * and the numbers below are measured on the default palette.
 */
const SHADES = {
  light: { moss: '#3f5e3a', soft: 0.286, field: 0.473, line: -0.108, lineChroma: 1.85 },
  dark: { moss: '#9cc494', soft: 0.241, field: 0.413, line: 0.155, lineChroma: 1.45 },
} as const

function lighter(colour: string, share: number, chroma = 1): string {
  const { l, c, h } = oklchOf(colour)
  return hexOf({ l: l + (1 - l) * share, c: c * chroma, h })
}

/** A tone on the way from the text to the page. */
function between({ text, page }: SiteColours, share: number): string {
  const [from, to] = [oklchOf(text), oklchOf(page)]
  const c = Math.min(from.c + to.c * 0.6, 0.06)
  return hexOf({ l: from.l + (to.l - from.l) * share, c, h: from.h ?? to.h })
}

const duskOf = ({ header }: SiteColours): string => {
  const { l, c, h } = oklchOf(header)
  return hexOf({ l: l < 0.6 ? l + 0.072 : l - 0.05, c: c * 1.7, h })
}

const mistOf = ({ header }: SiteColours): string => {
  const { c, h } = oklchOf(header)
  return hexOf({ l: 0.779, c: Math.min(c * 1.33, 0.05), h })
}

const vellumOf = (theme: Theme, { page }: SiteColours): string => {
  const { l, c, h } = oklchOf(page)
  return theme === 'light'
    ? hexOf({ l: l + Math.min((1 - l) * 0.68, 0.03), c: c * 0.7, h })
    : hexOf({ l: l + 0.045, c: c * 1.27, h })
}

const goldDeepOf = (theme: Theme, { accent }: SiteColours): string => {
  const { l, c, h } = oklchOf(accent)
  return theme === 'light' ? hexOf({ l: l * 0.746, c: c * 0.79, h }) : lighter(accent, 0.4)
}

const lineOf = (theme: Theme, { page }: SiteColours): string => {
  const { l, c, h } = oklchOf(page)
  const { line, lineChroma } = SHADES[theme]
  return hexOf({ l: l + line, c: c * lineChroma, h })
}

/** The derived tones as one would like them. Each in turn is then moved until it can be read with those before it. */
const wishes = (theme: Theme, all: ByTheme): Readonly<Partial<Record<ColourName, string>>> => ({
  dusk: duskOf(all[theme]),
  vellum: vellumOf(theme, all[theme]),
  snow: all.light.page,
  mist: mistOf(all[theme]),
  'gold-light': lighter(all[theme].accent, 0.4),
  'ember-light': lighter(all.light.warning, 0.5, 0.82),
  'moss-light': SHADES.dark.moss,
  moss: SHADES[theme].moss,
  'ink-soft': between(all[theme], SHADES[theme].soft),
  'gold-deep': goldDeepOf(theme, all[theme]),
  line: lineOf(theme, all[theme]),
  field: between(all[theme], SHADES[theme].field),
})

/** The second ground of a kind is the first where text is readable on no other. */
const sameGround = (name: ColourName, { header, page }: SiteColours): string | undefined =>
  name === 'dusk' ? header : name === 'vellum' ? page : undefined

function tonesOf(theme: Theme, all: ByTheme): Record<ColourName, string> {
  const drawing = drawingOf(theme)
  const tones: Partial<Record<ColourName, string>> = givenTones(all[theme])
  const isFit = (name: ColourName, colour: string): boolean => {
    const tried = { ...tones, drawing, [name]: colour }
    return name === 'dusk' ? hasRoom(name, tried) : fits(name, tried)
  }
  for (const [name, wish] of Object.entries(wishes(theme, all)) as [ColourName, string][])
    tones[name] =
      nearest(wish, (colour) => isFit(name, colour)) ?? sameGround(name, all[theme]) ?? wish
  return tones as Record<ColourName, string>
}

/** Every listed pair can be read in a palette of colours that have no fault above. */
export const paletteOf = (colours: ByTheme): Palette => ({
  light: tonesOf('light', colours),
  dark: tonesOf('dark', colours),
})

/** What the build makes of `light-dark()` for browsers that don't know it. */
const themed = (light: string, dark: string): string =>
  light === dark ? light : `var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`

/** Rules that change the site's colours when they follow its style sheet, or that of plain pages. */
export const paletteCss = ({ light, dark }: Palette): string => {
  const properties = COLOUR_NAMES.map(
    (name) => `${colourProperty(name)}:${themed(light[name], dark[name])}`,
  )
  return `${COLOUR_ROOTS}{${properties.join(';')}}`
}

/* Which colours have to be told apart, how far, and whether they can be. */

/** The least contrast of text, of large text and icons, and of the border of a field (WCAG 1.4.3, 1.4.11). */
const TEXT = 4.5
const LARGE = 3
/** Browsers round each colour that they blend, so what is faint or on a tint has a tenth more. */
const BLENDED = 4.6

/**
 * Colours that no palette changes: the drawings of rules and entries, which are black, and white in the dark theme; and
 * the lightest and the darkest picture.
 */
type PairColour = ColourName | 'drawing' | 'white' | 'black'

/** A colour that covers this share of what it lies on, such as Tailwind's "ink/80". */
type Layer = readonly [colour: PairColour, share: number]

/** A foreground colour and its background: a colour of the palette, with an optional tint over it. */
export type ColourPair = {
  readonly front: Layer
  readonly ground: PairColour
  readonly tint?: Layer
  readonly least: number
}

type Spot = Pick<ColourPair, 'ground' | 'tint'>
const on = (spots: readonly Spot[], least: number, ...fronts: (PairColour | Layer)[]) =>
  fronts.flatMap((front) =>
    spots.map((spot): ColourPair => {
      const layer: Layer = typeof front === 'string' ? [front, 1] : front
      return { front: layer, ...spot, least }
    }),
  )

const nights: Spot[] = [{ ground: 'night' }, { ground: 'dusk' }]
const papers: Spot[] = [{ ground: 'parchment' }, { ground: 'vellum' }]
/** Dark behind the text, as `text-shade` makes them. */
const pictures: Spot[] = [
  { ground: 'white', tint: ['night', 0.82] },
  { ground: 'black', tint: ['night', 0.82] },
]
const tinted = (spots: readonly Spot[], ...tint: Layer): Spot[] =>
  spots.map((spot) => ({ ...spot, tint }))

/**
 * All pairs of colours that must be legible or visible, in either theme. Contrast is the same both ways, so a pair also stands for
 * its reverse: night on gold is a button, vellum on ember a badge.
 */
export const COLOUR_PAIRS: readonly ColourPair[] = [
  ...on(nights, TEXT, 'snow', 'mist', 'gold', 'gold-light'),
  ...on(nights, TEXT, 'ember-light', 'moss-light'),
  // The theme that is chosen.
  ...on(tinted(nights, 'mist', 0.15), BLENDED, 'mist'),
  ...on(pictures, BLENDED, ['snow', 0.85], 'gold-light'),
  ...on(papers, TEXT, 'ink', 'ink-soft', 'gold-deep', 'ember', 'moss'),
  ...on(nights, BLENDED, ['snow', 0.8]),
  ...on(papers, BLENDED, ['ink', 0.8]),
  ...on(papers, LARGE, 'field', 'drawing'),
  // Words that a search marks.
  ...on(tinted(papers, 'gold', 0.35), BLENDED, 'ink'),
  // The option of a list under the pointer, and the answer that is chosen.
  ...on(tinted(papers, 'gold', 0.25), BLENDED, 'ink-soft'),
  // Placeholders of pictures, and notes about the state of a group.
  ...on(tinted(papers, 'ink', 0.05), BLENDED, 'gold-deep', 'ink-soft'),
  // Notices, and the date that suits most.
  ...on(tinted(papers, 'ember', 0.08), BLENDED, 'ember'),
  ...on(tinted(papers, 'moss', 0.08), BLENDED, 'moss', 'ink-soft'),
]

/** Colours of a theme, as far as they are known. */
type Tones = Readonly<Partial<Record<PairColour, string>>>

const BLACK: Rgb = { mode: 'rgb', r: 0, g: 0, b: 0 }
const rgbOf = (colour: string): Rgb => converter('rgb')(colour) ?? BLACK

/** What one sees of a colour that covers this share of its ground; three times as fast as the library's `blend`. */
function cover(ground: Rgb, { r, g, b }: Rgb, share: number): Rgb {
  const mix = (below: number, above: number): number => below + (above - below) * share
  return { mode: 'rgb', r: mix(ground.r, r), g: mix(ground.g, g), b: mix(ground.b, b) }
}

const FIXED: Tones = { white: '#ffffff', black: '#000000' }

/** @returns the contrast of a pair; undefined while one of its colours is unknown */
export function contrastOf(pair: ColourPair, tones: Tones): number | undefined {
  const known: Tones = { ...FIXED, ...tones }
  const [front, ground] = [known[pair.front[0]], known[pair.ground]]
  const tint = pair.tint ? known[pair.tint[0]] : ground
  if (!front || !ground || !tint) return undefined
  const below = cover(rgbOf(ground), rgbOf(tint), pair.tint?.[1] ?? 1)
  return wcagContrast(cover(below, rgbOf(front), pair.front[1]), below)
}

const isReadable = (pair: ColourPair, tones: Tones): boolean => {
  const contrast = contrastOf(pair, tones)
  return contrast === undefined || contrast >= pair.least
}

const involves = ({ front, ground, tint }: ColourPair, name: PairColour): boolean =>
  front[0] === name || ground === name || tint?.[0] === name

/** Whether all pairs of this colour can be read whose other colours are known. */
const fits = (name: ColourName, tones: Tones): boolean =>
  COLOUR_PAIRS.every((pair) => !involves(pair, name) || isReadable(pair, tones))

/** The tone that each chosen colour is, as it is. */
const TONE_OF = {
  header: 'night',
  page: 'parchment',
  text: 'ink',
  accent: 'gold',
  warning: 'ember',
} as const satisfies Record<keyof SiteColours, string>

type GivenTone = (typeof TONE_OF)[keyof SiteColours]

/** The darkest and the lightest text: if neither can be read on a ground, nothing can. */
const POLES = ['#000000', '#ffffff'] as const

const drawingOf = (theme: Theme): string => POLES[theme === 'light' ? 0 : 1]

const givenTones = (colours: SiteColours): Record<GivenTone, string> => ({
  night: colours.header,
  parchment: colours.page,
  ink: colours.text,
  gold: colours.accent,
  ember: colours.warning,
})

/** The texts on nights, if they had to be the darkest or the lightest. */
const textsOn = (pole: string): Tones => ({ snow: pole, mist: pole })

/** Whether this night leaves room for a text that can be read on all nights. */
const hasRoom = (name: 'night' | 'dusk', tones: Tones): boolean =>
  POLES.some((pole) => fits(name, { ...tones, ...textsOn(pole) }))

/** Names of what people see; "faint_text" are hints, "marked_words" what a search found, "warning_box" a notice, "pictures" those behind a text. */
type Seen =
  | keyof SiteColours
  | 'faint_text'
  | 'drawings'
  | 'marked_words'
  | 'warning_box'
  | 'pictures'

export type ContrastFault = {
  readonly theme: Theme
  /** The chosen colour that has the fault: that of the text, or of its ground where the text is derived. */
  readonly colour: keyof SiteColours
  readonly front: Seen
  readonly ground: Seen
  /** Rounded to a tenth, and down, so that a fault never looks sufficient. */
  readonly contrast: number
  readonly least: number
}

const SEEN: Readonly<Partial<Record<string, Seen>>> = {
  night: 'header',
  parchment: 'page',
  ink: 'text',
  snow: 'text',
  mist: 'faint_text',
  gold: 'accent',
  ember: 'warning',
  drawing: 'drawings',
}

const TINTED: Readonly<Partial<Record<string, Seen>>> = {
  gold: 'marked_words',
  ember: 'warning_box',
  night: 'pictures',
  mist: 'header',
}

const frontOf = ({ front: [name, share] }: ColourPair): Seen | undefined =>
  name === 'ink' && share < 1 ? 'faint_text' : SEEN[name]

const groundOf = ({ ground, tint }: ColourPair): Seen | undefined =>
  tint ? TINTED[tint[0]] : SEEN[ground]

const chosenIn = ({ front, ground, tint }: ColourPair) =>
  [front[0], ground, tint?.[0]]
    .map((name) =>
      (Object.keys(TONE_OF) as (keyof SiteColours)[]).find((one) => TONE_OF[one] === name),
    )
    .find((one) => one !== undefined)

function faultsOf(theme: Theme, colours: SiteColours): ContrastFault[] {
  // The best text that a header allows; on pages the chosen text counts.
  const [dark = {}, light = {}] = POLES.map((pole) => ({
    ...givenTones(colours),
    ...textsOn(pole),
    drawing: drawingOf(theme),
  }))
  const faults = new Map<string, ContrastFault>()
  for (const pair of COLOUR_PAIRS) {
    const [colour, front, ground] = [chosenIn(pair), frontOf(pair), groundOf(pair)]
    const contrast = Math.max(contrastOf(pair, dark) ?? 0, contrastOf(pair, light) ?? 0)
    if (!colour || !front || !ground || contrast === 0 || contrast >= pair.least) continue
    // What is faint or tinted is no news where the plain pair fails.
    const key = `${pair.front[0]} ${pair.ground}`
    const shown = Math.floor(contrast * 10) / 10
    if (!faults.has(key))
      faults.set(key, { theme, colour, front, ground, contrast: shown, least: pair.least })
  }
  return [...faults.values()]
}

/** @returns the pairs of these colours that can't be read; without any, all pairs of their palette can */
export const contrastFaults = (
  colours: Readonly<Record<Theme, SiteColours>>,
): readonly ContrastFault[] => [
  ...faultsOf('light', colours.light),
  ...faultsOf('dark', colours.dark),
]
