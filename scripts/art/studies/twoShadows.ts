import { drawApple, gold } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import { drawGlow } from '../lib/figures.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath, n, smoothClosed } from '../lib/sheet.ts'
import { drawAir, drawVignette } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** The golden apple on the cloth, casting one shadow towards each side. */
export function drawTwoShadows(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const s = Math.min(w, h) * 0.24
  const cx = w / 2
  const cy = h * 0.46
  drawAir(sheet, palette, seed, cx, h * 0.3)
  const floor = h * 0.6
  addPath(sheet, `M0 ${n(floor)}H${w}V${h}H0Z`, { fill: mix('#4a3226', palette.dark, 0.45) })
  cutTone(sheet, {
    box: { x: 0, y: floor, w, h: h - floor },
    gap: 7,
    colour: mix(palette.lamp, '#4a3226', 0.3),
    opacity: 0.7,
    tone: (x, y) => 0.75 - Math.hypot((x - cx) / w, (y - floor) / h) * 1.15,
  })
  for (const side of [-1, 1]) {
    const shade = smoothClosed([
      [cx + side * s * 0.1, cy + s * 0.86],
      [cx + side * s * 0.9, cy + s * 0.8],
      [cx + side * s * 1.7, cy + s * 0.95],
      [cx + side * s * 2.35, cy + s * 1.35],
      [cx + side * s * 2.2, cy + s * 1.75],
      [cx + side * s * 1.5, cy + s * 1.78],
      [cx + side * s * 0.7, cy + s * 1.4],
    ])
    addPath(sheet, shade, { fill: palette.dark, opacity: side < 0 ? 0.85 : 0.62 })
    if (side > 0)
      cutTone(sheet, {
        clip: shade,
        box: { x: cx, y: cy, w: s * 3, h: s * 2 },
        angle: 0.5,
        gap: 9,
        colour: '#a63a24',
        opacity: 0.9,
        tone: () => 0.35,
      })
  }
  drawGlow(sheet, cx, cy, s * 2.2, gold, 0.5)
  drawApple(sheet, cx, cy, s, palette, true)
  drawVignette(sheet, palette.dark, 0.55)
}
