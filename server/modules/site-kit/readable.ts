import { clampChroma, converter, formatHex, type Rgb, wcagContrast } from 'culori'
import type { ColourName } from '#contract/colours.ts'
import { COLOUR_PAIRS, type ColourPair, type PairColour } from './colourPairs.ts'

/** Colours of a theme, as far as they are known. */
export type Tones = Readonly<Partial<Record<PairColour, string>>>

/** Lightness and chroma as the eye has them. */
type Oklch = { readonly l: number; readonly c: number; readonly h: number | undefined }

/** Lightness is tried in steps; between two of them it is narrowed down to less than an eye tells apart. */
const STEPS = 100
const HALVINGS = 4

export function oklchOf(colour: string): Oklch {
  const { l = 0, c = 0, h } = converter('oklch')(colour) ?? {}
  return { l, c, h }
}

/** Keeps lightness and hue; the chroma is what the screen can show of it. */
export const hexOf = ({ l, c, h }: Oklch): string =>
  formatHex(clampChroma({ mode: 'oklch', l: Math.min(Math.max(l, 0), 1), c, h }, 'oklch'))

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

/** @returns the colour with the least change of lightness that passes; undefined if none does */
export function nearest(colour: string, passes: (colour: string) => boolean): string | undefined {
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
