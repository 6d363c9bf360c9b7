import { mix } from './colour.ts';
import { drawGlow } from './figures.ts';
import type { Palette } from './palette.ts';
import { createRng } from './rng.ts';
import type { Point, Sheet } from './sheet.ts';
import { addPath, closedPath, closeGroup, n, openGroup, openPath } from './sheet.ts';
import { ballTone, cutTone } from './tone.ts';

export const gold = '#c9973a';
export const paleGold = '#f6dc95';

const at = (s: number, values: readonly number[]): string => values.map((v) => n(v * s)).join(' ');

/** The outline of the apple of discord around (0, 0); `s` is half its height. */
export function appleOutline(s: number): string {
  return `M${at(s, [0, -0.62])}C${at(s, [0.22, -0.92, 0.98, -0.9, 0.98, -0.14])}C${at(s, [0.98, 0.44, 0.56, 0.98, 0.24, 0.94])}C${at(s, [0.12, 0.92, 0.08, 0.86, 0, 0.86])}C${at(s, [-0.08, 0.86, -0.12, 0.92, -0.24, 0.94])}C${at(s, [-0.56, 0.98, -0.98, 0.44, -0.98, -0.14])}C${at(s, [-0.98, -0.9, -0.22, -0.92, 0, -0.62])}Z`;
}

/** The lightning-thin gap that splits the apple, as a list of points from stem to foot. */
export function appleGap(s: number): Point[] {
  return ([[0.02, -0.74], [-0.1, -0.3], [0.13, -0.16], [-0.09, 0.26], [0.09, 0.38], [0, 0.86]] as const).map(([x, y]) => [x * s, y * s]);
}

/** A golden apple, whole or split. */
export function drawApple(sheet: Sheet, x: number, y: number, s: number, palette: Palette, split = true, side: 1 | -1 = 1): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)})"`);
  const d = appleOutline(s);
  addPath(sheet, d, { fill: mix(gold, palette.dark, 0.52) });
  const box = { x: -s, y: -s, w: 2 * s, h: 2 * s };
  const ball = ballTone(0, 0, s * 1.02, side);
  cutTone(sheet, { clip: d, box, angle: Math.PI / 2, gap: s * 0.05, colour: gold, bend: (px, py) => -px * 0.34 * (1 - (py / s) ** 2), tone: (px, py) => ball(px, py) * 0.9 + 0.42 });
  cutTone(sheet, { clip: d, box, angle: Math.PI / 2, gap: s * 0.05, colour: paleGold, bend: (px, py) => -px * 0.34 * (1 - (py / s) ** 2), tone: (px, py) => ball(px, py) * 1.25 - 0.36 });
  addPath(sheet, d, { stroke: palette.dark, width: s * 0.03 });
  addPath(sheet, `M${at(s, [0.01, -0.64])}C${at(s, [0.02, -0.84, 0.08, -0.98, 0.2, -1.12])}`, { stroke: palette.dark, width: s * 0.075 });
  addPath(sheet, `M${at(s, [0.06, -0.88])}C${at(s, [0.24, -1.16, 0.58, -1.16, 0.74, -1.02])}C${at(s, [0.56, -0.84, 0.28, -0.78, 0.06, -0.88])}Z`, { fill: mix(palette.leaf, palette.lit, 0.3), stroke: palette.dark, width: s * 0.02 });
  addPath(sheet, `M${at(s, [0.08, -0.89])}Q${at(s, [0.4, -1.02, 0.7, -1.02])}`, { stroke: palette.dark, width: s * 0.014 });
  if (split) {
    const gap = appleGap(s);
    addPath(sheet, openPath(gap), { stroke: palette.dark, width: s * 0.07 });
    addPath(sheet, openPath(gap.map(([px, py]) => [px + side * s * 0.03, py] as const)), { stroke: paleGold, width: s * 0.018 });
  }
  closeGroup(sheet);
}

const digits: Record<number, string> = {
  3: 'M-.3 -.42Q.3 -.62.28 -.24Q.24 0-.06-.02Q.34 0 .3.3Q.2.62-.32.44',
  4: 'M.14.5V-.5L-.34.18H.36',
  7: 'M-.32-.48H.32Q-.02 0-.1.5',
  8: 'M0-.02C-.4-.1-.34-.52 0-.52C.34-.52.4-.1 0-.02C-.44.06-.4.52 0 .52C.4.52.44.06 0-.02Z',
};

/** A ten-sided die resting on a face; `face` is the colour of its body, `ink` of its number. */
export function drawDie(sheet: Sheet, x: number, y: number, s: number, turn: number, value: 3 | 4 | 7 | 8, face: string, ink: string): void {
  const light = mix(face, '#fffaf0', 0.4);
  const dark = mix(face, '#0d0a10', 0.5);
  const kite = (points: readonly Point[], tone: number, angle: number): void => {
    const d = closedPath(points.map(([px, py]) => [px * s, py * s] as const));
    addPath(sheet, d, { fill: mix(dark, face, tone), stroke: dark, width: s * 0.014 });
    cutTone(sheet, { clip: d, box: { x: -s, y: -s, w: 2 * s, h: 2 * s }, angle, gap: s * 0.045, colour: light, opacity: 0.75, tone: (px, py) => tone * 0.55 - (py / s) * 0.18 + (px / s) * 0.12 - 0.08 });
  };
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${turn})"`);
  kite([[0, -0.98], [-0.58, 0.12], [-0.96, 0.34], [-0.84, -0.2]], 0.42, 1.1);
  kite([[0, -0.98], [0.58, 0.12], [0.96, 0.34], [0.84, -0.2]], 0.8, -1.1);
  kite([[-0.58, 0.12], [0, 0.46], [0, 0.94], [-0.96, 0.34]], 0.16, 0.4);
  kite([[0.58, 0.12], [0, 0.46], [0, 0.94], [0.96, 0.34]], 0.34, -0.4);
  kite([[0, -0.98], [0.58, 0.12], [0, 0.46], [-0.58, 0.12]], 1, 0.1);
  addPath(sheet, `M0 ${n(-s * 0.98)}L${at(s, [0.58, 0.12])}L${at(s, [0, 0.46])}L${at(s, [-0.58, 0.12])}Z`, { stroke: light, width: s * 0.016, opacity: 0.8 });
  openGroup(sheet, `transform="translate(0 ${n(-s * 0.06)}) scale(${n(s * 3.9) === '0' ? 1 : (s * 0.39).toFixed(2)})"`);
  addPath(sheet, digits[value] ?? '', { stroke: ink, width: 0.15 });
  closeGroup(sheet);
  closeGroup(sheet);
}

/** An apple seed, pointed at the top; `s` is half its length. */
export function seedOutline(s: number): string {
  return `M0 ${n(-s)}C${at(s, [0.3, -0.7, 0.62, -0.1, 0.56, 0.4])}C${at(s, [0.5, 0.84, 0.24, 1, 0, 1])}C${at(s, [-0.24, 1, -0.5, 0.84, -0.56, 0.4])}C${at(s, [-0.62, -0.1, -0.3, -0.7])} 0 ${n(-s)}Z`;
}

export function drawSeed(sheet: Sheet, x: number, y: number, s: number, turn: number, palette: Palette, body = '#6a3b22'): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${turn})"`);
  const d = seedOutline(s);
  addPath(sheet, d, { fill: mix(body, palette.dark, 0.45) });
  const ball = ballTone(0, s * 0.2, s);
  cutTone(sheet, { clip: d, box: { x: -s, y: -s, w: 2 * s, h: 2 * s }, angle: Math.PI / 2, gap: s * 0.075, colour: mix(body, paleGold, 0.45), bend: (px, py) => -px * 0.5 * (1 - (py / s) ** 2 * 0.4), tone: (px, py) => ball(px * 1.5, py) * 0.9 + 0.12 });
  addPath(sheet, `M${at(s, [0.2, -0.3])}Q${at(s, [0.38, 0.06, 0.34, 0.4])}`, { stroke: '#fff1cc', width: s * 0.05, opacity: 0.85 });
  addPath(sheet, d, { stroke: palette.dark, width: s * 0.04 });
  closeGroup(sheet);
}

/** A burning candle; `h` is what is left of it. */
export function drawCandle(sheet: Sheet, x: number, base: number, w: number, h: number, palette: Palette, lit: boolean, seed: number): void {
  const rng = createRng(seed);
  const top = base - h;
  const wax = mix('#efe0bb', palette.dark, lit ? 0.15 : 0.5);
  const d = `M${n(x - w / 2)} ${n(base)}V${n(top)}q${n(w * 0.2)} ${n(w * 0.16)} ${n(w * 0.5)} ${n(w * 0.12)}q${n(w * 0.3)} ${n(-w * 0.02)} ${n(w * 0.5)} ${n(-w * 0.12)}V${n(base)}Z`;
  if (lit) drawGlow(sheet, x, top - w * 0.5, w * 6, palette.lamp, 0.5);
  addPath(sheet, d, { fill: mix(wax, palette.dark, 0.35) });
  cutTone(sheet, { clip: d, box: { x: x - w / 2, y: top, w, h }, angle: Math.PI / 2, gap: w * 0.075, colour: wax, tone: (px, py) => 0.6 - ((px - x) / w) * 0.7 + (lit ? 0.55 * Math.exp(-(py - top) / (w * 0.9)) : -0.2) });
  for (let k = 0; k < 4; k += 1) {
    const dx = x + rng.range(-0.48, 0.48) * w;
    const drip = Math.min(h * 0.55, w * rng.range(0.3, 1.1));
    addPath(sheet, `M${n(dx - w * 0.07)} ${n(top + w * 0.05)}v${n(drip)}a${n(w * 0.07)} ${n(w * 0.07)} 0 0 0 ${n(w * 0.14)} 0v${n(-drip)}Z`, { fill: wax, stroke: palette.dark, width: w * 0.012 });
  }
  addPath(sheet, `M${n(x)} ${n(top + w * 0.1)}q${n(w * 0.04)} ${n(-w * 0.12)} ${n(-w * 0.01)} ${n(-w * 0.26)}`, { stroke: palette.dark, width: w * 0.05 });
  if (lit) {
    const fy = top - w * 0.12;
    addPath(sheet, `M${n(x)} ${n(fy)}C${n(x + w * 0.3)} ${n(fy - w * 0.1)} ${n(x + w * 0.16)} ${n(fy - w * 0.62)} ${n(x)} ${n(fy - w * 0.95)}C${n(x - w * 0.16)} ${n(fy - w * 0.6)} ${n(x - w * 0.3)} ${n(fy - w * 0.1)} ${n(x)} ${n(fy)}Z`, { fill: palette.lamp });
    addPath(sheet, `M${n(x)} ${n(fy)}C${n(x + w * 0.14)} ${n(fy - w * 0.06)} ${n(x + w * 0.08)} ${n(fy - w * 0.34)} ${n(x)} ${n(fy - w * 0.52)}C${n(x - w * 0.08)} ${n(fy - w * 0.34)} ${n(x - w * 0.14)} ${n(fy - w * 0.06)} ${n(x)} ${n(fy)}Z`, { fill: '#fff6dc' });
  } else {
    addPath(sheet, `M${n(x)} ${n(top - w * 0.2)}c${n(w * 0.5)} ${n(-w * 0.6)} ${n(-w * 0.5)} ${n(-w * 1.1)} 0 ${n(-w * 1.8)}s${n(w * 0.3)} ${n(-w * 0.9)} ${n(-w * 0.1)} ${n(-w * 1.5)}`, { stroke: palette.lit, width: w * 0.04, opacity: 0.45 });
  }
}
