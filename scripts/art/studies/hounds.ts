import { limb as smoothLimb, stroke } from '../lib/engrave.ts'
import { drawGlow } from '../lib/figures.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import {
  addCircle,
  addPath,
  closedPath,
  closeGroup,
  n,
  openGroup,
  openPath,
  smoothClosed,
} from '../lib/sheet.ts'
import { drawVignette } from '../lib/surfaces.ts'
import type { SceneOptions } from '../scenes/orchard.ts'
import { drawStair } from '../scenes/stair.ts'

function hound(sheet: Sheet, x: number, y: number, s: number, facing: 1 | -1, line: string): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) scale(${facing} 1)"`)
  const pts = (values: readonly (readonly [number, number])[]): Point[] =>
    values.map(([a, b]) => [a * s, b * s] as const)
  const leg = (points: readonly (readonly [number, number])[], width: number): string =>
    smoothLimb(
      pts(points),
      points.map((_, i) => s * width * (1 - i * 0.22)),
    )
  const trunk = smoothClosed(
    pts([
      [-0.72, -0.66],
      [-0.5, -0.76],
      [-0.1, -0.68],
      [0.3, -0.78],
      [0.52, -0.98],
      [0.62, -1.0],
      [0.7, -0.9],
      [0.62, -0.7],
      [0.5, -0.46],
      [0.3, -0.36],
      [-0.1, -0.44],
      [-0.4, -0.46],
      [-0.66, -0.44],
    ]),
  )
  const head = closedPath(
    pts([
      [0.48, -0.94],
      [0.44, -1.24],
      [0.6, -1.06],
      [0.66, -1.24],
      [0.72, -1.02],
      [1.02, -0.84],
      [1.04, -0.76],
      [0.8, -0.74],
      [0.62, -0.72],
    ]),
  )
  const tail = smoothLimb(
    pts([
      [-0.68, -0.62],
      [-0.9, -0.7],
      [-1.06, -0.92],
      [-1.2, -0.94],
    ]),
    [0.1, 0.09, 0.06, 0.01].map((v) => v * s),
  )
  const legs =
    leg(
      [
        [-0.56, -0.54],
        [-0.7, -0.3],
        [-0.6, -0.14],
        [-0.66, 0.02],
      ],
      0.17,
    ) +
    leg(
      [
        [-0.42, -0.52],
        [-0.46, -0.28],
        [-0.36, -0.12],
        [-0.4, 0.02],
      ],
      0.14,
    ) +
    leg(
      [
        [0.36, -0.5],
        [0.4, -0.24],
        [0.36, -0.1],
        [0.42, 0.02],
      ],
      0.13,
    ) +
    leg(
      [
        [0.48, -0.56],
        [0.6, -0.3],
        [0.54, -0.16],
        [0.62, 0],
      ],
      0.12,
    )
  for (const part of [trunk, head, tail, legs]) addPath(sheet, part, { fill: '#0c070b' })
  addPath(
    sheet,
    openPath(
      pts([
        [-0.7, -0.69],
        [-0.48, -0.76],
        [-0.1, -0.7],
        [0.28, -0.79],
        [0.46, -0.94],
      ]),
    ),
    { stroke: line, width: Math.max(1.2, s * 0.014) },
  )
  drawGlow(sheet, s * 0.78, -s * 0.9, s * 0.24, '#ff8a3c', 0.8)
  addCircle(sheet, s * 0.76, -s * 0.91, s * 0.032, { fill: '#ffd27a' })
  const cracks = [
    [-0.3, -0.62, -0.2, -0.5],
    [-0.2, -0.5, -0.24, -0.46],
    [0.1, -0.66, 0.16, -0.5],
    [0.34, -0.7, 0.3, -0.52],
    [-0.52, -0.66, -0.48, -0.54],
  ] as const
  addPath(
    sheet,
    cracks.map(([a, b, c, e]) => stroke([a * s, b * s], [c * s, e * s], s * 0.014, 3)).join(''),
    { fill: '#f0762f' },
  )
  closeGroup(sheet)
}

/** Cinder hounds waiting on the Ashen Stair. */
export function drawHounds(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w } = sheet
  const treads = drawStair(sheet, { seed, palette, focus: 0.36, figures: false, breadth: 0.86 })
  for (const [k, size, facing] of [
    [6, 0.13, 1],
    [14, 0.1, 1],
    [21, 0.08, -1],
  ] as const) {
    const at = treads[k]
    if (at) hound(sheet, at[0], at[1] + 2, w * size, facing, palette.lit)
  }
  drawVignette(sheet, palette.dark, 0.55)
}
