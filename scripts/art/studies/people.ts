import { arch, drawHouse } from '../lib/buildings.ts';
import { mix } from '../lib/colour.ts';
import { limb, stroke } from '../lib/engrave.ts';
import { drawBridge, drawGlow, drawTraveller } from '../lib/figures.ts';
import { circlePath } from '../lib/moths.ts';
import { drawCandle } from '../lib/objects.ts';
import type { Palette } from '../lib/palette.ts';
import { drawRidge } from '../lib/ridge.ts';
import { createNoise, createRng, fbm } from '../lib/rng.ts';
import type { Point, Sheet } from '../lib/sheet.ts';
import { addCircle, addPath, closedPath, n, openPath, smoothClosed } from '../lib/sheet.ts';
import { drawMist, drawSky } from '../lib/sky.ts';
import { drawAir, drawVignette } from '../lib/surfaces.ts';
import { drawTerrain } from '../lib/terrain.ts';
import { cutTone } from '../lib/tone.ts';
import { drawAppleTree } from '../lib/trees.ts';
import { drawTurret } from '../scenes/mountain.ts';
import type { SceneOptions } from '../scenes/orchard.ts';
import { drawTown } from '../scenes/town.ts';

/** An Arbiter from behind, looking at a far town. */
export function drawArbiter(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  drawTown(sheet, { seed, palette, focus: 0.78, spread: 0.26, scale: 0.42 });
  drawMist(sheet, h * 0.86, h * 0.2, palette.fog, 0.8);
  drawRidge(sheet, { seed: seed + 40, palette, base: h * 0.95, rise: h * 0.07, depth: 0.08, peak: 0.2, moon: { x: w * 0.6, y: h * 0.3, r: 1 } });
  drawTraveller(sheet, { x: w * 0.34, y: h * 0.97, size: h * 0.66, palette, staff: true });
  const x = w * 0.34;
  const y = h * 0.97 - h * 0.66 * 0.72;
  addPath(sheet, `M${n(x - h * 0.05)} ${n(y)}Q${n(x + h * 0.04)} ${n(y + h * 0.16)} ${n(x + h * 0.085)} ${n(y + h * 0.22)}`, { stroke: '#8a4a33', width: 6 });
  addPath(sheet, smoothClosed([[x + h * 0.05, y + h * 0.2], [x + h * 0.12, y + h * 0.21], [x + h * 0.135, y + h * 0.28], [x + h * 0.06, y + h * 0.29]]), { fill: '#4b3423', stroke: palette.lit, width: 1.6 });
}

/** Cliffs and a long rope bridge; whole with two travellers meeting, or broken in the middle. */
export function drawGorge(sheet: Sheet, { seed, palette, broken = false }: SceneOptions & { broken?: boolean }): void {
  const { width: w, height: h } = sheet;
  const noise = createNoise(seed);
  const moon = { x: w * 0.5, y: h * 0.3, r: h * 0.11 };
  drawSky(sheet, { seed, palette, horizon: h * 0.9, moon });
  drawRidge(sheet, { seed: seed + 1, palette, base: h * 0.72, rise: h * 0.24, depth: 0.95, peak: 1, moon });
  drawRidge(sheet, { seed: seed + 2, palette, base: h * 0.86, rise: h * 0.2, depth: 0.78, peak: 0.9, moon, shape: (u) => Math.abs(u - 0.5) * 1.6 - 0.4 });
  drawMist(sheet, h * 0.84, h * 0.2, palette.fog, 0.8);
  const cliff = (side: -1 | 1, reach: number, top: number, depth: number): void => {
    const edge: Point[] = [];
    for (let k = 0; k <= 40; k += 1) {
      const t = k / 40;
      const x = w * (reach + t * 0.05 + fbm(noise, t * 7 + side * 9, depth * 8, 4) * 0.05 * Math.min(1, t * 6));
      edge.push([side < 0 ? x : w - x, h * (top + t * (1.02 - top))]);
    }
    const start: Point = side < 0 ? [-5, h * (top - 0.025)] : [w + 5, h * (top - 0.025)];
    const end: Point = side < 0 ? [-5, h + 5] : [w + 5, h + 5];
    const d = closedPath([start, ...edge, end]);
    const fill = mix(palette.dark, palette.fog, depth);
    addPath(sheet, d, { fill });
    cutTone(sheet, { clip: d, box: { x: side < 0 ? 0 : w * 0.5, y: h * (top - 0.03), w: w * 0.5, h: h * (1.05 - top) }, angle: Math.PI / 2 + side * 0.12, gap: 8, colour: mix(palette.lit, palette.fog, depth), opacity: 0.7, bend: (x, y) => fbm(noise, x * 0.01, y * 0.012, 3) * 44, tone: (x, y) => {
      const inner = side < 0 ? x / (w * reach) : (w - x) / (w * reach);
      return (inner - 0.25) * 0.5 + noise(x * 0.02, y * 0.013) * 0.42 - (y / h - top) * 0.45;
    } });
    addPath(sheet, openPath([start, ...(edge.slice(0, 2))]), { stroke: palette.lit, width: 2, opacity: 0.8 });
  };
  cliff(-1, 0.3, 0.62, 0.4);
  cliff(1, 0.27, 0.58, 0.4);
  drawMist(sheet, h * 0.95, h * 0.2, palette.fog, 0.6);
  cliff(-1, 0.21, 0.66, 0.02);
  cliff(1, 0.19, 0.65, 0.02);
  const from: Point = [w * 0.205, h * 0.655];
  const to: Point = [w * 0.815, h * 0.645];
  const rail = h * 0.085;
  if (broken) {
    drawBridge(sheet, { from, to: [w * 0.4, h * 0.76], sag: 8, rail, palette, depth: 0 });
    drawBridge(sheet, { from: [w * 0.72, h * 0.73], to, sag: 10, rail, palette, depth: 0 });
    const loose: Point[][] = [
      [[w * 0.4, h * 0.76], [w * 0.43, h * 0.82], [w * 0.425, h * 0.9], [w * 0.44, h * 0.97]],
      [[w * 0.4, h * 0.675], [w * 0.45, h * 0.73], [w * 0.455, h * 0.8], [w * 0.47, h * 0.84]],
      [[w * 0.72, h * 0.73], [w * 0.695, h * 0.79], [w * 0.7, h * 0.88], [w * 0.69, h * 0.93]],
      [[w * 0.72, h * 0.645], [w * 0.68, h * 0.7], [w * 0.675, h * 0.76], [w * 0.66, h * 0.8]],
    ];
    for (const rope of loose) addPath(sheet, limb(rope, [4, 3.4, 3, 1.2]), { fill: palette.lit });
    for (const [x, y, turn] of [[0.427, 0.85, 0.5], [0.436, 0.92, -0.3], [0.697, 0.84, 0.4], [0.55, 0.83, 0.9], [0.52, 0.9, -0.7]] as const) {
      addPath(sheet, stroke([w * x - Math.cos(turn) * 15, h * y - Math.sin(turn) * 15], [w * x + Math.cos(turn) * 15, h * y + Math.sin(turn) * 15], 4), { fill: palette.lit });
    }
    drawTraveller(sheet, { x: w * 0.165, y: h * 0.662, size: h * 0.17, palette, lantern: true });
  } else {
    const sag = h * 0.075;
    drawTraveller(sheet, { x: w * 0.455, y: h * 0.725, size: h * 0.17, palette, lantern: true });
    drawTraveller(sheet, { x: w * 0.565, y: h * 0.723, size: h * 0.165, palette, staff: true, facing: -1 });
    drawBridge(sheet, { from, to, sag, rail, palette, depth: 0 });
  }
  drawAppleTree(sheet, { x: w * (broken ? 0.94 : 0.07), y: h * 0.65, size: h * 0.36, seed: seed + 3, palette, depth: 0, lean: broken ? -0.2 : 0.2, roots: 0.5, bare: broken });
  drawVignette(sheet, palette.dark, 0.4);
}

/** A small schoolhouse with a bell turret on a winter night. */
export function drawSchool(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const rng = createRng(seed);
  const moon = { x: w * 0.2, y: h * 0.26, r: h * 0.08 };
  const noise = createNoise(seed);
  drawSky(sheet, { seed, palette, horizon: h * 0.8, moon });
  drawRidge(sheet, { seed: seed + 1, palette, base: h * 0.66, rise: h * 0.26, depth: 0.94, peak: 1, moon });
  drawRidge(sheet, { seed: seed + 2, palette, base: h * 0.72, rise: h * 0.12, depth: 0.8, peak: 0.4, moon });
  const view = { centre: w * 0.58, horizon: h * 0.6, focal: h, eye: 3.4 };
  const snow = mix(palette.moon, palette.fog, 0.55);
  drawTerrain(sheet, {
    view, near: 6.5, far: 40, rows: 110, palette, seed, ambient: 0.3, light: [-0.5, 0.5, -0.1],
    height: (x, z) => 1.5 * Math.exp(-((x / 7) ** 2) - ((z - 17) / 6) ** 2) + fbm(noise, x * 0.15, z * 0.15, 3) * 0.7,
    colours: (depth) => ({ fill: mix(mix(palette.land, snow, 0.25), palette.fog, depth), line: mix(palette.lit, snow, depth) }),
  });
  const x = w * 0.58;
  const base = h * 0.735;
  drawGlow(sheet, x, base, w * 0.32, palette.lamp, 0.35);
  drawTurret(sheet, x, base - h * 0.4, h * 0.095, palette, 0, true);
  drawHouse(sheet, { x, base, w: w * 0.29, palette, depth: 0.05, seed: seed + 1, lightSide: -1, lit: 1 });
  addPath(sheet, arch(x + w * 0.005, base, w * 0.036, h * 0.1), { fill: palette.lamp, stroke: palette.dark, width: 3 });
  for (let k = 0; k < 6; k += 1) drawTraveller(sheet, { x: x - w * (0.3 - k * 0.045) + rng.range(-6, 6), y: base + h * (0.135 - k * 0.016), size: h * rng.range(0.062, 0.085) * (1.15 - k * 0.05), palette, lantern: k % 3 === 0 });
  for (const [tx, size] of [[0.13, 0.4], [0.9, 0.5]] as const) drawAppleTree(sheet, { x: w * tx, y: h * 0.88, size: h * size, seed: seed + Math.round(tx * 50), palette, depth: 0.05, bare: true, lightSide: -1 });
  const flakes: string[] = [];
  for (let k = 0; k < 260; k += 1) flakes.push(circlePath(rng.range(0, w), rng.range(0, h), rng.range(0.7, 2.1)));
  addPath(sheet, flakes.join(''), { fill: '#fffaf0', opacity: 0.7 });
}

function tent(sheet: Sheet, x: number, base: number, s: number, palette: Palette, colour: string, depth: number): void {
  const cloth = mix(colour, palette.fog, depth * 0.6);
  const pale = mix('#e9dbb8', palette.fog, depth * 0.6);
  drawGlow(sheet, x, base - s * 0.3, s * 1.1, palette.lamp, 0.4);
  const wall = closedPath([[x - s * 0.52, base], [x - s * 0.5, base - s * 0.42], [x + s * 0.5, base - s * 0.42], [x + s * 0.52, base]]);
  const stripes = 7;
  for (let k = 0; k < stripes; k += 1) {
    const a = -0.5 + k / stripes;
    const b = a + 1 / stripes;
    addPath(sheet, closedPath([[x + a * s * 1.04, base], [x + a * s, base - s * 0.42], [x + b * s, base - s * 0.42], [x + b * s * 1.04, base]]), { fill: mix(k % 2 ? pale : cloth, palette.dark, 0.5 - 0.06 * k) });
    addPath(sheet, closedPath([[x + a * s * 1.3, base - s * 0.38], [x, base - s * 0.98], [x + b * s * 1.3, base - s * 0.38]]), { fill: mix(k % 2 ? pale : cloth, palette.dark, 0.42 - 0.06 * k) });
    addPath(sheet, circlePath(x + ((a + b) / 2) * s * 1.3, base - s * 0.38, s * 0.09), { fill: mix(k % 2 ? pale : cloth, palette.dark, 0.42 - 0.06 * k), stroke: palette.dark, width: 0.8 });
  }
  cutTone(sheet, { clip: wall, box: { x: x - s * 0.55, y: base - s * 0.44, w: s * 1.1, h: s * 0.46 }, angle: Math.PI / 2, gap: 5, colour: palette.dark, opacity: 0.55, tone: (px) => 0.4 - ((px - x) / s) * 0.8 });
  addPath(sheet, closedPath([[x - s * 0.1, base], [x, base - s * 0.36], [x + s * 0.12, base]]), { fill: palette.lamp });
  addPath(sheet, `M${n(x)} ${n(base - s * 0.96)}V${n(base - s * 1.2)}`, { stroke: palette.lit, width: 1.6 });
  addPath(sheet, `M${n(x)} ${n(base - s * 1.2)}l${n(s * 0.2)} ${n(s * 0.06)}l${n(-s * 0.2)} ${n(s * 0.07)}Z`, { fill: cloth });
}

/** A fair below the orchard: tents, pennants, strings of lamps. */
export function drawFair(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const rng = createRng(seed);
  const noise = createNoise(seed);
  const moon = { x: w * 0.76, y: h * 0.24, r: h * 0.09 };
  drawSky(sheet, { seed, palette, horizon: h * 0.75, moon });
  drawRidge(sheet, { seed: seed + 1, palette, base: h * 0.6, rise: h * 0.16, depth: 0.92, peak: 0.5, moon });
  drawRidge(sheet, { seed: seed + 2, palette, base: h * 0.64, rise: h * 0.08, depth: 0.75, peak: 0, moon });
  for (let k = 0; k < 15; k += 1) drawAppleTree(sheet, { x: w * (k / 14 + rng.range(-0.02, 0.02)), y: h * rng.range(0.63, 0.67), size: h * rng.range(0.14, 0.2), seed: seed + k, palette, depth: 0.6, apples: palette.lamp, appleCount: 6 });
  drawTerrain(sheet, { view: { centre: w * 0.5, horizon: h * 0.55, focal: h, eye: 3.2 }, near: 6.5, far: 30, rows: 100, palette, seed, height: (x, z) => fbm(noise, x * 0.2, z * 0.2, 2) * 0.6, haze: 0.6, ambient: 0.15 });
  const colours = ['#a63a24', '#3f6e5a', '#b8862d', '#4b4a7a', '#8c3f57'];
  const tents = [[0.1, 0.72, 0.17], [0.9, 0.73, 0.18], [0.34, 0.7, 0.15], [0.64, 0.71, 0.16], [0.2, 0.85, 0.27], [0.8, 0.88, 0.3]] as const;
  tents.forEach(([x, y, s], i) => tent(sheet, w * x, h * y, h * s, palette, colours[i % 5] ?? '#a63a24', 0.5 - y * 0.5));
  const lamps = (from: Point, to: Point, sag: number): void => {
    const line: Point[] = [];
    for (let k = 0; k <= 14; k += 1) {
      const t = k / 14;
      line.push([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t + 4 * sag * t * (1 - t)]);
    }
    addPath(sheet, openPath(line), { stroke: palette.lit, width: 1.2, opacity: 0.8 });
    line.forEach(([x, y], k) => {
      if (k % 2) {
        drawGlow(sheet, x, y + 6, h * 0.045, palette.lamp, 0.65);
        addCircle(sheet, x, y + 6, h * 0.0075, { fill: palette.lamp });
      } else addPath(sheet, `M${n(x - 7)} ${n(y)}h14l-7 18Z`, { fill: colours[k % 5] ?? '#a63a24', opacity: 0.95 });
    });
  };
  const pole = (x: number, y: number, top: number): Point => {
    addPath(sheet, stroke([x, y], [x, top], 3), { fill: palette.dark, stroke: palette.lit, width: 0.7 });
    return [x, top];
  };
  const a = pole(w * 0.03, h * 0.94, h * 0.42);
  const b = pole(w * 0.5, h * 0.8, h * 0.4);
  const c = pole(w * 0.98, h * 0.96, h * 0.4);
  lamps(a, b, h * 0.075);
  lamps(b, c, h * 0.08);
  for (let k = 0; k < 22; k += 1) {
    const v = rng.next();
    drawTraveller(sheet, { x: w * (0.5 + (rng.next() + rng.next() - 1) * 0.42), y: h * (0.74 + v * 0.2), size: h * (0.055 + v * 0.075), palette, lantern: rng.chance(0.2), staff: rng.chance(0.1), facing: rng.chance(0.5) ? 1 : -1, cloak: mix(rng.pick(colours), palette.dark, 0.68) });
  }
  drawVignette(sheet, palette.dark, 0.45);
}

/** Two people arguing across a small table by candlelight. */
export function drawArgument(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const cx = w / 2;
  drawAir(sheet, { ...palette, sky: ['#0d0a12', '#241a24', '#6a4a32'] }, seed, cx, h * 0.44, 1.2);
  for (const side of [-1, 1] as const) {
    const P = (values: readonly (readonly [number, number])[]): Point[] => values.map(([x, y]) => [cx + side * x * w, y * h] as const);
    const coat = side < 0 ? '#2a1a22' : '#17202a';
    const body = smoothClosed(P([[0.3, 0.32], [0.37, 0.4], [0.43, 0.5], [0.47, 0.72], [0.5, 1.05], [0.2, 1.05], [0.2, 0.74], [0.2, 0.56], [0.22, 0.42]]));
    const head = smoothClosed(P([[0.26, 0.155], [0.32, 0.17], [0.345, 0.23], [0.33, 0.3], [0.3, 0.34], [0.25, 0.345], [0.225, 0.325], [0.228, 0.305], [0.218, 0.296], [0.222, 0.282], [0.2, 0.272], [0.216, 0.24], [0.214, 0.2]]));
    const hair = side < 0 ? smoothClosed(P([[0.22, 0.17], [0.27, 0.135], [0.34, 0.155], [0.375, 0.24], [0.365, 0.36], [0.32, 0.35], [0.315, 0.26], [0.27, 0.2], [0.22, 0.2]])) : smoothClosed(P([[0.205, 0.19], [0.25, 0.13], [0.33, 0.14], [0.375, 0.2], [0.36, 0.28], [0.32, 0.29], [0.31, 0.23], [0.25, 0.195]]));
    const arm = limb(P(side < 0 ? [[0.33, 0.45], [0.26, 0.62], [0.15, 0.58], [0.075, 0.5]] : [[0.33, 0.45], [0.32, 0.66], [0.2, 0.7], [0.1, 0.69]]), [w * 0.13, w * 0.1, w * 0.07, w * 0.045]);
    const tip = P(side < 0 ? [[0.075, 0.5], [0.04, 0.465]] : [[0.1, 0.69], [0.05, 0.695]]);
    const skin = side < 0 ? '#4a2a1e' : '#3a2226';
    addPath(sheet, body, { fill: coat });
    addPath(sheet, head, { fill: skin });
    addPath(sheet, hair, { fill: '#100b10' });
    const box = { x: side < 0 ? 0 : cx, y: 0, w: cx, h };
    const light = (x: number, y: number): number => 1.08 - Math.hypot((x - cx) / w, (y - h * 0.5) / h) * 2.9;
    cutTone(sheet, { clip: head, box, angle: side * 1.25, gap: 6, colour: '#f0b878', tone: (x, y) => light(x, y) * 1.15 - 0.12 });
    cutTone(sheet, { clip: hair, box, angle: side * 1.9, gap: 7, colour: '#c98a4e', opacity: 0.6, tone: (x, y) => light(x, y) * 0.9 - 0.1 });
    cutTone(sheet, { clip: body, box, angle: side * 0.9, gap: 8, colour: side < 0 ? '#d98a58' : '#9fb0b4', opacity: 0.85, bend: (x, y) => Math.sin(x * 0.02 + y * 0.008) * 10, tone: (x, y) => light(x, y) * 0.95 });
    addPath(sheet, arm, { fill: mix(coat, '#000000', 0.15), stroke: '#c98a4e', width: 1.4 });
    cutTone(sheet, { clip: arm, box, angle: side * 0.5, gap: 8, colour: side < 0 ? '#e0945e' : '#a9bcc0', opacity: 0.85, tone: (x, y) => light(x, y) * 0.7 });
    addPath(sheet, limb(tip, [w * 0.042, w * 0.03]) , { fill: '#d79a66', stroke: '#100b10', width: 2 });
    if (side < 0) addPath(sheet, limb(P([[0.045, 0.475], [0.012, 0.43]]), [w * 0.017, w * 0.011]), { fill: '#d79a66', stroke: '#100b10', width: 1.6 });
  }
  const top = h * 0.73;
  addPath(sheet, closedPath([[w * 0.16, top], [w * 0.84, top], [w * 0.92, h], [w * 0.08, h]]), { fill: '#4a2e1e', stroke: '#100b10', width: 4 });
  cutTone(sheet, { clip: closedPath([[w * 0.16, top], [w * 0.84, top], [w * 0.92, h], [w * 0.08, h]]), box: { x: 0, y: top, w, h: h - top }, gap: 8, colour: '#e6b06a', opacity: 0.8, tone: (x, y) => 0.95 - Math.hypot((x - cx) / w, (y - top) / h) * 2.1 });
  drawCandle(sheet, cx, top + h * 0.1, w * 0.07, h * 0.2, palette, true, seed);
  drawVignette(sheet, '#0a0709', 0.6);
}
