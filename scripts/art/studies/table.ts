import { mix } from '../lib/colour.ts';
import { stroke } from '../lib/engrave.ts';
import { drawGlow } from '../lib/figures.ts';
import { circlePath } from '../lib/moths.ts';
import { drawApple, drawCandle, drawDie, drawSeed, gold, paleGold, seedOutline } from '../lib/objects.ts';
import { createNoise, createRng } from '../lib/rng.ts';
import type { Point, Sheet } from '../lib/sheet.ts';
import { addPath, closedPath, closeGroup, n, openGroup, openPath, smoothClosed } from '../lib/sheet.ts';
import { drawAir, drawPlanks, drawVignette, dropShadow } from '../lib/surfaces.ts';
import { ballTone, cutTone } from '../lib/tone.ts';
import type { SceneOptions } from '../scenes/orchard.ts';

const bone = '#e9dbb8';
const slate = '#2b2740';

/** The pale die and the dark die on a table. */
export function drawDice(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const s = Math.min(w, h) * 0.25;
  drawPlanks(sheet, palette, seed, w * 0.52, h * 0.42);
  dropShadow(sheet, w * 0.35, h * 0.6, s * 1.25, s * 0.8, 8);
  dropShadow(sheet, w * 0.65, h * 0.68, s * 1.25, s * 0.8, 8);
  drawDie(sheet, w * 0.36, h * 0.45, s, -14 + (seed % 7), 8, bone, '#6b2c1c');
  drawDie(sheet, w * 0.65, h * 0.56, s, 17 - (seed % 5), 3, slate, paleGold);
  drawVignette(sheet, palette.dark, 0.65);
}

/** Five apple seeds on a folded cloth. */
export function drawSeeds(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  drawPlanks(sheet, palette, seed, w * 0.5, h * 0.45);
  const cloth: Point[] = [[w * 0.12, h * 0.2], [w * 0.5, h * 0.13], [w * 0.86, h * 0.2], [w * 0.9, h * 0.52], [w * 0.84, h * 0.84], [w * 0.48, h * 0.88], [w * 0.14, h * 0.82], [w * 0.09, h * 0.5]];
  dropShadow(sheet, w * 0.51, h * 0.55, w * 0.48, h * 0.42);
  const d = smoothClosed(cloth);
  const red = '#6e2a22';
  addPath(sheet, d, { fill: red });
  const noise = createNoise(seed);
  cutTone(sheet, { clip: d, box: { x: 0, y: 0, w, h }, angle: 0.5, gap: 7, colour: mix(red, '#f0b98a', 0.45), opacity: 0.8, bend: (x, y) => noise(x * 0.006, y * 0.006) * 34, tone: (x, y) => 0.3 + noise(x * 0.007, y * 0.007 + 30) * 0.5 });
  addPath(sheet, d, { stroke: gold, width: 3, opacity: 0.7, extra: 'stroke-dasharray="10 7"' });
  const s = w * 0.085;
  for (const [x, y, turn] of [[0.3, 0.4, -24], [0.49, 0.32, 12], [0.68, 0.42, 40], [0.6, 0.64, 96], [0.37, 0.65, -70]] as const) {
    dropShadow(sheet, w * x + 6, h * y + s * 0.45, s * 1.05, s * 0.8);
    drawSeed(sheet, w * x, h * y, s, turn, palette);
  }
  drawVignette(sheet, palette.dark, 0.7);
}

/** Five candles burnt down step by step, the last one out. */
export function drawCandles(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  drawAir(sheet, { ...palette, sky: ['#0e0b12', '#1f1620', '#4d3226'] }, seed, w * 0.24, h * 0.3);
  const base = h * 0.8;
  addPath(sheet, `M0 ${base - 20}H${w}V${h}H0Z`, { fill: '#1a1113' });
  cutTone(sheet, { box: { x: 0, y: base - 20, w, h: h - base + 20 }, gap: 7, colour: palette.lamp, opacity: 0.5, tone: (x, y) => 0.42 - (x / w) * 0.4 - ((y - base) / h) * 1.4 });
  [0.52, 0.4, 0.28, 0.17, 0.08].forEach((part, i) => {
    const x = w * (0.15 + i * 0.176);
    dropShadow(sheet, x + 14, base + 4, w * 0.08, w * 0.026);
    drawCandle(sheet, x, base, w * 0.085, h * part, palette, i < 4, seed + i);
  });
  drawVignette(sheet, '#0a0709', 0.7);
}

/** A ring holding half an apple seed on a cord. */
export function drawMedal(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const cx = w * 0.5;
  const cy = h * 0.56;
  const r = w * 0.26;
  drawPlanks(sheet, palette, seed, cx, cy * 0.8, '#3a2b33');
  const cord = `M${n(cx - 8)} ${n(cy - r * 1.1)}C${n(cx - w * 0.1)} ${n(h * 0.1)} ${n(w * 0.1)} ${n(h * 0.2)} ${n(-20)} ${n(h * 0.06)}M${n(cx + 8)} ${n(cy - r * 1.1)}C${n(cx + w * 0.12)} ${n(h * 0.08)} ${n(w * 0.86)} ${n(h * 0.26)} ${n(w + 20)} ${n(h * 0.12)}`;
  addPath(sheet, cord, { stroke: palette.dark, width: 17 });
  addPath(sheet, cord, { stroke: '#8a4a33', width: 9 });
  addPath(sheet, cord, { stroke: palette.lit, width: 3, extra: 'stroke-dasharray="7 8"', opacity: 0.8 });
  dropShadow(sheet, cx + 16, cy + 26, r * 1.35, r * 1.3);
  const ring = circlePath(cx, cy, r) + circlePath(cx, cy, r * 0.76);
  addPath(sheet, circlePath(cx, cy - r * 1.06, r * 0.13) + circlePath(cx, cy - r * 1.06, r * 0.07), { fill: gold, extra: 'fill-rule="evenodd"', stroke: palette.dark, width: 3 });
  addPath(sheet, circlePath(cx, cy, r * 0.8), { fill: mix(palette.dark, '#3a2b33', 0.3) });
  addPath(sheet, ring, { fill: mix(gold, palette.dark, 0.35), extra: 'fill-rule="evenodd"', stroke: palette.dark, width: 4 });
  const marks: string[] = [];
  for (let k = 0; k < 120; k += 1) {
    const a = (k / 120) * Math.PI * 2;
    const width = Math.max(0.6, (Math.cos(a + 0.8) + 0.7) * 3.6);
    marks.push(stroke([cx + Math.cos(a) * r * 0.79, cy + Math.sin(a) * r * 0.79], [cx + Math.cos(a) * r * 0.97, cy + Math.sin(a) * r * 0.97], width, 3));
  }
  addPath(sheet, marks.join(''), { fill: paleGold });
  openGroup(sheet, `transform="translate(${n(cx)} ${n(cy)})"`);
  const s = r * 0.62;
  const half = `M0 ${n(-s)}C${n(-s * 0.3)} ${n(-s * 0.7)} ${n(-s * 0.62)} ${n(-s * 0.1)} ${n(-s * 0.56)} ${n(s * 0.4)}C${n(-s * 0.5)} ${n(s * 0.84)} ${n(-s * 0.24)} ${n(s)} 0 ${n(s)}L${n(-s * 0.08)} ${n(s * 0.34)}L${n(s * 0.1)} ${n(s * 0.2)}L${n(-s * 0.1)} ${n(-s * 0.24)}L${n(s * 0.08)} ${n(-s * 0.36)}Z`;
  addPath(sheet, seedOutline(s), { stroke: gold, width: 2, opacity: 0.55, extra: 'stroke-dasharray="5 7"' });
  addPath(sheet, half, { fill: mix(gold, palette.dark, 0.45) });
  const ball = ballTone(-s * 0.1, 0, s, -1);
  cutTone(sheet, { clip: half, box: { x: -s, y: -s, w: 2 * s, h: 2 * s }, angle: Math.PI / 2, gap: 7, colour: paleGold, bend: (x, y) => -x * 0.5 * (1 - (y / s) ** 2 * 0.5), tone: (x, y) => ball(x * 1.3, y) * 0.9 + 0.15 });
  closeGroup(sheet);
  drawVignette(sheet, palette.dark, 0.7);
}

/** The golden apple on the cloth, casting one shadow towards each side. */
export function drawTwoShadows(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const s = Math.min(w, h) * 0.24;
  const cx = w / 2;
  const cy = h * 0.46;
  drawAir(sheet, palette, seed, cx, h * 0.3);
  const floor = h * 0.6;
  addPath(sheet, `M0 ${n(floor)}H${w}V${h}H0Z`, { fill: mix('#4a3226', palette.dark, 0.45) });
  cutTone(sheet, { box: { x: 0, y: floor, w, h: h - floor }, gap: 7, colour: mix(palette.lamp, '#4a3226', 0.3), opacity: 0.7, tone: (x, y) => 0.75 - Math.hypot((x - cx) / w, (y - floor) / h) * 1.15 });
  for (const side of [-1, 1]) {
    const shade = smoothClosed([[cx + side * s * 0.1, cy + s * 0.86], [cx + side * s * 0.9, cy + s * 0.8], [cx + side * s * 1.7, cy + s * 0.95], [cx + side * s * 2.35, cy + s * 1.35], [cx + side * s * 2.2, cy + s * 1.75], [cx + side * s * 1.5, cy + s * 1.78], [cx + side * s * 0.7, cy + s * 1.4]]);
    addPath(sheet, shade, { fill: palette.dark, opacity: side < 0 ? 0.85 : 0.62 });
    if (side > 0) cutTone(sheet, { clip: shade, box: { x: cx, y: cy, w: s * 3, h: s * 2 }, angle: 0.5, gap: 9, colour: '#a63a24', opacity: 0.9, tone: () => 0.35 });
  }
  drawGlow(sheet, cx, cy, s * 2.2, gold, 0.5);
  drawApple(sheet, cx, cy, s, palette, true);
  drawVignette(sheet, palette.dark, 0.55);
}

/** Planks, map, dice, cups, chairs: a table seen from above. `crack` splits it in two. */
export function drawTableAbove(sheet: Sheet, { seed, palette, crack = false }: SceneOptions & { crack?: boolean }): void {
  const { width: w, height: h } = sheet;
  const rng = createRng(seed);
  drawPlanks(sheet, palette, seed + 3, w / 2, h / 2, '#2b2533');
  const tw = w * (crack ? 0.4 : 0.58);
  const th = h * (crack ? 0.74 : 0.5);
  const left = (w - tw) / 2;
  const top = (h - th) / 2;
  const chair = (x: number, y: number, turn: number, colour: string): void => {
    const s = Math.min(w, h) * 0.085;
    dropShadow(sheet, x, y + 6, s * 1.3, s * 1.2);
    openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"`);
    addPath(sheet, `M${n(-s * 0.7)} ${n(-s * 0.6)}H${n(s * 0.7)}L${n(s * 0.8)} ${n(s * 0.7)}H${n(-s * 0.8)}Z`, { fill: '#3a2418', stroke: palette.dark, width: 3 });
    addPath(sheet, `M${n(-s * 0.5)} ${n(-s * 0.42)}H${n(s * 0.5)}L${n(s * 0.58)} ${n(s * 0.48)}H${n(-s * 0.58)}Z`, { fill: colour });
    cutTone(sheet, { clip: `M${n(-s * 0.5)} ${n(-s * 0.42)}H${n(s * 0.5)}L${n(s * 0.58)} ${n(s * 0.48)}H${n(-s * 0.58)}Z`, box: { x: -s, y: -s, w: 2 * s, h: 2 * s }, angle: 0.7, gap: 5, colour: mix(colour, '#fff1cc', 0.45), tone: (px) => 0.3 + px / s / 3 });
    addPath(sheet, `M${n(-s * 0.9)} ${n(s * 0.92)}Q0 ${n(s * 1.25)} ${n(s * 0.9)} ${n(s * 0.92)}`, { stroke: '#5a3a26', width: s * 0.26 });
    addPath(sheet, `M${n(-s * 0.86)} ${n(s * 0.88)}Q0 ${n(s * 1.2)} ${n(s * 0.86)} ${n(s * 0.88)}`, { stroke: palette.lit, width: 2, opacity: 0.7 });
    closeGroup(sheet);
  };
  const colours = ['#6e2a22', '#3f5e3a', '#2f4a63', '#7a5a24', '#4b3a66', '#2f5a58', '#6a4632'];
  const seats: [number, number, number][] = crack
    ? [[0.5, -0.06, 180], [-0.16, 0.2, 90], [-0.16, 0.5, 90], [-0.16, 0.8, 90], [1.16, 0.2, -90], [1.16, 0.5, -90], [1.16, 0.8, -90]]
    : [[0.2, -0.16, 180], [0.5, -0.16, 180], [0.8, -0.16, 180], [0.25, 1.16, 0], [0.75, 1.16, 0], [-0.1, 0.5, 90], [1.1, 0.5, -90]];
  seats.forEach(([u, v, turn], i) => chair(left + tw * u, top + th * v, turn + rng.range(-9, 9), colours[i] ?? '#6e2a22'));
  dropShadow(sheet, w / 2, h / 2 + 10, tw * 0.62, th * 0.66);
  const slab = `M${n(left + 18)} ${n(top)}H${n(left + tw - 18)}Q${n(left + tw)} ${n(top)} ${n(left + tw)} ${n(top + 18)}V${n(top + th - 18)}Q${n(left + tw)} ${n(top + th)} ${n(left + tw - 18)} ${n(top + th)}H${n(left + 18)}Q${n(left)} ${n(top + th)} ${n(left)} ${n(top + th - 18)}V${n(top + 18)}Q${n(left)} ${n(top)} ${n(left + 18)} ${n(top)}Z`;
  addPath(sheet, slab, { fill: '#6b4630', stroke: palette.dark, width: 4 });
  const noise = createNoise(seed);
  cutTone(sheet, { clip: slab, box: { x: left, y: top, w: tw, h: th }, angle: crack ? Math.PI / 2 : 0, gap: 6, colour: '#d9a564', opacity: 0.7, bend: (x, y) => noise(x * 0.006, y * 0.008) * 14, tone: (x, y) => 0.75 - Math.hypot((x - w / 2) / tw, (y - h / 2) / th) * 0.9 + noise(x * 0.02, y * 0.05) * 0.25 });
  const plate = (x: number, y: number, r: number): void => {
    dropShadow(sheet, x + 2, y + 5, r * 1.25, r * 1.2);
    addPath(sheet, circlePath(x, y, r), { fill: '#d8cba8', stroke: palette.dark, width: 2 });
    addPath(sheet, circlePath(x, y, r * 0.68), { stroke: '#7a6a48', width: 1.6 });
    addPath(sheet, `M${n(x - r * 1.5)} ${n(y - r * 0.8)}V${n(y + r * 0.8)}`, { stroke: '#e9e2cc', width: 3 });
  };
  if (crack) {
    for (const [u, v] of [[0.5, 0.1], [0.16, 0.22], [0.16, 0.5], [0.16, 0.8], [0.84, 0.22], [0.84, 0.5], [0.84, 0.8]] as const) plate(left + tw * u, top + th * v, w * 0.034);
    const gap: Point[] = [[0.44, 0.99], [0.56, 0.86], [0.43, 0.74], [0.58, 0.6], [0.45, 0.46], [0.55, 0.36], [0.46, 0.22], [0.52, 0.16]].map(([u = 0, v = 0]) => [left + tw * u, top + th * v]);
    const wide = [...gap.map(([x, y], i) => [x - (9 - i) * 1.8, y] as const), ...[...gap].reverse().map(([x, y], i) => [x + (2 + i) * 1.8, y] as const)];
    addPath(sheet, closedPath(wide), { fill: palette.dark });
    addPath(sheet, openPath(wide.slice(0, 8)), { stroke: paleGold, width: 2.2 });
    drawGlow(sheet, w / 2, top + th * 0.3, w * 0.2, gold, 0.6);
    drawApple(sheet, w * 0.505, top + th * 0.3, w * 0.05, palette, true);
    return drawVignette(sheet, palette.dark, 0.75);
  }
  drawGlow(sheet, w / 2, h / 2, w * 0.3, palette.lamp, 0.4);
  openGroup(sheet, `transform="translate(${n(w * 0.5)} ${n(h * 0.5)}) rotate(-5)"`);
  const map = closedPath([[-w * 0.14, -h * 0.13], [w * 0.13, -h * 0.14], [w * 0.145, h * 0.12], [-w * 0.13, h * 0.14]]);
  addPath(sheet, map, { fill: '#e6d6ac', stroke: palette.dark, width: 2 });
  for (const r of [1, 0.86, 0.7]) {
    const ring: Point[] = [];
    for (let i = 0; i < 30; i += 1) {
      const a = (i / 30) * Math.PI * 2;
      const q = r * (0.75 + noise(Math.cos(a) * 1.6 + 4, Math.sin(a) * 1.6) * 0.4);
      ring.push([Math.cos(a) * w * 0.11 * q, Math.sin(a) * h * 0.11 * q]);
    }
    addPath(sheet, smoothClosed(ring), { stroke: '#6b4a2c', width: r === 1 ? 2.4 : 1, opacity: r });
  }
  addPath(sheet, `M${n(w * 0.012)} ${n(-h * 0.1)}l-9 34l16 12l-20 44l12 8l-8 24`, { stroke: '#a63a24', width: 3 });
  closeGroup(sheet);
  for (const [u, v] of [[0.12, 0.2], [0.9, 0.24], [0.14, 0.8], [0.86, 0.8], [0.5, 0.9]] as const) {
    const x = left + tw * u;
    const y = top + th * v;
    dropShadow(sheet, x + 3, y + 6, 30, 30);
    addPath(sheet, circlePath(x, y, 22), { fill: '#8b6a3c', stroke: palette.dark, width: 3 });
    addPath(sheet, circlePath(x, y, 16), { fill: '#3a1c18' });
    addPath(sheet, `M${n(x - 10)} ${n(y - 4)}q10 -9 19 1`, { stroke: '#e0b45a', width: 2 });
  }
  drawDie(sheet, left + tw * 0.27, top + th * 0.56, 26, 20, 7, bone, '#6b2c1c');
  drawDie(sheet, left + tw * 0.75, top + th * 0.42, 26, -30, 4, slate, paleGold);
  drawApple(sheet, left + tw * 0.3, top + th * 0.26, 24, palette, true);
  drawVignette(sheet, palette.dark, 0.65);
}
