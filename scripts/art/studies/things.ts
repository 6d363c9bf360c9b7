import { mix } from '../lib/colour.ts';
import { limb, stroke } from '../lib/engrave.ts';
import { drawGlow, drawTraveller } from '../lib/figures.ts';
import { circlePath } from '../lib/moths.ts';
import { appleGap, appleOutline, gold, paleGold } from '../lib/objects.ts';
import { createNoise, createRng } from '../lib/rng.ts';
import type { Point, Sheet } from '../lib/sheet.ts';
import { addCircle, addClip, addPath, closedPath, closeGroup, n, openGroup, openPath, smoothClosed } from '../lib/sheet.ts';
import { drawMist, drawSky } from '../lib/sky.ts';
import { drawAir, drawPlanks, drawVignette, dropShadow } from '../lib/surfaces.ts';
import { ballTone, cutTone } from '../lib/tone.ts';
import type { SceneOptions } from '../scenes/orchard.ts';

const beam = (sheet: Sheet, d: string, box: { x: number; y: number; w: number; h: number }, angle: number, line: string, dark: string, seed: number): void => {
  const noise = createNoise(seed);
  addPath(sheet, d, { fill: mix('#3a2619', dark, 0.4), stroke: dark, width: 3 });
  cutTone(sheet, { clip: d, box, angle, gap: 6, colour: line, opacity: 0.65, bend: (x, y) => noise(x * 0.012, y * 0.012) * 7, tone: (x, y) => 0.28 + noise(x * 0.02, y * 0.02) * 0.4 });
};

/** Old Patience in its frame; `keeper` puts a bellwarden beneath it for scale. */
export function drawBell(sheet: Sheet, { seed, palette, keeper = false }: SceneOptions & { keeper?: boolean }): void {
  const { width: w, height: h } = sheet;
  const cx = w * 0.5;
  const s = keeper ? h * 0.36 : h * 0.41;
  const top = keeper ? h * 0.15 : h * 0.14;
  const moon = { x: cx + s * 1.05, y: h * 0.52, r: h * 0.12 };
  drawSky(sheet, { seed, palette, horizon: h, moon });
  drawMist(sheet, h * 0.9, h * 0.2, palette.fog, 0.6);
  const post = h * 0.055;
  for (const side of [-1, 1]) {
    const x = cx + side * s * 1.28;
    beam(sheet, closedPath([[x - post, top - post], [x + post, top - post], [x + post * 1.2, h], [x - post * 1.2, h]]), { x: x - post * 1.3, y: 0, w: post * 2.6, h }, Math.PI / 2, palette.lit, palette.dark, seed + side);
    const bx = cx + side * s * 0.72;
    beam(sheet, closedPath([[bx, top + post * 0.2], [bx + side * post * 1.2, top + post * 0.2], [x, top + s * 0.62], [x, top + s * 0.8]]), { x: Math.min(bx, x) - 10, y: top, w: s * 0.8, h: s }, side * 0.8, palette.lit, palette.dark, seed + 5);
  }
  beam(sheet, closedPath([[cx - s * 1.6, top - post], [cx + s * 1.6, top - post], [cx + s * 1.6, top + post * 0.8], [cx - s * 1.6, top + post * 0.8]]), { x: cx - s * 1.7, y: top - post, w: s * 3.4, h: post * 2 }, 0, palette.lit, palette.dark, seed + 9);
  openGroup(sheet, `transform="translate(${n(cx)} ${n(top + post)})"`);
  const P = (x: number, y: number): string => `${n(x * s)} ${n(y * s)}`;
  addPath(sheet, `M${P(-0.12, -0.1)}L${P(-0.12, 0.16)}H${n(s * 0.12)}L${P(0.12, -0.1)}Z`, { fill: palette.dark, stroke: palette.lit, width: 2 });
  const d = `M${P(-0.2, 0.12)}C${P(-0.52, 0.16)} ${P(-0.54, 0.42)} ${P(-0.58, 0.76)}C${P(-0.62, 1.08)} ${P(-0.72, 1.26)} ${P(-0.9, 1.42)}L${P(-0.88, 1.52)}Q${P(0, 1.66)} ${P(0.88, 1.52)}L${P(0.9, 1.42)}C${P(0.72, 1.26)} ${P(0.62, 1.08)} ${P(0.58, 0.76)}C${P(0.54, 0.42)} ${P(0.52, 0.16)} ${P(0.2, 0.12)}Q${P(0, 0.08)} ${P(-0.2, 0.12)}Z`;
  addPath(sheet, `M${P(-0.06, 1.4)}L${P(-0.05, 1.66)}A${n(s * 0.12)} ${n(s * 0.12)} 0 1 0 ${P(0.05, 1.66)}L${P(0.06, 1.4)}Z`, { fill: palette.dark, stroke: palette.lit, width: 2.4 });
  const bronze = '#a97a35';
  addPath(sheet, d, { fill: mix(bronze, palette.dark, 0.68) });
  const half = (y: number): number => (y < 0.8 ? 0.58 : 0.58 + ((y - 0.8) / 0.7) ** 1.6 * 0.34) * s;
  const noise = createNoise(seed);
  const shade = (x: number, y: number): number => {
    const u = x / half(y / s);
    return Math.sqrt(Math.max(0, 1 - u * u)) * 0.25 + u * 0.72 - 0.05 + 0.55 * Math.exp(-(((u + 0.62) / 0.13) ** 2)) * 0.6;
  };
  const box = { x: -s, y: 0, w: 2 * s, h: s * 1.7 };
  const bend = (x: number, y: number): number => (1 - (x / half(y / s)) ** 2) * s * 0.08;
  cutTone(sheet, { clip: d, box, gap: s * 0.02, colour: bronze, bend, tone: (x, y) => shade(x, y) + 0.2 + noise(x * 0.04, y * 0.06) * 0.16 });
  cutTone(sheet, { clip: d, box, gap: s * 0.02, colour: paleGold, bend, tone: (x, y) => (shade(x, y) - 0.5) * 1.7 });
  for (const [y, width] of [[0.36, 3], [0.41, 1.6], [1.06, 1.6], [1.11, 4], [1.36, 2], [1.42, 5]] as const) {
    const r = half(y) * (y < 0.4 ? 0.95 : 1);
    addPath(sheet, `M${n(-r)} ${n(y * s)}Q0 ${n(y * s + s * 0.16)} ${n(r)} ${n(y * s)}`, { stroke: palette.dark, width: width + 2, extra: addClip(sheet, d) });
    addPath(sheet, `M${n(-r)} ${n(y * s + 2.5)}Q0 ${n(y * s + s * 0.16 + 2.5)} ${n(r)} ${n(y * s + 2.5)}`, { stroke: paleGold, width: 1, opacity: 0.8, extra: addClip(sheet, d) });
  }
  openGroup(sheet, `transform="translate(0 ${n(s * 0.83)})"`);
  addPath(sheet, appleOutline(s * 0.15), { fill: mix(bronze, palette.dark, 0.5), stroke: palette.dark, width: 3 });
  addPath(sheet, appleOutline(s * 0.15), { stroke: paleGold, width: 1.4, opacity: 0.9 });
  addPath(sheet, openPath(appleGap(s * 0.15)), { stroke: palette.dark, width: 4 });
  closeGroup(sheet);
  closeGroup(sheet);
  if (keeper) {
    const floor = h * 0.95;
    addPath(sheet, `M0 ${n(floor)}H${w}V${h}H0Z`, { fill: palette.dark });
    cutTone(sheet, { box: { x: 0, y: floor, w, h: h - floor }, gap: 6, colour: palette.lit, opacity: 0.5, tone: (x) => 0.5 - Math.abs(x - cx) / w });
    drawTraveller(sheet, { x: cx - s * 0.5, y: h * 0.965, size: h * 0.2, palette, lantern: true });
  }
  drawVignette(sheet, palette.dark, 0.5);
}

/** The banner of the Ember Court in a ruined arch. */
export function drawBanner(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const noise = createNoise(seed);
  const rng = createRng(seed);
  drawSky(sheet, { seed, palette, horizon: h, moon: { x: w * 0.73, y: h * 0.6, r: w * 0.07 }, cloud: 3 });
  const outer = `M0 0H${w}V${h}H0Z`;
  const hole = `M${n(w * 0.14)} ${h}V${n(h * 0.42)}C${n(w * 0.14)} ${n(h * 0.08)} ${n(w * 0.86)} ${n(h * 0.08)} ${n(w * 0.86)} ${n(h * 0.42)}L${n(w * 0.83)} ${n(h * 0.56)}L${n(w * 0.88)} ${n(h * 0.64)}L${n(w * 0.85)} ${n(h * 0.8)}L${n(w * 0.9)} ${h}Z`;
  addPath(sheet, outer + hole, { fill: palette.dark, extra: 'fill-rule="evenodd"' });
  const stones: string[] = [];
  for (let k = -9; k <= 9; k += 1) {
    const a = -Math.PI / 2 + k * 0.17;
    const r0 = 1;
    const cx = w / 2;
    const cy = h * 0.45;
    const at = (q: number): Point => [cx + Math.cos(a) * w * 0.365 * q, cy + Math.sin(a) * h * 0.3 * q];
    stones.push(stroke(at(r0), at(1.22), 1.6));
  }
  addPath(sheet, stones.join(''), { fill: palette.lit, opacity: 0.6 });
  sheet.defs.push(`<clipPath id="ruin"><path clip-rule="evenodd" d="${outer}${hole}"/></clipPath>`);
  openGroup(sheet, 'clip-path="url(#ruin)"');
  cutTone(sheet, { box: { x: 0, y: 0, w, h }, gap: 8, colour: palette.lit, opacity: 0.4, bend: (x, y) => noise(x * 0.01, y * 0.01) * 12, tone: (x, y) => noise(Math.floor(x / 62) * 3.1 + Math.floor(y / 40) * 0.5, Math.floor(y / 40) * 7.7) * 0.3 + 0.36 - Math.hypot(x / w - 0.5, y / h - 0.5) * 0.3 });
  addPath(sheet, hole, { stroke: palette.lit, width: 4, opacity: 0.8 });
  closeGroup(sheet);
  const red = '#8f2f1e';
  const left = w * 0.3;
  const right = w * 0.7;
  const wave = (t: number): number => Math.sin(t * 5 + 0.4) * w * 0.014;
  const edge: Point[] = [];
  for (let i = 0; i <= 20; i += 1) edge.push([left + wave(i / 20), h * (0.2 + 0.58 * (i / 20))]);
  const tails: Point[] = [[w * 0.4, h * 0.9], [w * 0.44, h * 0.8], [w * 0.51, h * 0.93], [w * 0.57, h * 0.81], [w * 0.63, h * 0.88]];
  const back: Point[] = [];
  for (let i = 20; i >= 0; i -= 1) back.push([right + wave(i / 20 + 0.1), h * (0.2 + 0.58 * (i / 20))]);
  const cloth = closedPath([...edge, ...tails, ...back]);
  addPath(sheet, cloth, { fill: mix(red, palette.dark, 0.45) });
  cutTone(sheet, { clip: cloth, box: { x: left - 30, y: h * 0.18, w: w * 0.46, h: h * 0.78 }, angle: Math.PI / 2, gap: 8, colour: '#cf5a34', bend: (_, y) => -wave((y / h - 0.2) / 0.58), tone: (x, y) => 0.45 + 0.45 * Math.sin((x / w) * 46 + y * 0.006) });
  addPath(sheet, openPath(edge) + openPath(back), { stroke: gold, width: 6 });
  addPath(sheet, closedPath([[left - w * 0.06, h * 0.185], [right + w * 0.06, h * 0.185], [right + w * 0.06, h * 0.21], [left - w * 0.06, h * 0.21]]), { fill: '#4a3226', stroke: palette.lit, width: 1.6 });
  openGroup(sheet, `transform="translate(${n(w / 2)} ${n(h * 0.48)})"`);
  const s = w * 0.12;
  for (let k = 0; k < 11; k += 1) {
    const a = -Math.PI / 2 + (k - 5) * 0.27;
    const r = s * (k % 2 ? 1.75 : 1.5);
    addPath(sheet, stroke([Math.cos(a) * s * 1.16, Math.sin(a) * s * 1.16], [Math.cos(a) * r, Math.sin(a) * r], 7, k % 2 ? 5 : -5), { fill: gold });
  }
  addPath(sheet, appleOutline(s), { fill: palette.dark, stroke: gold, width: 6 });
  cutTone(sheet, { clip: appleOutline(s), box: { x: -s, y: -s, w: 2 * s, h: 2 * s }, angle: Math.PI / 2, gap: 8, colour: gold, bend: (x, y) => -x * 0.34 * (1 - (y / s) ** 2), tone: ballTone(0, 0, s) });
  addPath(sheet, openPath(appleGap(s)), { stroke: '#cf5a34', width: 6 });
  closeGroup(sheet);
  const sparks: string[] = [];
  for (let k = 0; k < 70; k += 1) {
    const x = rng.range(0.16, 0.84) * w;
    const y = rng.range(0.2, 1) * h;
    sparks.push(stroke([x, y], [x + rng.range(-3, 5), y - rng.range(3, 10)], rng.range(0.8, 2)));
  }
  addPath(sheet, sparks.join(''), { fill: palette.lamp, opacity: 0.9 });
  drawVignette(sheet, palette.dark, 0.5);
}

/** A pair of scales: half an apple against five weights. */
export function drawScales(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const cx = w / 2;
  drawAir(sheet, palette, seed, cx, h * 0.4);
  const floor = h * 0.86;
  addPath(sheet, `M0 ${n(floor)}H${w}V${h}H0Z`, { fill: '#20161a' });
  cutTone(sheet, { box: { x: 0, y: floor, w, h: h - floor }, gap: 7, colour: palette.lamp, opacity: 0.45, tone: (x, y) => 0.55 - Math.abs(x - cx) / w - (y - floor) / h });
  const brass = (d: string, box: { x: number; y: number; w: number; h: number }, angle: number, tone: (x: number, y: number) => number): void => {
    addPath(sheet, d, { fill: mix(gold, palette.dark, 0.5), stroke: palette.dark, width: 3 });
    cutTone(sheet, { clip: d, box, angle, gap: 5, colour: paleGold, tone });
  };
  dropShadow(sheet, cx, floor + 22, w * 0.26, h * 0.05);
  brass(`M${n(cx - w * 0.16)} ${n(floor + 20)}q${n(w * 0.02)} ${n(-h * 0.05)} ${n(w * 0.13)} ${n(-h * 0.07)}h${n(w * 0.06)}q${n(w * 0.11)} ${n(h * 0.02)} ${n(w * 0.13)} ${n(h * 0.07)}Z`, { x: cx - w * 0.2, y: floor - h * 0.08, w: w * 0.4, h: h * 0.12 }, 0, (x) => 0.3 + (x - cx) / w * 2.4);
  brass(smoothClosed([[cx - 12, floor - 20], [cx - 26, h * 0.62], [cx - 9, h * 0.5], [cx - 13, h * 0.3], [cx - 20, h * 0.22], [cx, h * 0.14], [cx + 20, h * 0.22], [cx + 13, h * 0.3], [cx + 9, h * 0.5], [cx + 26, h * 0.62], [cx + 12, floor - 20]]), { x: cx - 40, y: h * 0.1, w: 80, h: h * 0.8 }, 0, (x) => 0.35 + (x - cx) / 34);
  const tilt = 0.07;
  const ends = [-1, 1].map((side) => [cx + side * w * 0.33, h * 0.225 + side * tilt * w * 0.33] as const);
  brass(smoothClosed([[cx - w * 0.34, h * 0.225 - tilt * w * 0.34 - 7], [cx - 40, h * 0.2], [cx, h * 0.19], [cx + 40, h * 0.21], [cx + w * 0.34, h * 0.225 + tilt * w * 0.34 - 7], [cx + w * 0.34, h * 0.225 + tilt * w * 0.34 + 8], [cx + 30, h * 0.245], [cx, h * 0.25], [cx - 30, h * 0.24], [cx - w * 0.34, h * 0.225 - tilt * w * 0.34 + 8]]), { x: 0, y: h * 0.1, w, h: h * 0.3 }, Math.PI / 2, () => 0.45);
  ends.forEach(([x, y], i) => {
    const pan = y + h * 0.36;
    const r = w * 0.15;
    addPath(sheet, `M${n(x)} ${n(y)}L${n(x - r)} ${n(pan)}M${n(x)} ${n(y)}L${n(x + r)} ${n(pan)}M${n(x)} ${n(y)}L${n(x + r * 0.1)} ${n(pan)}`, { stroke: gold, width: 2.6 });
    addCircle(sheet, x, y, 10, { fill: gold, stroke: palette.dark, width: 3 });
    if (i === 1) {
      openGroup(sheet, `transform="translate(${n(x)} ${n(pan - r * 0.44)}) rotate(8)"`);
      const s = r * 0.62;
      openGroup(sheet, addClip(sheet, closedPath([...appleGap(s).map(([a, b]) => [a, b] as const), [s * 1.2, s], [s * 1.2, -s]])));
      addPath(sheet, appleOutline(s), { fill: '#7a3a22' });
      cutTone(sheet, { clip: appleOutline(s), box: { x: -s, y: -s, w: 2 * s, h: 2 * s }, angle: Math.PI / 2, gap: 5, colour: paleGold, bend: (px, py) => -px * 0.34 * (1 - (py / s) ** 2), tone: ballTone(0, 0, s) });
      closeGroup(sheet);
      addPath(sheet, openPath(appleGap(s)), { stroke: '#fff1cc', width: 4 });
      closeGroup(sheet);
    } else {
      for (const [dx, size] of [[-0.72, 0.2], [-0.38, 0.27], [0, 0.36], [0.4, 0.27], [0.74, 0.2]] as const) {
        const wx = x + dx * r;
        const ww = r * size;
        brass(`M${n(wx - ww)} ${n(pan)}L${n(wx - ww * 0.8)} ${n(pan - ww * 2)}H${n(wx - ww * 0.25)}V${n(pan - ww * 2.3)}a${n(ww * 0.35)} ${n(ww * 0.35)} 0 1 1 ${n(ww * 0.5)} 0V${n(pan - ww * 2)}H${n(wx + ww * 0.8)}L${n(wx + ww)} ${n(pan)}Z`, { x: wx - ww, y: pan - ww * 3, w: ww * 2, h: ww * 3 }, Math.PI / 2, (px) => 0.3 + ((px - wx) / ww) * 0.5);
      }
    }
    brass(`M${n(x - r * 1.12)} ${n(pan)}Q${n(x)} ${n(pan + r * 0.85)} ${n(x + r * 1.12)} ${n(pan)}Z`, { x: x - r * 1.2, y: pan, w: r * 2.4, h: r }, 0, (px, py) => 0.5 + ((px - x) / r) * 0.4 - ((py - pan) / r) * 0.8);
  });
  drawVignette(sheet, palette.dark, 0.6);
}

/** Arches inside arches, each fainter than the last: an Echo. */
export function drawArches(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  drawAir(sheet, palette, seed, w / 2, h * 0.5, 1.3);
  const noise = createNoise(seed);
  const count = 7;
  for (let k = count - 1; k >= 0; k -= 1) {
    const q = 0.78 ** k;
    const cx = w / 2;
    const base = h * (0.53 + 0.5 * q);
    const half = w * 0.43 * q;
    const tall = h * 0.98 * q;
    const ring = half * 0.24;
    const fade = k / count;
    const shape = (r: number, y: number): string => `M${n(cx - r)} ${n(y)}V${n(base - tall + half)}A${n(r)} ${n(r)} 0 0 1 ${n(cx + r)} ${n(base - tall + half)}V${n(y)}Z`;
    const d = shape(half, base) + shape(half - ring, base + 2);
    const id = `arch${k}`;
    sheet.defs.push(`<clipPath id="${id}"><path clip-rule="evenodd" d="${d}"/></clipPath>`);
    const fill = mix(palette.dark, palette.sky[2], fade * 0.9);
    if (k < count - 1) addPath(sheet, closedPath([[cx - half * 1.6, base], [cx + half * 1.6, base], [cx + half * 2.4, h], [cx - half * 2.4, h]]), { fill, opacity: 0.35 });
    addPath(sheet, d, { fill, extra: 'fill-rule="evenodd"' });
    openGroup(sheet, `clip-path="url(#${id})"`);
    cutTone(sheet, { box: { x: cx - half, y: base - tall, w: half * 2, h: tall }, gap: Math.max(3, 8 * q), angle: 0.12, colour: mix(palette.lit, palette.glow, fade), opacity: 0.75 - fade * 0.4, bend: (x, y) => noise(x * 0.02, y * 0.02) * 8, tone: (x, y) => 0.62 - Math.abs((Math.abs(x - cx) - half + ring) / ring) * 0.55 + noise(Math.floor(y / (34 * q)) * 5.1, k * 3) * 0.22 });
    closeGroup(sheet);
    addPath(sheet, shape(half - ring, base), { stroke: palette.glow, width: Math.max(1, 3 * q), opacity: 0.8 - fade * 0.5 });
    addPath(sheet, shape(half, base), { stroke: palette.dark, width: 2, opacity: 0.6 });
    for (const side of [-1, 1]) drawTraveller(sheet, { x: cx + side * half * 0.3, y: base + 6 * q, size: h * 0.22 * q, palette: { ...palette, dark: mix('#0b0911', palette.sky[2], fade * 0.85) }, facing: side === 1 ? -1 : 1, staff: side < 0 });
  }
  drawGlow(sheet, w / 2, h * 0.52, w * 0.2, palette.moon, 0.7);
  drawVignette(sheet, palette.dark, 0.6);
}

/** A lantern, a coil of rope and a travelling pack on a plank floor. */
export function drawGear(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet;
  const noise = createNoise(seed);
  drawPlanks(sheet, palette, seed, w * 0.3, h * 0.5);
  dropShadow(sheet, w * 0.64, h * 0.76, w * 0.3, h * 0.12);
  const pack = smoothClosed([[w * 0.46, h * 0.3], [w * 0.66, h * 0.24], [w * 0.86, h * 0.3], [w * 0.9, h * 0.52], [w * 0.88, h * 0.78], [w * 0.66, h * 0.82], [w * 0.44, h * 0.78], [w * 0.42, h * 0.52]]);
  addPath(sheet, pack, { fill: '#4b3423', stroke: palette.dark, width: 4 });
  cutTone(sheet, { clip: pack, box: { x: w * 0.4, y: h * 0.2, w: w * 0.52, h: h * 0.64 }, gap: 7, colour: '#d6a46a', opacity: 0.8, bend: (x, y) => ((x / w - 0.66) / 0.22) ** 2 * -26 + noise(x * 0.012, y * 0.012) * 8, tone: (x, y) => 0.62 - ((x / w - 0.44) / 0.46) * 0.6 + noise(x * 0.012, y * 0.016) * 0.2 });
  const flap = smoothClosed([[w * 0.45, h * 0.29], [w * 0.66, h * 0.23], [w * 0.87, h * 0.29], [w * 0.89, h * 0.46], [w * 0.76, h * 0.53], [w * 0.66, h * 0.56], [w * 0.55, h * 0.53], [w * 0.43, h * 0.46]]);
  addPath(sheet, flap, { fill: '#3c2818', stroke: palette.dark, width: 4 });
  cutTone(sheet, { clip: flap, box: { x: w * 0.4, y: h * 0.2, w: w * 0.52, h: h * 0.4 }, angle: 0.2, gap: 7, colour: '#d6a46a', opacity: 0.8, bend: (x) => ((x / w - 0.66) / 0.22) ** 2 * -18, tone: (x, y) => 0.6 - ((x / w - 0.44) / 0.46) * 0.6 - (y / h - 0.3) * 0.6 });
  for (const x of [0.56, 0.76]) {
    addPath(sheet, `M${n(w * x)} ${n(h * 0.3)}V${n(h * 0.68)}`, { stroke: '#22140c', width: 24 });
    addPath(sheet, `M${n(w * x - 8)} ${n(h * 0.3)}V${n(h * 0.67)}`, { stroke: '#c48d55', width: 2, extra: 'stroke-dasharray="8 6"' });
    addPath(sheet, `M${n(w * x - 20)} ${n(h * 0.55)}h40v34h-40Z`, { stroke: gold, width: 6 });
  }
  const roll = `M${n(w * 0.44)} ${n(h * 0.24)}H${n(w * 0.88)}`;
  addPath(sheet, roll, { stroke: palette.dark, width: 82 });
  addPath(sheet, roll, { stroke: '#5c2a22', width: 74 });
  cutTone(sheet, { box: { x: w * 0.43, y: h * 0.2, w: w * 0.46, h: h * 0.08 }, gap: 7, colour: '#e9a37a', opacity: 0.75, tone: (_, y) => 0.6 - (y / h - 0.2) * 7 });
  dropShadow(sheet, w * 0.34, h * 0.86, w * 0.24, h * 0.07);
  for (let k = 0; k < 5; k += 1) {
    const r = w * (0.185 - k * 0.02);
    const y = h * (0.845 - k * 0.012);
    const rope = `M${n(w * 0.34 - r)} ${n(y)}a${n(r)} ${n(r * 0.42)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r * 0.42)} 0 1 0 ${n(-2 * r)} 0Z`;
    addPath(sheet, rope, { stroke: palette.dark, width: 25 });
    addPath(sheet, rope, { stroke: '#b48a52', width: 19 });
    addPath(sheet, rope, { stroke: '#5b3c1e', width: 19, extra: 'stroke-dasharray="2.4 8"' });
  }
  const lx = w * 0.23;
  const ly = h * 0.66;
  dropShadow(sheet, lx, ly + 8, w * 0.13, h * 0.04);
  drawGlow(sheet, lx, ly - h * 0.19, w * 0.42, palette.lamp, 0.75);
  addPath(sheet, `M${n(lx - w * 0.075)} ${n(ly - h * 0.06)}V${n(ly - h * 0.3)}H${n(lx + w * 0.075)}V${n(ly - h * 0.06)}Z`, { fill: mix(palette.lamp, '#fff6dc', 0.35), opacity: 0.9 });
  addPath(sheet, `M${n(lx)} ${n(ly - h * 0.1)}c${n(w * 0.05)} ${n(-h * 0.03)} ${n(w * 0.02)} ${n(-h * 0.1)} 0 ${n(-h * 0.14)}c${n(-w * 0.02)} ${n(h * 0.04)} ${n(-w * 0.05)} ${n(h * 0.11)} 0 ${n(h * 0.14)}Z`, { fill: '#d9782c' });
  for (const u of [-1, -0.34, 0.34, 1]) addPath(sheet, limb([[lx + u * w * 0.08, ly - h * 0.31], [lx + u * w * 0.084, ly - h * 0.18], [lx + u * w * 0.08, ly - h * 0.05]], [10, 8, 10]), { fill: '#1b1218' });
  addPath(sheet, closedPath([[lx - w * 0.11, ly], [lx - w * 0.1, ly - h * 0.07], [lx + w * 0.1, ly - h * 0.07], [lx + w * 0.11, ly]]) + closedPath([[lx - w * 0.1, ly - h * 0.29], [lx - w * 0.05, ly - h * 0.37], [lx + w * 0.05, ly - h * 0.37], [lx + w * 0.1, ly - h * 0.29]]), { fill: '#1b1218', stroke: gold, width: 3 });
  addPath(sheet, circlePath(lx, ly - h * 0.415, w * 0.042), { stroke: gold, width: 7 });
  cutTone(sheet, { box: { x: lx - w * 0.1, y: ly - h * 0.065, w: w * 0.2, h: h * 0.06 }, gap: 6, colour: paleGold, opacity: 0.8, tone: (x) => 0.5 - Math.abs(x - lx) / (w * 0.16) });
  drawVignette(sheet, palette.dark, 0.65);
}
