import { drawSeed, gold } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import { createNoise } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addPath, smoothClosed } from '../lib/sheet.ts'
import { drawPlanks, drawVignette, dropShadow } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** Five apple seeds on a folded cloth. */
export function drawSeeds(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  drawPlanks(sheet, palette, seed, w * 0.5, h * 0.45)
  const cloth: Point[] = [
    [w * 0.12, h * 0.2],
    [w * 0.5, h * 0.13],
    [w * 0.86, h * 0.2],
    [w * 0.9, h * 0.52],
    [w * 0.84, h * 0.84],
    [w * 0.48, h * 0.88],
    [w * 0.14, h * 0.82],
    [w * 0.09, h * 0.5],
  ]
  dropShadow(sheet, w * 0.51, h * 0.55, w * 0.48, h * 0.42)
  const d = smoothClosed(cloth)
  const red = '#6e2a22'
  addPath(sheet, d, { fill: red })
  const noise = createNoise(seed)
  cutTone(sheet, {
    clip: d,
    box: { x: 0, y: 0, w, h },
    angle: 0.5,
    gap: 7,
    colour: mix(red, '#f0b98a', 0.45),
    opacity: 0.8,
    bend: (x, y) => noise(x * 0.006, y * 0.006) * 34,
    tone: (x, y) => 0.3 + noise(x * 0.007, y * 0.007 + 30) * 0.5,
  })
  addPath(sheet, d, { stroke: gold, width: 3, opacity: 0.7, extra: 'stroke-dasharray="10 7"' })
  const s = w * 0.085
  for (const [x, y, turn] of [
    [0.3, 0.4, -24],
    [0.49, 0.32, 12],
    [0.68, 0.42, 40],
    [0.6, 0.64, 96],
    [0.37, 0.65, -70],
  ] as const) {
    dropShadow(sheet, w * x + 6, h * y + s * 0.45, s * 1.05, s * 0.8)
    drawSeed(sheet, w * x, h * y, s, turn, palette)
  }
  drawVignette(sheet, palette.dark, 0.7)
}
