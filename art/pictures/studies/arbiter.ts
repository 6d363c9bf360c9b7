import { dots, n, place, smoothClosed } from '../../kit/points.ts'
import { addPath, type Sheet } from '../../kit/sheet.ts'
import { drawTraveller } from '../motifs/figures.ts'
import { drawRidge } from '../motifs/ridge.ts'
import { drawMist } from '../motifs/sky.ts'
import type { SceneOptions } from '../scene.ts'
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
  addPath(sheet, smoothClosed(place(dots('0.05,0.2 0.12,0.21 0.135,0.28 0.06,0.29', h), [x, y])), {
    fill: '#4b3423',
    stroke: palette.lit,
    width: 1.6,
  })
}
