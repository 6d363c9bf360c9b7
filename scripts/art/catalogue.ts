import { palettes as p } from './lib/palette.ts';
import type { Sheet } from './lib/sheet.ts';
import { drawForest } from './scenes/forest.ts';
import { drawGlassSea } from './scenes/glass.ts';
import { drawMarsh } from './scenes/marsh.ts';
import { drawMountain } from './scenes/mountain.ts';
import { drawOrchard } from './scenes/orchard.ts';
import { drawStair } from './scenes/stair.ts';
import { drawTown } from './scenes/town.ts';
import * as creatures from './studies/creatures.ts';
import * as paper from './studies/paper.ts';
import * as people from './studies/people.ts';
import * as table from './studies/table.ts';
import * as things from './studies/things.ts';

export type Picture = { name: string; draw: (sheet: Sheet) => void };
/** `focus` is where the subject stands along the width; `shade` how much the left is darkened for text. */
export type Hero = Picture & { height: number; focus: number; shade: number };

export const heroes: readonly Hero[] = [
  { name: 'landing', height: 800, focus: 0.66, shade: 0.62, draw: (s) => drawOrchard(s, { seed: 7, palette: p.night }) },
  { name: 'news', height: 800, focus: 0.74, shade: 0.66, draw: (s) => drawTown(s, { seed: 12, palette: p.dusk }) },
  { name: 'downloads', height: 800, focus: 0.72, shade: 0.55, draw: (s) => drawGlassSea(s, { seed: 23, palette: p.glass }) },
  { name: 'initiative', height: 800, focus: 0.7, shade: 0.8, draw: (s) => drawMountain(s, { seed: 7, palette: p.dawn }) },
  { name: 'rules', height: 800, focus: 0.74, shade: 0.66, draw: (s) => drawStair(s, { seed: 34, palette: p.ember }) },
  { name: 'world', height: 800, focus: 0.7, shade: 0.6, draw: (s) => drawMarsh(s, { seed: 45, palette: p.marsh }) },
  { name: 'auth', height: 800, focus: 0.7, shade: 0.6, draw: (s) => drawForest(s, { seed: 56, palette: p.forest }) },
  { name: 'dashboard', height: 480, focus: 0.72, shade: 0.6, draw: (s) => drawMarsh(s, { seed: 67, palette: p.night, houses: false }) },
];

export const defaults: readonly Picture[] = [
  { name: 'news', draw: (s) => drawTown(s, { seed: 78, palette: p.dawn, focus: 0.62, spread: 0.4, scale: 0.85 }) },
  { name: 'event', draw: (s) => people.drawFair(s, { seed: 19, palette: p.night }) },
  { name: 'glossary', draw: (s) => drawForest(s, { seed: 81, palette: p.forest, focus: 0.5, warden: false, moths: 60 }) },
  { name: 'rule', draw: (s) => table.drawDice(s, { seed: 9, palette: p.night }) },
];

export const news: readonly Picture[] = [
  (s: Sheet) => drawOrchard(s, { seed: 101, palette: p.dusk, focus: 0.5 }),
  (s: Sheet) => drawTown(s, { seed: 102, palette: p.night, focus: 0.58, spread: 0.42 }),
  (s: Sheet) => drawGlassSea(s, { seed: 103, palette: p.glass, focus: 0.5 }),
  (s: Sheet) => drawMountain(s, { seed: 7, palette: p.dawn, focus: 0.54, snow: 0.9 }),
  (s: Sheet) => drawMarsh(s, { seed: 105, palette: p.dusk, focus: 0.6 }),
  (s: Sheet) => drawForest(s, { seed: 106, palette: p.forest, focus: 0.5 }),
  (s: Sheet) => drawStair(s, { seed: 107, palette: p.ember, focus: 0.55, breadth: 0.6 }),
  (s: Sheet) => table.drawTableAbove(s, { seed: 108, palette: p.night }),
  (s: Sheet) => table.drawDice(s, { seed: 109, palette: p.dusk }),
  (s: Sheet) => paper.drawMap(s, { seed: 5, palette: p.night }),
  (s: Sheet) => paper.drawBook(s, { seed: 5, palette: p.night }),
  (s: Sheet) => people.drawSchool(s, { seed: 112, palette: p.winter }),
  (s: Sheet) => people.drawGorge(s, { seed: 5, palette: p.dusk }),
  (s: Sheet) => people.drawFair(s, { seed: 5, palette: p.dusk }),
  (s: Sheet) => drawGlassSea(s, { seed: 115, palette: p.glass, focus: 0.48, storm: true, far: false, sledAt: -0.06 }),
  (s: Sheet) => things.drawBell(s, { seed: 116, palette: p.dusk, keeper: true }),
].map((draw, i) => ({ name: `news-${String(i + 1).padStart(2, '0')}`, draw }));

export const glossary: readonly Picture[] = [
  (s: Sheet) => people.drawArbiter(s, { seed: 201, palette: p.dawn }),
  (s: Sheet) => drawTown(s, { seed: 202, palette: p.dusk, focus: 0.5, spread: 0.6, scale: 1.25 }),
  (s: Sheet) => things.drawBell(s, { seed: 5, palette: p.dawn }),
  (s: Sheet) => creatures.drawEel(s, { seed: 5, palette: p.glass }),
  (s: Sheet) => creatures.drawGoat(s, { seed: 5, palette: p.winter }),
  (s: Sheet) => creatures.drawMothStudy(s, { seed: 5, palette: p.forest }),
  (s: Sheet) => table.drawMedal(s, { seed: 5, palette: p.night }),
  (s: Sheet) => drawGlassSea(s, { seed: 208, palette: p.dawn, focus: 0.5, sled: 0.48, sledAt: 0.02, far: false, furled: true }),
  (s: Sheet) => creatures.drawHounds(s, { seed: 5, palette: p.ember }),
  (s: Sheet) => creatures.drawWight(s, { seed: 5, palette: p.dusk }),
  (s: Sheet) => drawMarsh(s, { seed: 211, palette: p.marsh, focus: 0.74, houses: false }),
  (s: Sheet) => things.drawBanner(s, { seed: 5, palette: p.ember }),
  (s: Sheet) => table.drawTwoShadows(s, { seed: 5, palette: p.night }),
  (s: Sheet) => table.drawTableAbove(s, { seed: 5, palette: p.night, crack: true }),
].map((draw, i) => ({ name: `glossary-${String(i + 1).padStart(2, '0')}`, draw }));

export const rules: readonly Picture[] = [
  (s: Sheet) => table.drawDice(s, { seed: 5, palette: p.night }),
  (s: Sheet) => table.drawSeeds(s, { seed: 5, palette: p.night }),
  (s: Sheet) => things.drawScales(s, { seed: 5, palette: p.night }),
  (s: Sheet) => people.drawGorge(s, { seed: 5, palette: p.marsh, broken: true }),
  (s: Sheet) => table.drawCandles(s, { seed: 5, palette: p.night }),
  (s: Sheet) => things.drawGear(s, { seed: 5, palette: p.night }),
  (s: Sheet) => people.drawArgument(s, { seed: 5, palette: p.night }),
  (s: Sheet) => things.drawArches(s, { seed: 5, palette: p.glass }),
].map((draw, i) => ({ name: `rule-${String(i + 1).padStart(2, '0')}`, draw }));
