import type { Sheet } from '../../kit/sheet.ts'
import { paleGold } from '../../palette.ts'

import { drawDie } from '../motifs/die.ts'
import { drawPlanks, drawVignette, dropShadow } from '../motifs/surfaces.ts'
import type { SceneOptions } from '../scene.ts'

const bone = '#e9dbb8'

const slate = '#2b2740'

/** The pale die and the dark die on a table. */
export function drawDice(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const s = Math.min(w, h) * 0.25
  drawPlanks(sheet, palette, seed, w * 0.52, h * 0.42)
  dropShadow(sheet, w * 0.35, h * 0.6, s * 1.25, s * 0.8, 8)
  dropShadow(sheet, w * 0.65, h * 0.68, s * 1.25, s * 0.8, 8)
  drawDie(sheet, w * 0.36, h * 0.45, s, -14 + (seed % 7), 8, bone, '#6b2c1c')
  drawDie(sheet, w * 0.65, h * 0.56, s, 17 - (seed % 5), 3, slate, paleGold)
  drawVignette(sheet, palette.dark, 0.65)
}
