import { colors } from '../tailwind.config.ts'
import { mix } from './kit/colour.ts'

const papers = {
  night: colors.night,
  dusk: colors.dusk,
  parchment: colors.parchment,
  vellum: colors.vellum,
  ink: colors.ink.DEFAULT,
}
const accents = {
  gold: colors.gold.DEFAULT,
  glow: colors.gold.light,
  ember: colors.ember.DEFAULT,
  moss: colors.moss.DEFAULT,
}

/** The colours of the site, by the names that the drawings use. */
export const colours = { ...papers, ...accents }

const properties = (group: Record<string, string>): string =>
  Object.entries(group)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ')

/** The same colours for style sheets. */
export const paletteCss = `:root {\n  ${properties(papers)}\n  ${properties(accents)}\n}`

/** Engraved gold and its light: duller than the mark's, which is a flat surface. */
export const gold = '#c9973a'
export const paleGold = '#f6dc95'

/** One time of day. `lit` is the colour of cut lines, `fog` what distance turns into, `dark` what is close. */
export type Palette = {
  sky: readonly [top: string, middle: string, low: string]
  moon: string
  glow: string
  fog: string
  land: string
  dark: string
  lit: string
  lamp: string
  leaf: string
  water: string
  stars: number
}

/** @param row twelve colours in the order of the type, without their `#` */
function palette(row: string, stars: number): Palette {
  const [top = '', middle = '', low = '', ...others] = row.split(' ').map((hex) => `#${hex}`)
  const [moon = '', glow = '', fog = '', land = '', dark = '', lit = ''] = others
  const [lamp = '', leaf = '', water = ''] = others.slice(6)
  return { sky: [top, middle, low], moon, glow, fog, land, dark, lit, lamp, leaf, water, stars }
}

export const palettes = {
  night: palette(
    '100e1a 1d1a30 54486a f7e9c4 e0b45a 5b5173 2b2640 100e18 d8c69c f3c766 4a5a4c 2a2c46',
    1,
  ),
  dusk: palette(
    '191629 3a2f4b b0765a fbe6bd eba863 8d6468 3d3048 14111c edc896 ffd479 5b5a40 4a3a50',
    0.5,
  ),
  glass: palette(
    '0c131a 142c33 4f8178 f3efd2 bfe0b5 568579 1f4548 0b171c cfe3c4 f6cd70 3f6a5a 1d4a4a',
    0.9,
  ),
  dawn: palette(
    '2b2b4a 7b6a86 f0c69a fff3d6 ffdca0 c79a92 5d5272 1f1a2c fbe5c2 ffd98a 6a6a52 7d6c82',
    0.1,
  ),
  ember: palette(
    '170f18 431f28 c25f35 ffdfa8 f08a45 94483a 47232c 140c12 f0b27c ffb650 5a4030 4c2830',
    0.35,
  ),
  marsh: palette(
    '12151c 2a3440 8d8b6c f5e9bf d9c37e 6f7868 2f3b3c 10151a d5d0a4 ffcd6b 4f5e42 38484a',
    0.4,
  ),
  forest: palette(
    '0c1216 182722 4d6a4e f4ecc8 cfd58e 4b6450 1f2f2a 0b100f c3cf9c ffd978 3d5a40 26403a',
    0.6,
  ),
  winter: palette(
    '10131f 26304a 8593ad fbf5e2 e6ddc4 7484a2 3a4763 141826 eef0ee ffcf70 4d5a66 43506c',
    0.9,
  ),
}

/** A body `depth` away: 0 close and dark, 1 far and lost in the fog. */
export const bodyAt = ({ dark, land, fog }: Palette, depth: number): string =>
  depth > 0.5 ? mix(land, fog, depth * 2 - 1) : mix(dark, land, depth * 2)

/** The lines cut into it; the fog takes the share `loss` of them at the farthest. */
export const linesAt = ({ lit, fog }: Palette, depth: number, loss: number): string =>
  mix(lit, fog, depth * loss)
