import type { Sheet } from '../kit/sheet.ts'
import { palettes as p } from '../palette.ts'
import { drawForest } from './scenes/forest.ts'
import { drawGlassSea } from './scenes/glass.ts'
import { drawMarsh } from './scenes/marsh.ts'
import { drawMountain } from './scenes/mountain.ts'
import { drawOrchard } from './scenes/orchard.ts'
import { drawStair } from './scenes/stair.ts'
import { drawTown } from './scenes/town.ts'
import { drawArbiter } from './studies/arbiter.ts'
import { drawArches } from './studies/arches.ts'
import { drawArgument } from './studies/argument.ts'
import { drawBanner } from './studies/banner.ts'
import { drawBell } from './studies/bell.ts'
import { drawBook } from './studies/book.ts'
import { drawCandles } from './studies/candles.ts'
import { drawDice } from './studies/dice.ts'
import { drawEel } from './studies/eel.ts'
import { drawFair } from './studies/fair.ts'
import { drawGear } from './studies/gear.ts'
import { drawGoat } from './studies/goat.ts'
import { drawGorge } from './studies/gorge.ts'
import { drawHounds } from './studies/hounds.ts'
import { drawMap } from './studies/map.ts'
import { drawMedal } from './studies/medal.ts'
import { drawMothStudy } from './studies/moth.ts'
import { drawScales } from './studies/scales.ts'
import { drawSchool } from './studies/school.ts'
import { drawSeeds } from './studies/seeds.ts'
import { drawTableAbove } from './studies/tableAbove.ts'
import { drawTwoShadows } from './studies/twoShadows.ts'
import { drawWight } from './studies/wight.ts'

export type Picture = { name: string; draw: (sheet: Sheet) => void }
/** `focus` is the subject's position along the width; `shade` how much the left is darkened for text. Both 0..1. */
export type Hero = Picture & { height: number; focus: number; shade: number }

const hero = (
  name: string,
  focus: number,
  shade: number,
  draw: Picture['draw'],
  height = 800,
): Hero => ({ name, focus, shade, draw, height })

export const heroes: readonly Hero[] = [
  hero('landing', 0.66, 0.62, (s) => drawOrchard(s, { seed: 7, palette: p.night })),
  hero('news', 0.74, 0.66, (s) => drawTown(s, { seed: 12, palette: p.dusk })),
  hero('downloads', 0.72, 0.55, (s) => drawGlassSea(s, { seed: 23, palette: p.glass })),
  hero('initiative', 0.7, 0.8, (s) => drawMountain(s, { seed: 7, palette: p.dawn, aside: 0.17 })),
  hero('rules', 0.74, 0.66, (s) => drawStair(s, { seed: 34, palette: p.ember })),
  hero('world', 0.62, 0.6, (s) => drawMarsh(s, { seed: 45, palette: p.marsh, focus: 0.8 })),
  hero('auth', 0.7, 0.6, (s) => drawForest(s, { seed: 56, palette: p.forest })),
  hero(
    'dashboard',
    0.7,
    0.6,
    (s) => drawMarsh(s, { seed: 67, palette: p.night, houses: false, focus: 0.92 }),
    480,
  ),
]

export const defaults: readonly Picture[] = [
  {
    name: 'news',
    draw: (s) => drawTown(s, { seed: 78, palette: p.dawn, focus: 0.62, spread: 0.4, scale: 0.85 }),
  },
  { name: 'event', draw: (s) => drawFair(s, { seed: 19, palette: p.night }) },
  {
    name: 'glossary',
    draw: (s) =>
      drawForest(s, { seed: 81, palette: p.forest, focus: 0.5, warden: false, moths: 60 }),
  },
  { name: 'rule', draw: (s) => drawDice(s, { seed: 9, palette: p.night }) },
]

export const news: readonly Picture[] = [
  (s: Sheet) => drawOrchard(s, { seed: 101, palette: p.dusk, focus: 0.5 }),
  (s: Sheet) => drawTown(s, { seed: 102, palette: p.night, focus: 0.58, spread: 0.42 }),
  (s: Sheet) => drawGlassSea(s, { seed: 103, palette: p.glass, focus: 0.5 }),
  (s: Sheet) => drawMountain(s, { seed: 7, palette: p.dawn, focus: 0.54, snow: 0.9 }),
  (s: Sheet) => drawMarsh(s, { seed: 105, palette: p.dusk, focus: 0.6 }),
  (s: Sheet) => drawForest(s, { seed: 106, palette: p.forest, focus: 0.5 }),
  (s: Sheet) => drawStair(s, { seed: 107, palette: p.ember, focus: 0.55, breadth: 0.6 }),
  (s: Sheet) => drawTableAbove(s, { seed: 108, palette: p.night }),
  (s: Sheet) => drawDice(s, { seed: 109, palette: p.dusk }),
  (s: Sheet) => drawMap(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawBook(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawSchool(s, { seed: 112, palette: p.winter }),
  (s: Sheet) => drawGorge(s, { seed: 5, palette: p.dusk }),
  (s: Sheet) => drawFair(s, { seed: 5, palette: p.dusk }),
  (s: Sheet) =>
    drawGlassSea(s, {
      seed: 115,
      palette: p.glass,
      focus: 0.48,
      storm: true,
      far: false,
      sledAt: -0.06,
    }),
  (s: Sheet) => drawBell(s, { seed: 116, palette: p.dusk, keeper: true }),
].map((draw, i) => ({ name: `news-${String(i + 1).padStart(2, '0')}`, draw }))

export const glossary: readonly Picture[] = [
  (s: Sheet) => drawArbiter(s, { seed: 201, palette: p.dawn }),
  (s: Sheet) => drawTown(s, { seed: 202, palette: p.dusk, focus: 0.5, spread: 0.6, scale: 1.25 }),
  (s: Sheet) => drawBell(s, { seed: 5, palette: p.dawn }),
  (s: Sheet) => drawEel(s, { seed: 5, palette: p.glass }),
  (s: Sheet) => drawGoat(s, { seed: 5, palette: p.winter }),
  (s: Sheet) => drawMothStudy(s, { seed: 5, palette: p.forest }),
  (s: Sheet) => drawMedal(s, { seed: 5, palette: p.night }),
  (s: Sheet) =>
    drawGlassSea(s, {
      seed: 208,
      palette: p.dawn,
      focus: 0.5,
      sled: 0.48,
      sledAt: 0.02,
      far: false,
      furled: true,
    }),
  (s: Sheet) => drawHounds(s, { seed: 5, palette: p.ember }),
  (s: Sheet) => drawWight(s, { seed: 5, palette: p.dusk }),
  (s: Sheet) =>
    drawMarsh(s, { seed: 211, palette: p.marsh, focus: 0.74, houses: false, near: 2.1 }),
  (s: Sheet) => drawBanner(s, { seed: 5, palette: p.ember }),
  (s: Sheet) => drawTwoShadows(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawTableAbove(s, { seed: 5, palette: p.night, crack: true }),
].map((draw, i) => ({ name: `glossary-${String(i + 1).padStart(2, '0')}`, draw }))

export const rules: readonly Picture[] = [
  (s: Sheet) => drawDice(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawSeeds(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawScales(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawGorge(s, { seed: 5, palette: p.marsh, broken: true }),
  (s: Sheet) => drawCandles(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawGear(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawArgument(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawArches(s, { seed: 5, palette: p.glass }),
].map((draw, i) => ({ name: `rule-${String(i + 1).padStart(2, '0')}`, draw }))
