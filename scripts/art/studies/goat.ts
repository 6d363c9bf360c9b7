import { limb as smoothLimb, stroke } from '../lib/engrave.ts'
import { drawGlow } from '../lib/figures.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import {
  addCircle,
  addClip,
  addPath,
  closedPath,
  closeGroup,
  n,
  openGroup,
  openPath,
  smoothClosed,
} from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** A bell goat on a crag before the moon. */
export function drawGoat(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const moon = { x: w * 0.54, y: h * 0.38, r: w * 0.24 }
  drawSky(sheet, { seed, palette, horizon: h * 0.9, moon })
  drawRidge(sheet, {
    seed: seed + 1,
    palette,
    base: h * 0.8,
    rise: h * 0.2,
    depth: 0.92,
    peak: 1,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 2,
    palette,
    base: h * 0.9,
    rise: h * 0.14,
    depth: 0.75,
    peak: 0.9,
    moon,
  })
  drawMist(sheet, h * 0.82, h * 0.12, palette.fog, 0.6)
  const noise = createNoise(seed)
  const crag: Point[] = [[w * 0.05, h]]
  for (let k = 0; k <= 30; k += 1) {
    const u = k / 30
    const top = u < 0.32 ? (0.32 - u) * 1.5 : u > 0.72 ? (u - 0.72) * 1.7 : 0
    crag.push([w * (0.14 + u * 0.8), h * (0.705 + top + fbm(noise, u * 9, 3, 3) * 0.035)])
  }
  crag.push([w, h])
  const rock = closedPath(crag)
  addPath(sheet, rock, { fill: palette.dark })
  cutTone(sheet, {
    clip: rock,
    box: { x: 0, y: h * 0.62, w, h: h * 0.4 },
    angle: 1.2,
    gap: 9,
    colour: palette.lit,
    opacity: 0.6,
    bend: (x, y) => noise(x * 0.012, y * 0.012) * 26,
    tone: (x, y) => noise(x * 0.014, y * 0.01 + 5) * 0.7 + 0.18 - (y / h - 0.7) * 0.9,
  })
  const s = w * 0.29
  openGroup(sheet, `transform="translate(${n(w * 0.53)} ${n(h * 0.715)})"`)
  const pts = (values: readonly (readonly [number, number])[]): Point[] =>
    values.map(([x, y]) => [x * s, y * s] as const)
  const leg = (points: readonly (readonly [number, number])[], width: number): string =>
    smoothLimb(
      pts(points),
      points.map((_, i) => s * width * (1 - i * 0.2)),
    )
  const body = smoothClosed(
    pts([
      [-0.62, -0.78],
      [-0.5, -0.98],
      [-0.1, -1.0],
      [0.28, -1.06],
      [0.46, -1.28],
      [0.62, -1.42],
      [0.74, -1.32],
      [0.66, -1.08],
      [0.56, -0.78],
      [0.4, -0.56],
      [0.1, -0.5],
      [-0.3, -0.5],
      [-0.54, -0.54],
    ]),
  )
  const head = smoothClosed(
    pts([
      [0.56, -1.5],
      [0.68, -1.6],
      [0.8, -1.52],
      [1.02, -1.3],
      [1.0, -1.2],
      [0.86, -1.2],
      [0.7, -1.26],
      [0.58, -1.34],
    ]),
  )
  const legs =
    leg(
      [
        [-0.46, -0.62],
        [-0.58, -0.36],
        [-0.5, -0.16],
        [-0.54, 0.02],
      ],
      0.2,
    ) +
    leg(
      [
        [-0.3, -0.6],
        [-0.36, -0.34],
        [-0.28, -0.16],
        [-0.3, 0.02],
      ],
      0.17,
    ) +
    leg(
      [
        [0.34, -0.62],
        [0.36, -0.32],
        [0.34, -0.14],
        [0.36, 0.02],
      ],
      0.17,
    ) +
    leg(
      [
        [0.48, -0.7],
        [0.58, -0.42],
        [0.52, -0.24],
        [0.58, -0.06],
      ],
      0.15,
    )
  const horns =
    smoothLimb(
      pts([
        [0.64, -1.55],
        [0.58, -1.86],
        [0.36, -2.06],
        [0.1, -2.02],
        [-0.02, -1.84],
      ]),
      [0.12, 0.11, 0.085, 0.055, 0.015].map((v) => v * s),
    ) +
    smoothLimb(
      pts([
        [0.7, -1.56],
        [0.68, -1.84],
        [0.5, -2.02],
        [0.3, -1.98],
      ]),
      [0.1, 0.08, 0.06, 0.01].map((v) => v * s),
    )
  const extras =
    leg(
      [
        [-0.6, -0.84],
        [-0.74, -0.92],
        [-0.8, -0.84],
        [-0.78, -0.78],
      ],
      0.09,
    ) +
    leg(
      [
        [0.88, -1.22],
        [0.88, -1.08],
        [0.82, -0.94],
        [0.84, -0.9],
      ],
      0.1,
    ) +
    leg(
      [
        [0.58, -1.5],
        [0.46, -1.48],
        [0.38, -1.42],
        [0.36, -1.4],
      ],
      0.09,
    )
  // Apart: outlines that wind in opposite directions would cut holes into each other.
  for (const part of [body, head, legs, horns, extras]) addPath(sheet, part, { fill: '#0b0911' })
  const rng = createRng(seed)
  const fur: string[] = []
  for (let k = 0; k < 170; k += 1) {
    const x = rng.range(-0.6, 0.62) * s
    const y = rng.range(-1.05, -0.5) * s
    if (x > 0.36 * s && y > -0.66 * s) continue
    fur.push(stroke([x, y], [x - rng.range(0.02, 0.07) * s, y + rng.range(0.06, 0.15) * s], 1.1, 2))
  }
  openGroup(sheet, addClip(sheet, body))
  addPath(sheet, fur.join(''), { fill: palette.lit, opacity: 0.65 })
  closeGroup(sheet)
  addPath(
    sheet,
    openPath(
      pts([
        [-0.56, -0.9],
        [-0.4, -1.0],
        [-0.1, -1.015],
        [0.26, -1.06],
        [0.42, -1.22],
      ]),
    ),
    { stroke: palette.moon, width: 2.2, opacity: 0.9 },
  )
  const rings = [0, 1, 2, 3, 4, 5, 6].map((k) =>
    stroke(
      [s * (0.56 - k * 0.075), -s * (1.76 + 0.27 * Math.sin(k * 0.42))],
      [s * (0.64 - k * 0.08), -s * (1.72 + 0.22 * Math.sin(k * 0.42))],
      1.3,
    ),
  )
  addPath(sheet, rings.join(''), { fill: palette.lit, opacity: 0.8 })
  addCircle(sheet, s * 0.78, -s * 1.42, s * 0.02, { fill: palette.lamp })
  addPath(
    sheet,
    openPath(
      pts([
        [0.5, -1.28],
        [0.6, -1.16],
        [0.74, -1.14],
      ]),
    ),
    { stroke: '#8a4a33', width: s * 0.06 },
  )
  drawGlow(sheet, s * 0.63, -s * 0.98, s * 0.3, palette.lamp, 0.6)
  addPath(
    sheet,
    `M${n(s * 0.52)} ${n(-s * 0.9)}Q${n(s * 0.58)} ${n(-s * 0.96)} ${n(s * 0.58)} ${n(-s * 1.06)}Q${n(s * 0.63)} ${n(-s * 1.14)} ${n(s * 0.68)} ${n(-s * 1.06)}Q${n(s * 0.68)} ${n(-s * 0.96)} ${n(s * 0.74)} ${n(-s * 0.9)}Z`,
    { fill: palette.lamp, stroke: '#0b0911', width: 2 },
  )
  addCircle(sheet, s * 0.63, -s * 0.88, s * 0.03, { fill: '#0b0911' })
  closeGroup(sheet)
}
