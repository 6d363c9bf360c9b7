import { createRng } from '../../kit/rng.ts'
import type { Sheet } from '../../kit/sheet.ts'
import { drawMoth } from '../motifs/moths.ts'
import { drawAir, drawVignette } from '../motifs/surfaces.ts'
import type { SceneOptions } from '../scene.ts'

/** A lamp-moth with open wings among drifting others. */
export function drawMothStudy(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  drawAir(sheet, palette, seed, w / 2, h * 0.48)
  for (let k = 0; k < 14; k += 1)
    drawMoth(sheet, rng.range(0, w), rng.range(0, h), rng.range(6, 20), rng.range(0, 360), palette)
  drawMoth(sheet, w * 0.5, h * 0.5, w * 0.38, -8, palette, true)
  drawVignette(sheet, palette.dark, 0.6)
}
