import { converter, type Rgb, wcagContrast } from 'culori'
import type { ColourName, SiteColours, Theme } from '#contract/colours.ts'

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
export type PairColour = ColourName | 'drawing' | 'white' | 'black'

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
 * Everything that is read or must be seen, in either theme. Contrast is the same both ways, so a pair also stands for
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
  // What stands for a picture, and hints at the state of a group.
  ...on(tinted(papers, 'ink', 0.05), BLENDED, 'gold-deep', 'ink-soft'),
  // Notices, and the date that suits most.
  ...on(tinted(papers, 'ember', 0.08), BLENDED, 'ember'),
  ...on(tinted(papers, 'moss', 0.08), BLENDED, 'moss', 'ink-soft'),
]

/** Colours of a theme, as far as they are known. */
export type Tones = Readonly<Partial<Record<PairColour, string>>>

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
export const fits = (name: ColourName, tones: Tones): boolean =>
  COLOUR_PAIRS.every((pair) => !involves(pair, name) || isReadable(pair, tones))

/** The tone that each chosen colour is, as it is. */
export const TONE_OF = {
  header: 'night',
  page: 'parchment',
  text: 'ink',
  accent: 'gold',
  warning: 'ember',
} as const satisfies Record<keyof SiteColours, string>

export type GivenTone = (typeof TONE_OF)[keyof SiteColours]

/** The darkest and the lightest text: if neither can be read on a ground, nothing can. */
export const POLES = ['#000000', '#ffffff'] as const

export const drawingOf = (theme: Theme): string => POLES[theme === 'light' ? 0 : 1]

export const givenTones = (colours: SiteColours): Record<GivenTone, string> => ({
  night: colours.header,
  parchment: colours.page,
  ink: colours.text,
  gold: colours.accent,
  ember: colours.warning,
})

/** The texts on nights, if they had to be the darkest or the lightest. */
export const textsOn = (pole: string): Tones => ({ snow: pole, mist: pole })

/** Whether this night leaves room for a text that can be read on all nights. */
export const hasRoom = (name: 'night' | 'dusk', tones: Tones): boolean =>
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
