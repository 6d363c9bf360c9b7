import { mix } from '../lib/colour.ts';
import { limb as smoothLimb, stroke, swell } from '../lib/engrave.ts';
import { drawGlow } from '../lib/figures.ts';
import { circlePath, drawMoth } from '../lib/moths.ts';
import { drawRidge } from '../lib/ridge.ts';
import { createNoise, createRng, fbm } from '../lib/rng.ts';
import type { Point, Sheet } from '../lib/sheet.ts';
import { addCircle, addClip, addPath, closedPath, closeGroup, fillSheet, n, openGroup, openPath, radialGradient, smoothClosed } from '../lib/sheet.ts';
import { drawMist, drawSky } from '../lib/sky.ts';
import { drawAir, drawVignette } from '../lib/surfaces.ts';
import { cutTone } from '../lib/tone.ts';
import type { SceneOptions } from '../scenes/orchard.ts';
import { drawStair } from '../scenes/stair.ts';

/** A lamp-moth with open wings among drifting others. */
export function drawMothStudy(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const rng = createRng(seed);
  drawAir(sheet, palette, seed, w / 2, h * 0.48);
  for (let k = 0; k < 14; k += 1) drawMoth(sheet, rng.range(0, w), rng.range(0, h), rng.range(6, 20), rng.range(0, 360), palette);
  drawMoth(sheet, w * 0.5, h * 0.5, w * 0.38, -8, palette, true);
  drawVignette(sheet, palette.dark, 0.6);
}

/** A bell goat on a crag before the moon. */
export function drawGoat(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const moon = { x: w * 0.54, y: h * 0.38, r: w * 0.24 };
  drawSky(sheet, { seed, palette, horizon: h * 0.9, moon });
  drawRidge(sheet, { seed: seed + 1, palette, base: h * 0.8, rise: h * 0.2, depth: 0.92, peak: 1, moon });
  drawRidge(sheet, { seed: seed + 2, palette, base: h * 0.9, rise: h * 0.14, depth: 0.75, peak: 0.9, moon });
  drawMist(sheet, h * 0.82, h * 0.12, palette.fog, 0.6);
  const noise = createNoise(seed);
  const crag: Point[] = [[w * 0.05, h]];
  for (let k = 0; k <= 30; k += 1) {
    const u = k / 30;
    const top = u < 0.32 ? (0.32 - u) * 1.5 : u > 0.72 ? (u - 0.72) * 1.7 : 0;
    crag.push([w * (0.14 + u * 0.8), h * (0.705 + top + fbm(noise, u * 9, 3, 3) * 0.035)]);
  }
  crag.push([w, h]);
  const rock = closedPath(crag);
  addPath(sheet, rock, { fill: palette.dark });
  cutTone(sheet, { clip: rock, box: { x: 0, y: h * 0.62, w, h: h * 0.4 }, angle: 1.2, gap: 9, colour: palette.lit, opacity: 0.6, bend: (x, y) => noise(x * 0.012, y * 0.012) * 26, tone: (x, y) => noise(x * 0.014, y * 0.01 + 5) * 0.7 + 0.18 - (y / h - 0.7) * 0.9 });
  const s = w * 0.29;
  openGroup(sheet, `transform="translate(${n(w * 0.53)} ${n(h * 0.715)})"`);
  const P = (values: readonly (readonly [number, number])[]): Point[] => values.map(([x, y]) => [x * s, y * s] as const);
  const leg = (points: readonly (readonly [number, number])[], width: number): string => smoothLimb(P(points), points.map((_, i) => s * width * (1 - i * 0.2)));
  const body = smoothClosed(P([[-0.62, -0.78], [-0.5, -0.98], [-0.1, -1.0], [0.28, -1.06], [0.46, -1.28], [0.62, -1.42], [0.74, -1.32], [0.66, -1.08], [0.56, -0.78], [0.4, -0.56], [0.1, -0.5], [-0.3, -0.5], [-0.54, -0.54]]));
  const head = smoothClosed(P([[0.56, -1.5], [0.68, -1.6], [0.8, -1.52], [1.02, -1.3], [1.0, -1.2], [0.86, -1.2], [0.7, -1.26], [0.58, -1.34]]));
  const legs = leg([[-0.46, -0.62], [-0.58, -0.36], [-0.5, -0.16], [-0.54, 0.02]], 0.2) + leg([[-0.3, -0.6], [-0.36, -0.34], [-0.28, -0.16], [-0.3, 0.02]], 0.17) + leg([[0.34, -0.62], [0.36, -0.32], [0.34, -0.14], [0.36, 0.02]], 0.17) + leg([[0.48, -0.7], [0.58, -0.42], [0.52, -0.24], [0.58, -0.06]], 0.15);
  const horns = smoothLimb(P([[0.64, -1.55], [0.58, -1.86], [0.36, -2.06], [0.1, -2.02], [-0.02, -1.84]]), [0.12, 0.11, 0.085, 0.055, 0.015].map((v) => v * s)) + smoothLimb(P([[0.7, -1.56], [0.68, -1.84], [0.5, -2.02], [0.3, -1.98]]), [0.1, 0.08, 0.06, 0.01].map((v) => v * s));
  const extras = leg([[-0.6, -0.84], [-0.74, -0.92], [-0.8, -0.84], [-0.78, -0.78]], 0.09) + leg([[0.88, -1.22], [0.88, -1.08], [0.82, -0.94], [0.84, -0.9]], 0.1) + leg([[0.58, -1.5], [0.46, -1.48], [0.38, -1.42], [0.36, -1.4]], 0.09);
  // Apart: outlines that wind in opposite directions would cut holes into each other.
  for (const part of [body, head, legs, horns, extras]) addPath(sheet, part, { fill: '#0b0911' });
  const rng = createRng(seed);
  const fur: string[] = [];
  for (let k = 0; k < 170; k += 1) {
    const x = rng.range(-0.6, 0.62) * s;
    const y = rng.range(-1.05, -0.5) * s;
    if (x > 0.36 * s && y > -0.66 * s) continue;
    fur.push(stroke([x, y], [x - rng.range(0.02, 0.07) * s, y + rng.range(0.06, 0.15) * s], 1.1, 2));
  }
  openGroup(sheet, addClip(sheet, body));
  addPath(sheet, fur.join(''), { fill: palette.lit, opacity: 0.65 });
  closeGroup(sheet);
  addPath(sheet, openPath(P([[-0.56, -0.9], [-0.4, -1.0], [-0.1, -1.015], [0.26, -1.06], [0.42, -1.22]])), { stroke: palette.moon, width: 2.2, opacity: 0.9 });
  const rings = [0, 1, 2, 3, 4, 5, 6].map((k) => stroke([s * (0.56 - k * 0.075), -s * (1.76 + 0.27 * Math.sin(k * 0.42))], [s * (0.64 - k * 0.08), -s * (1.72 + 0.22 * Math.sin(k * 0.42))], 1.3));
  addPath(sheet, rings.join(''), { fill: palette.lit, opacity: 0.8 });
  addCircle(sheet, s * 0.78, -s * 1.42, s * 0.02, { fill: palette.lamp });
  addPath(sheet, openPath(P([[0.5, -1.28], [0.6, -1.16], [0.74, -1.14]])), { stroke: '#8a4a33', width: s * 0.06 });
  drawGlow(sheet, s * 0.63, -s * 0.98, s * 0.3, palette.lamp, 0.6);
  addPath(sheet, `M${n(s * 0.52)} ${n(-s * 0.9)}Q${n(s * 0.58)} ${n(-s * 0.96)} ${n(s * 0.58)} ${n(-s * 1.06)}Q${n(s * 0.63)} ${n(-s * 1.14)} ${n(s * 0.68)} ${n(-s * 1.06)}Q${n(s * 0.68)} ${n(-s * 0.96)} ${n(s * 0.74)} ${n(-s * 0.9)}Z`, { fill: palette.lamp, stroke: '#0b0911', width: 2 });
  addCircle(sheet, s * 0.63, -s * 0.88, s * 0.03, { fill: '#0b0911' });
  closeGroup(sheet);
}

/** A glass eel coiling below the green glass. */
export function drawEel(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  fillSheet(sheet, radialGradient(sheet, w * 0.5, h * 0.4, w * 0.85, [[0, '#3f8a7c'], [0.5, '#1d5152'], [1, '#081a1e']]));
  const noise = createNoise(seed);
  cutTone(sheet, { box: { x: 0, y: 0, w, h }, gap: 9, colour: palette.lit, opacity: 0.28, bend: (x, y) => fbm(noise, x * 0.006, y * 0.012, 3) * 40, tone: (x, y) => 0.5 - Math.hypot(x / w - 0.5, y / h - 0.4) * 0.8 + noise(x * 0.01, y * 0.02) * 0.3 });
  const spine: Point[] = [];
  const widths: number[] = [];
  const steps = 200;
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps;
    const a = -0.5 + t * Math.PI * 3.15;
    const r = w * (0.37 - t * 0.25);
    spine.push([w * 0.49 + Math.cos(a) * r * 1.08 + t * 20, h * 0.52 + Math.sin(a) * r * 0.96]);
    widths.push(w * 0.098 * Math.min(1, (t + 0.16) * 4) ** 0.8 * Math.min(1, (1 - t) * 2.6 + 0.35));
  }
  spine.reverse();
  widths.reverse();
  const shadow = spine.map(([x, y]) => [x + 16, y + 26] as const);
  addPath(sheet, swell(shadow, widths.map((v) => v * 1.05)), { fill: '#06181b', opacity: 0.5 });
  const fin: string[] = [];
  spine.forEach((point, i) => {
    const next = spine[i + 1];
    const width = widths[i] ?? 0;
    if (!next) return;
    const dx = next[0] - point[0];
    const dy = next[1] - point[1];
    const l = Math.hypot(dx, dy) || 1;
    const nx = dy / l;
    const ny = -dx / l;
    fin.push(stroke([point[0] + nx * width * 0.4, point[1] + ny * width * 0.4], [point[0] + nx * width * 0.86 - dx * 2, point[1] + ny * width * 0.86 - dy * 2], 1.4));
  });
  addPath(sheet, fin.join(''), { fill: palette.lit, opacity: 0.7 });
  addPath(sheet, swell(spine, widths), { fill: '#7fc4ae', opacity: 0.5 });
  addPath(sheet, swell(spine, widths.map((v) => v * 0.94)), { fill: '#123c40', opacity: 0.82 });
  for (let k = 0; k < 9; k += 1) {
    const off = (k / 8 - 0.5) * 0.84;
    const line = spine.map((point, i) => {
      const next = spine[Math.min(i + 1, steps)] ?? point;
      const before = spine[Math.max(i - 1, 0)] ?? point;
      const dx = next[0] - before[0];
      const dy = next[1] - before[1];
      const l = Math.hypot(dx, dy) || 1;
      return [point[0] + (dy / l) * (widths[i] ?? 0) * off, point[1] - (dx / l) * (widths[i] ?? 0) * off] as const;
    });
    addPath(sheet, swell(line, widths.map((v, i) => Math.max(0, (0.5 + off) * 3.6 * (0.55 + noise(i * 0.16, k * 3) * 0.9)) * Math.min(1, v / 40))), { fill: '#d6f2dc', opacity: 0.9 });
  }
  const bones: string[] = [];
  for (let i = 6; i < steps - 20; i += 4) {
    const p = spine[i];
    const q = spine[i + 3];
    if (p && q) bones.push(stroke(p, [q[0], q[1]], 1.1));
  }
  addPath(sheet, bones.join(''), { fill: palette.lamp, opacity: 0.85 });
  const head = spine[steps];
  const neck = spine[steps - 6];
  if (head && neck) {
    const angle = (Math.atan2(head[1] - neck[1], head[0] - neck[0]) * 180) / Math.PI;
    openGroup(sheet, `transform="translate(${n(neck[0])} ${n(neck[1])}) rotate(${n(angle)})"`);
    const s = w * 0.1;
    addPath(sheet, `M${n(-s * 0.9)} ${n(-s * 0.4)}C${n(-s * 0.2)} ${n(-s * 0.75)} ${n(s * 0.8)} ${n(-s * 0.5)} ${n(s * 1.15)} 0C${n(s * 0.8)} ${n(s * 0.45)} ${n(-s * 0.2)} ${n(s * 0.7)} ${n(-s * 0.9)} ${n(s * 0.4)}Z`, { fill: '#123c40', stroke: '#d6f2dc', width: 2 });
    addPath(sheet, `M${n(s * 1.12)} ${n(s * 0.04)}Q${n(s * 0.6)} ${n(s * 0.3)} ${n(s * 0.1)} ${n(s * 0.16)}M${n(-s * 0.5)} ${n(-s * 0.3)}q${n(s * 0.2)} ${n(s * 0.3)} 0 ${n(s * 0.6)}M${n(-s * 0.7)} ${n(-s * 0.3)}q${n(s * 0.2)} ${n(s * 0.3)} 0 ${n(s * 0.6)}`, { stroke: '#d6f2dc', width: 2 });
    addCircle(sheet, s * 0.5, -s * 0.18, s * 0.15, { fill: palette.lamp });
    addCircle(sheet, s * 0.53, -s * 0.18, s * 0.07, { fill: '#081a1e' });
    closeGroup(sheet);
  }
  const rng = createRng(seed);
  for (let k = 0; k < 9; k += 1) {
    let at: Point = [rng.range(0, w), rng.range(0, h)];
    const points: Point[] = [at];
    let turn = rng.range(0, 6.3);
    for (let i = 0; i < 9; i += 1) {
      turn += rng.range(-0.6, 0.6);
      at = [at[0] + Math.cos(turn) * 42, at[1] + Math.sin(turn) * 42];
      points.push(at);
    }
    addPath(sheet, openPath(points), { stroke: '#eafbe9', width: 1.5, opacity: 0.5 });
    addPath(sheet, closedPath(points.slice(0, 4)), { fill: '#eafbe9', opacity: 0.05 });
  }
  drawVignette(sheet, '#041012', 0.7);
}

function hound(sheet: Sheet, x: number, y: number, s: number, facing: 1 | -1, line: string): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) scale(${facing} 1)"`);
  const P = (values: readonly (readonly [number, number])[]): Point[] => values.map(([a, b]) => [a * s, b * s] as const);
  const leg = (points: readonly (readonly [number, number])[], width: number): string => smoothLimb(P(points), points.map((_, i) => s * width * (1 - i * 0.22)));
  const trunk = smoothClosed(P([[-0.72, -0.66], [-0.5, -0.76], [-0.1, -0.68], [0.3, -0.78], [0.52, -0.98], [0.62, -1.0], [0.7, -0.9], [0.62, -0.7], [0.5, -0.46], [0.3, -0.36], [-0.1, -0.44], [-0.4, -0.46], [-0.66, -0.44]]));
  const head = closedPath(P([[0.48, -0.94], [0.44, -1.24], [0.6, -1.06], [0.66, -1.24], [0.72, -1.02], [1.02, -0.84], [1.04, -0.76], [0.8, -0.74], [0.62, -0.72]]));
  const tail = smoothLimb(P([[-0.68, -0.62], [-0.9, -0.7], [-1.06, -0.92], [-1.2, -0.94]]), [0.1, 0.09, 0.06, 0.01].map((v) => v * s));
  const legs = leg([[-0.56, -0.54], [-0.7, -0.3], [-0.6, -0.14], [-0.66, 0.02]], 0.17) + leg([[-0.42, -0.52], [-0.46, -0.28], [-0.36, -0.12], [-0.4, 0.02]], 0.14) + leg([[0.36, -0.5], [0.4, -0.24], [0.36, -0.1], [0.42, 0.02]], 0.13) + leg([[0.48, -0.56], [0.6, -0.3], [0.54, -0.16], [0.62, 0]], 0.12);
  for (const part of [trunk, head, tail, legs]) addPath(sheet, part, { fill: '#0c070b' });
  addPath(sheet, openPath(P([[-0.7, -0.69], [-0.48, -0.76], [-0.1, -0.7], [0.28, -0.79], [0.46, -0.94]])), { stroke: line, width: Math.max(1.2, s * 0.014) });
  drawGlow(sheet, s * 0.78, -s * 0.9, s * 0.24, '#ff8a3c', 0.8);
  addCircle(sheet, s * 0.76, -s * 0.91, s * 0.032, { fill: '#ffd27a' });
  const cracks = [[-0.3, -0.62, -0.2, -0.5], [-0.2, -0.5, -0.24, -0.46], [0.1, -0.66, 0.16, -0.5], [0.34, -0.7, 0.3, -0.52], [-0.52, -0.66, -0.48, -0.54]] as const;
  addPath(sheet, cracks.map(([a, b, c, e]) => stroke([a * s, b * s], [c * s, e * s], s * 0.014, 3)).join(''), { fill: '#f0762f' });
  closeGroup(sheet);
}

/** Cinder hounds waiting on the Ashen Stair. */
export function drawHounds(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w } = sheet;
  const treads = drawStair(sheet, { seed, palette, focus: 0.36, figures: false, breadth: 0.86 });
  for (const [k, size, facing] of [[6, 0.13, 1], [14, 0.1, 1], [21, 0.08, -1]] as const) {
    const at = treads[k];
    if (at) hound(sheet, at[0], at[1] + 2, w * size, facing, palette.lit);
  }
  drawVignette(sheet, palette.dark, 0.55);
}

/** An eye-level tree that stands like a person: an orchard wight with one lit apple. */
export function drawWight(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const rng = createRng(seed);
  const moon = { x: w * 0.3, y: h * 0.28, r: w * 0.12 };
  drawSky(sheet, { seed, palette, horizon: h * 0.84, moon });
  drawRidge(sheet, { seed: seed + 2, palette, base: h * 0.8, rise: h * 0.12, depth: 0.9, peak: 0.3, moon });
  drawRidge(sheet, { seed: seed + 4, palette, base: h * 0.9, rise: h * 0.07, depth: 0.35, peak: 0.1, moon });
  drawMist(sheet, h * 0.82, h * 0.12, palette.fog, 0.5);
  const limb = (points: readonly (readonly [number, number])[], first: number, last: number): void => {
    const path = points.map(([x, y]) => [x * w, y * h] as const);
    const fine: Point[] = [];
    path.forEach((p, i) => {
      const q = path[i + 1];
      if (!q) return;
      for (let k = 0; k < 8; k += 1) fine.push([p[0] + ((q[0] - p[0]) * k) / 8 + rng.range(-2, 2), p[1] + ((q[1] - p[1]) * k) / 8 + rng.range(-2, 2)]);
    });
    const widths = fine.map((_, i) => w * (first + ((last - first) * i) / fine.length));
    addPath(sheet, smoothLimb(fine.length > 12 ? fine.filter((_, i) => i % 4 === 0 || i === fine.length - 1) : fine, (fine.length > 12 ? widths.filter((_, i) => i % 4 === 0 || i === fine.length - 1) : widths)), { fill: '#0c0a10' });
    for (let k = 0; k < 6; k += 1) {
      const off = -0.44 + k * 0.12;
      addPath(sheet, swell(fine.map(([x, y], i) => [x + off * (widths[i] ?? 0), y + (k % 2) * 2] as const), widths.map((v) => Math.min(v * 0.06, 2.6) * Math.max(0, rng.range(-0.1, 1.1)) * (1 - k * 0.13))), { fill: palette.lit, opacity: 0.8 });
    }
  };
  const twigs = (x: number, y: number, angle: number, size: number, level: number): void => {
    const ex = x + Math.cos(angle) * size;
    const ey = y + Math.sin(angle) * size;
    limb([[x, y], [(x + ex) / 2 + rng.range(-0.008, 0.008), (y + ey) / 2], [ex, ey]], 0.004 + level * 0.0055, 0.002 + level * 0.003);
    if (level > 0) for (const turn of [-0.55, 0.1, 0.6]) twigs(ex, ey, angle + turn + rng.range(-0.2, 0.2), size * rng.range(0.6, 0.8), level - 1);
  };
  for (const angle of [-2.5, -2.05, -1.6, -1.15]) twigs(0.54, 0.36, angle, 0.085, 3);
  limb([[0.46, 0.96], [0.5, 0.76], [0.53, 0.6]], 0.075, 0.085);
  limb([[0.66, 0.96], [0.6, 0.78], [0.55, 0.6]], 0.06, 0.08);
  limb([[0.545, 0.68], [0.57, 0.54], [0.545, 0.44], [0.54, 0.33]], 0.13, 0.075);
  limb([[0.53, 0.47], [0.42, 0.5], [0.33, 0.58], [0.29, 0.62]], 0.05, 0.018);
  limb([[0.58, 0.47], [0.68, 0.54], [0.71, 0.66], [0.7, 0.76]], 0.05, 0.014);
  for (const turn of [1.2, 1.7, 2.2]) twigs(0.29, 0.615, turn, 0.026, 0);
  for (const turn of [1.1, 1.6, 2.0]) twigs(0.7, 0.75, turn, 0.035, 0);
  for (const [x, y, a] of [[0.46, 0.95, 2.6], [0.46, 0.95, 2.2], [0.66, 0.95, 0.5], [0.66, 0.95, 0.9], [0.47, 0.95, 1.5]] as const) twigs(x, y, a, 0.05, 1);
  for (const dx of [-0.012, 0.018]) {
    drawGlow(sheet, w * (0.535 + dx), h * 0.365, w * 0.03, palette.lamp, 0.8);
    addCircle(sheet, w * (0.535 + dx), h * 0.365, w * 0.006, { fill: palette.lamp });
  }
  drawGlow(sheet, w * 0.285, h * 0.665, w * 0.24, palette.lamp, 0.75);
  addPath(sheet, circlePath(w * 0.285, h * 0.667, w * 0.025), { fill: palette.lamp, stroke: mix(palette.lamp, '#5a3010', 0.6), width: 2 });
  const grass: string[] = [];
  for (let k = 0; k < 420; k += 1) {
    const x = rng.range(0, w);
    const y = h * rng.range(0.93, 1.02);
    grass.push(stroke([x, y], [x + rng.range(-9, 9), y - rng.range(12, 42)], 1.3, 3));
  }
  addPath(sheet, grass.join(''), { fill: palette.dark, stroke: palette.lit, width: 0.35 });
}
