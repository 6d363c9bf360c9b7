import { mix } from '../lib/colour.ts'
import { limb as smoothLimb, stroke, swell } from '../lib/engrave.ts'
import { drawGlow } from '../lib/figures.ts'
import { circlePath } from '../lib/moths.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createRng } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addCircle, addPath } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** An eye-level tree that stands like a person: an orchard wight with one lit apple. */
export function drawWight(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  const moon = { x: w * 0.3, y: h * 0.28, r: w * 0.12 }
  drawSky(sheet, { seed, palette, horizon: h * 0.84, moon })
  drawRidge(sheet, {
    seed: seed + 2,
    palette,
    base: h * 0.8,
    rise: h * 0.12,
    depth: 0.9,
    peak: 0.3,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 4,
    palette,
    base: h * 0.9,
    rise: h * 0.07,
    depth: 0.35,
    peak: 0.1,
    moon,
  })
  drawMist(sheet, h * 0.82, h * 0.12, palette.fog, 0.5)
  const limb = (
    points: readonly (readonly [number, number])[],
    first: number,
    last: number,
  ): void => {
    const path = points.map(([x, y]) => [x * w, y * h] as const)
    const fine: Point[] = []
    path.forEach((p, i) => {
      const q = path[i + 1]
      if (!q) return
      for (let k = 0; k < 8; k += 1)
        fine.push([
          p[0] + ((q[0] - p[0]) * k) / 8 + rng.range(-2, 2),
          p[1] + ((q[1] - p[1]) * k) / 8 + rng.range(-2, 2),
        ])
    })
    const widths = fine.map((_, i) => w * (first + ((last - first) * i) / fine.length))
    addPath(
      sheet,
      smoothLimb(
        fine.length > 12 ? fine.filter((_, i) => i % 4 === 0 || i === fine.length - 1) : fine,
        fine.length > 12 ? widths.filter((_, i) => i % 4 === 0 || i === fine.length - 1) : widths,
      ),
      { fill: '#0c0a10' },
    )
    for (let k = 0; k < 6; k += 1) {
      const off = -0.44 + k * 0.12
      addPath(
        sheet,
        swell(
          fine.map(([x, y], i) => [x + off * (widths[i] ?? 0), y + (k % 2) * 2] as const),
          widths.map(
            (v) => Math.min(v * 0.06, 2.6) * Math.max(0, rng.range(-0.1, 1.1)) * (1 - k * 0.13),
          ),
        ),
        { fill: palette.lit, opacity: 0.8 },
      )
    }
  }
  const twigs = (x: number, y: number, angle: number, size: number, level: number): void => {
    const ex = x + Math.cos(angle) * size
    const ey = y + Math.sin(angle) * size
    limb(
      [
        [x, y],
        [(x + ex) / 2 + rng.range(-0.008, 0.008), (y + ey) / 2],
        [ex, ey],
      ],
      0.004 + level * 0.0055,
      0.002 + level * 0.003,
    )
    if (level > 0)
      for (const turn of [-0.55, 0.1, 0.6])
        twigs(ex, ey, angle + turn + rng.range(-0.2, 0.2), size * rng.range(0.6, 0.8), level - 1)
  }
  for (const angle of [-2.5, -2.05, -1.6, -1.15]) twigs(0.54, 0.36, angle, 0.085, 3)
  limb(
    [
      [0.46, 0.96],
      [0.5, 0.76],
      [0.53, 0.6],
    ],
    0.075,
    0.085,
  )
  limb(
    [
      [0.66, 0.96],
      [0.6, 0.78],
      [0.55, 0.6],
    ],
    0.06,
    0.08,
  )
  limb(
    [
      [0.545, 0.68],
      [0.57, 0.54],
      [0.545, 0.44],
      [0.54, 0.33],
    ],
    0.13,
    0.075,
  )
  limb(
    [
      [0.53, 0.47],
      [0.42, 0.5],
      [0.33, 0.58],
      [0.29, 0.62],
    ],
    0.05,
    0.018,
  )
  limb(
    [
      [0.58, 0.47],
      [0.68, 0.54],
      [0.71, 0.66],
      [0.7, 0.76],
    ],
    0.05,
    0.014,
  )
  for (const turn of [1.2, 1.7, 2.2]) twigs(0.29, 0.615, turn, 0.026, 0)
  for (const turn of [1.1, 1.6, 2.0]) twigs(0.7, 0.75, turn, 0.035, 0)
  for (const [x, y, a] of [
    [0.46, 0.95, 2.6],
    [0.46, 0.95, 2.2],
    [0.66, 0.95, 0.5],
    [0.66, 0.95, 0.9],
    [0.47, 0.95, 1.5],
  ] as const)
    twigs(x, y, a, 0.05, 1)
  for (const dx of [-0.012, 0.018]) {
    drawGlow(sheet, w * (0.535 + dx), h * 0.365, w * 0.03, palette.lamp, 0.8)
    addCircle(sheet, w * (0.535 + dx), h * 0.365, w * 0.006, { fill: palette.lamp })
  }
  drawGlow(sheet, w * 0.285, h * 0.665, w * 0.24, palette.lamp, 0.75)
  addPath(sheet, circlePath(w * 0.285, h * 0.667, w * 0.025), {
    fill: palette.lamp,
    stroke: mix(palette.lamp, '#5a3010', 0.6),
    width: 2,
  })
  const grass: string[] = []
  for (let k = 0; k < 420; k += 1) {
    const x = rng.range(0, w)
    const y = h * rng.range(0.93, 1.02)
    grass.push(stroke([x, y], [x + rng.range(-9, 9), y - rng.range(12, 42)], 1.3, 3))
  }
  addPath(sheet, grass.join(''), { fill: palette.dark, stroke: palette.lit, width: 0.35 })
}
