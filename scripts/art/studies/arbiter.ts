import { drawTraveller } from '../lib/figures.ts'
import { drawRidge } from '../lib/ridge.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath, n, smoothClosed } from '../lib/sheet.ts'
import { drawMist } from '../lib/sky.ts'
import type { SceneOptions } from '../scenes/orchard.ts'
import { drawTown } from '../scenes/town.ts'

/** An Arbiter from behind, looking at a far town. */
export function drawArbiter(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  drawTown(sheet, { seed, palette, focus: 0.78, spread: 0.26, scale: 0.42 })
  drawMist(sheet, h * 0.86, h * 0.2, palette.fog, 0.8)
  drawRidge(sheet, {
    seed: seed + 40,
    palette,
    base: h * 0.95,
    rise: h * 0.07,
    depth: 0.08,
    peak: 0.2,
    moon: { x: w * 0.6, y: h * 0.3, r: 1 },
  })
  drawTraveller(sheet, { x: w * 0.34, y: h * 0.97, size: h * 0.66, palette, staff: true })
  const x = w * 0.34
  const y = h * 0.97 - h * 0.66 * 0.72
  addPath(
    sheet,
    `M${n(x - h * 0.05)} ${n(y)}Q${n(x + h * 0.04)} ${n(y + h * 0.16)} ${n(x + h * 0.085)} ${n(y + h * 0.22)}`,
    { stroke: '#8a4a33', width: 6 },
  )
  addPath(
    sheet,
    smoothClosed([
      [x + h * 0.05, y + h * 0.2],
      [x + h * 0.12, y + h * 0.21],
      [x + h * 0.135, y + h * 0.28],
      [x + h * 0.06, y + h * 0.29],
    ]),
    { fill: '#4b3423', stroke: palette.lit, width: 1.6 },
  )
}
