import { mix } from '../lib/colour.ts'
import { drawGlow, drawTraveller } from '../lib/figures.ts'
import { createNoise } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, closeGroup, n, openGroup } from '../lib/sheet.ts'
import { drawAir, drawVignette } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** Arches inside arches, each fainter than the last: an Echo. */
export function drawArches(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  drawAir(sheet, palette, seed, w / 2, h * 0.5, 1.3)
  const noise = createNoise(seed)
  const count = 7
  for (let k = count - 1; k >= 0; k -= 1) {
    const q = 0.78 ** k
    const cx = w / 2
    const base = h * (0.53 + 0.5 * q)
    const half = w * 0.43 * q
    const tall = h * 0.98 * q
    const ring = half * 0.24
    const fade = k / count
    const shape = (r: number, y: number): string =>
      `M${n(cx - r)} ${n(y)}V${n(base - tall + half)}A${n(r)} ${n(r)} 0 0 1 ${n(cx + r)} ${n(base - tall + half)}V${n(y)}Z`
    const d = shape(half, base) + shape(half - ring, base + 2)
    const id = `arch${k}`
    sheet.defs.push(`<clipPath id="${id}"><path clip-rule="evenodd" d="${d}"/></clipPath>`)
    const fill = mix(palette.dark, palette.sky[2], fade * 0.9)
    if (k < count - 1)
      addPath(
        sheet,
        closedPath([
          [cx - half * 1.6, base],
          [cx + half * 1.6, base],
          [cx + half * 2.4, h],
          [cx - half * 2.4, h],
        ]),
        { fill, opacity: 0.35 },
      )
    addPath(sheet, d, { fill, extra: 'fill-rule="evenodd"' })
    openGroup(sheet, `clip-path="url(#${id})"`)
    cutTone(sheet, {
      box: { x: cx - half, y: base - tall, w: half * 2, h: tall },
      gap: Math.max(3, 8 * q),
      angle: 0.12,
      colour: mix(palette.lit, palette.glow, fade),
      opacity: 0.75 - fade * 0.4,
      bend: (x, y) => noise(x * 0.02, y * 0.02) * 8,
      tone: (x, y) =>
        0.62 -
        Math.abs((Math.abs(x - cx) - half + ring) / ring) * 0.55 +
        noise(Math.floor(y / (34 * q)) * 5.1, k * 3) * 0.22,
    })
    closeGroup(sheet)
    addPath(sheet, shape(half - ring, base), {
      stroke: palette.glow,
      width: Math.max(1, 3 * q),
      opacity: 0.8 - fade * 0.5,
    })
    addPath(sheet, shape(half, base), { stroke: palette.dark, width: 2, opacity: 0.6 })
    for (const side of [-1, 1])
      drawTraveller(sheet, {
        x: cx + side * half * 0.3,
        y: base + 6 * q,
        size: h * 0.22 * q,
        palette: { ...palette, dark: mix('#0b0911', palette.sky[2], fade * 0.85) },
        facing: side === 1 ? -1 : 1,
        staff: side < 0,
      })
  }
  drawGlow(sheet, w / 2, h * 0.52, w * 0.2, palette.moon, 0.7)
  drawVignette(sheet, palette.dark, 0.6)
}
