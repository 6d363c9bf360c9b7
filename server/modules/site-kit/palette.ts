import { clampChroma, converter, formatHex } from 'culori'
import {
  COLOUR_NAMES,
  COLOUR_ROOTS,
  type ColourName,
  colourProperty,
  type Palette,
  type SiteColours,
  type Theme,
} from '#contract/colours.ts'
import { drawingOf, fits, givenTones, hasRoom } from './contrast.ts'

/** Lightness and chroma as the eye has them. */
type Oklch = { readonly l: number; readonly c: number; readonly h: number | undefined }

/** Lightness is tried in steps; between two of them it is narrowed down to less than an eye tells apart. */
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

/** Every listed pair can be read in a palette of colours that have no fault (contrast.ts). */
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
