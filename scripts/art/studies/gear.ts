import { gold, paleGold } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import { limb } from '../lib/engrave.ts'
import { drawGlow } from '../lib/figures.ts'
import { circlePath } from '../lib/moths.ts'
import { createNoise } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, n, smoothClosed } from '../lib/sheet.ts'
import { drawPlanks, drawVignette, dropShadow } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** A lantern, a coil of rope and a travelling pack on a plank floor. */
export function drawGear(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  drawPlanks(sheet, palette, seed, w * 0.3, h * 0.5)
  dropShadow(sheet, w * 0.64, h * 0.76, w * 0.3, h * 0.12)
  const pack = smoothClosed([
    [w * 0.46, h * 0.3],
    [w * 0.66, h * 0.24],
    [w * 0.86, h * 0.3],
    [w * 0.9, h * 0.52],
    [w * 0.88, h * 0.78],
    [w * 0.66, h * 0.82],
    [w * 0.44, h * 0.78],
    [w * 0.42, h * 0.52],
  ])
  addPath(sheet, pack, { fill: '#4b3423', stroke: palette.dark, width: 4 })
  cutTone(sheet, {
    clip: pack,
    box: { x: w * 0.4, y: h * 0.2, w: w * 0.52, h: h * 0.64 },
    gap: 7,
    colour: '#d6a46a',
    opacity: 0.8,
    bend: (x, y) => ((x / w - 0.66) / 0.22) ** 2 * -26 + noise(x * 0.012, y * 0.012) * 8,
    tone: (x, y) => 0.62 - ((x / w - 0.44) / 0.46) * 0.6 + noise(x * 0.012, y * 0.016) * 0.2,
  })
  const flap = smoothClosed([
    [w * 0.45, h * 0.29],
    [w * 0.66, h * 0.23],
    [w * 0.87, h * 0.29],
    [w * 0.89, h * 0.46],
    [w * 0.76, h * 0.53],
    [w * 0.66, h * 0.56],
    [w * 0.55, h * 0.53],
    [w * 0.43, h * 0.46],
  ])
  addPath(sheet, flap, { fill: '#3c2818', stroke: palette.dark, width: 4 })
  cutTone(sheet, {
    clip: flap,
    box: { x: w * 0.4, y: h * 0.2, w: w * 0.52, h: h * 0.4 },
    angle: 0.2,
    gap: 7,
    colour: '#d6a46a',
    opacity: 0.8,
    bend: (x) => ((x / w - 0.66) / 0.22) ** 2 * -18,
    tone: (x, y) => 0.6 - ((x / w - 0.44) / 0.46) * 0.6 - (y / h - 0.3) * 0.6,
  })
  for (const x of [0.56, 0.76]) {
    addPath(sheet, `M${n(w * x)} ${n(h * 0.3)}V${n(h * 0.68)}`, { stroke: '#22140c', width: 24 })
    addPath(sheet, `M${n(w * x - 8)} ${n(h * 0.3)}V${n(h * 0.67)}`, {
      stroke: '#c48d55',
      width: 2,
      extra: 'stroke-dasharray="8 6"',
    })
    addPath(sheet, `M${n(w * x - 20)} ${n(h * 0.55)}h40v34h-40Z`, { stroke: gold, width: 6 })
  }
  const roll = `M${n(w * 0.44)} ${n(h * 0.24)}H${n(w * 0.88)}`
  addPath(sheet, roll, { stroke: palette.dark, width: 82 })
  addPath(sheet, roll, { stroke: '#5c2a22', width: 74 })
  cutTone(sheet, {
    box: { x: w * 0.43, y: h * 0.2, w: w * 0.46, h: h * 0.08 },
    gap: 7,
    colour: '#e9a37a',
    opacity: 0.75,
    tone: (_, y) => 0.6 - (y / h - 0.2) * 7,
  })
  dropShadow(sheet, w * 0.34, h * 0.86, w * 0.24, h * 0.07)
  for (let k = 0; k < 5; k += 1) {
    const r = w * (0.185 - k * 0.02)
    const y = h * (0.845 - k * 0.012)
    const rope = `M${n(w * 0.34 - r)} ${n(y)}a${n(r)} ${n(r * 0.42)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r * 0.42)} 0 1 0 ${n(-2 * r)} 0Z`
    addPath(sheet, rope, { stroke: palette.dark, width: 25 })
    addPath(sheet, rope, { stroke: '#b48a52', width: 19 })
    addPath(sheet, rope, { stroke: '#5b3c1e', width: 19, extra: 'stroke-dasharray="2.4 8"' })
  }
  const lx = w * 0.23
  const ly = h * 0.66
  dropShadow(sheet, lx, ly + 8, w * 0.13, h * 0.04)
  drawGlow(sheet, lx, ly - h * 0.19, w * 0.42, palette.lamp, 0.75)
  addPath(
    sheet,
    `M${n(lx - w * 0.075)} ${n(ly - h * 0.06)}V${n(ly - h * 0.3)}H${n(lx + w * 0.075)}V${n(ly - h * 0.06)}Z`,
    { fill: mix(palette.lamp, '#fff6dc', 0.35), opacity: 0.9 },
  )
  addPath(
    sheet,
    `M${n(lx)} ${n(ly - h * 0.1)}c${n(w * 0.05)} ${n(-h * 0.03)} ${n(w * 0.02)} ${n(-h * 0.1)} 0 ${n(-h * 0.14)}c${n(-w * 0.02)} ${n(h * 0.04)} ${n(-w * 0.05)} ${n(h * 0.11)} 0 ${n(h * 0.14)}Z`,
    { fill: '#d9782c' },
  )
  for (const u of [-1, -0.34, 0.34, 1])
    addPath(
      sheet,
      limb(
        [
          [lx + u * w * 0.08, ly - h * 0.31],
          [lx + u * w * 0.084, ly - h * 0.18],
          [lx + u * w * 0.08, ly - h * 0.05],
        ],
        [10, 8, 10],
      ),
      { fill: '#1b1218' },
    )
  addPath(
    sheet,
    closedPath([
      [lx - w * 0.11, ly],
      [lx - w * 0.1, ly - h * 0.07],
      [lx + w * 0.1, ly - h * 0.07],
      [lx + w * 0.11, ly],
    ]) +
      closedPath([
        [lx - w * 0.1, ly - h * 0.29],
        [lx - w * 0.05, ly - h * 0.37],
        [lx + w * 0.05, ly - h * 0.37],
        [lx + w * 0.1, ly - h * 0.29],
      ]),
    { fill: '#1b1218', stroke: gold, width: 3 },
  )
  addPath(sheet, circlePath(lx, ly - h * 0.415, w * 0.042), { stroke: gold, width: 7 })
  cutTone(sheet, {
    box: { x: lx - w * 0.1, y: ly - h * 0.065, w: w * 0.2, h: h * 0.06 },
    gap: 6,
    colour: paleGold,
    opacity: 0.8,
    tone: (x) => 0.5 - Math.abs(x - lx) / (w * 0.16),
  })
  drawVignette(sheet, palette.dark, 0.65)
}
