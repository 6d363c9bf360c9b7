import { mix } from './colour.ts'
import { stroke } from './engrave.ts'
import type { Palette } from './palette.ts'
import type { Point, Sheet } from './sheet.ts'
import {
  addCircle,
  addEllipse,
  addPath,
  closedPath,
  n,
  radialGradient,
  smoothClosed,
} from './sheet.ts'
import { cutTone } from './tone.ts'

/** A lamp or window that lights the air around it. */
export function drawGlow(
  sheet: Sheet,
  x: number,
  y: number,
  radius: number,
  colour: string,
  strength = 0.55,
): void {
  addCircle(sheet, x, y, radius, {
    fill: radialGradient(sheet, x, y, radius, [
      [0, colour, strength],
      [0.35, colour, strength * 0.35],
      [1, colour, 0],
    ]),
  })
}

export type TravellerOptions = {
  x: number
  y: number
  size: number
  palette: Palette
  lantern?: boolean
  staff?: boolean
  facing?: 1 | -1
  cloak?: string
}

/** A small cloaked figure; (x, y) is the ground between the feet. */
export function drawTraveller(
  sheet: Sheet,
  { x, y, size: s, palette, lantern = false, staff = false, facing = 1, cloak }: TravellerOptions,
): void {
  const f = facing
  const p = (dx: number, dy: number): Point => [x + dx * s * f, y + dy * s]
  const fill = cloak ?? palette.dark
  if (lantern) drawGlow(sheet, x + 0.3 * s * f, y - 0.42 * s, s * 1.5, palette.lamp, 0.6)
  if (staff)
    addPath(sheet, stroke(p(0.27, 0.02), p(0.23, -1.12), s * 0.022), {
      fill,
      stroke: palette.lit,
      width: Math.min(1.6, s * 0.012),
    })
  addPath(
    sheet,
    smoothClosed([
      p(0.02, -0.9),
      p(0.1, -0.82),
      p(0.15, -0.66),
      p(0.17, -0.4),
      p(0.25, -0.04),
      p(0.24, 0.02),
      p(0.02, 0),
      p(-0.22, 0.02),
      p(-0.25, -0.03),
      p(-0.18, -0.4),
      p(-0.15, -0.68),
      p(-0.08, -0.84),
    ]),
    { fill },
  )
  addPath(
    sheet,
    smoothClosed([
      p(-0.03, -1.03),
      p(0.06, -0.97),
      p(0.085, -0.9),
      p(0.07, -0.8),
      p(-0.07, -0.8),
      p(-0.1, -0.88),
      p(-0.08, -0.97),
    ]),
    { fill },
  )
  if (s > 300) {
    const cloak = smoothClosed([
      p(0.02, -0.9),
      p(0.1, -0.82),
      p(0.15, -0.66),
      p(0.17, -0.4),
      p(0.25, -0.04),
      p(0.24, 0.02),
      p(0.02, 0),
      p(-0.22, 0.02),
      p(-0.25, -0.03),
      p(-0.18, -0.4),
      p(-0.15, -0.68),
      p(-0.08, -0.84),
    ])
    cutTone(sheet, {
      clip: cloak,
      box: { x: x - s * 0.3, y: y - s, w: s * 0.6, h: s * 1.05 },
      angle: Math.PI / 2,
      gap: 7,
      colour: palette.lit,
      opacity: 0.8,
      bend: (px, py) => ((px - x) / s) * ((y - py) / s) * s * 0.5,
      tone: (px, py) =>
        0.12 + ((px - x) / s) * 1.6 * f + 0.22 * Math.sin(((px - x) / s) * 34 + ((y - py) / s) * 3),
    })
  }
  const rims =
    s > 300
      ? []
      : [
          stroke(p(0.05, -0.98), p(0.07, -0.82), s * 0.014, s * 0.02),
          stroke(p(0.13, -0.72), p(0.22, -0.03), s * 0.022, s * 0.012),
          stroke(p(0.05, -0.66), p(0.1, -0.04), s * 0.012, s * 0.01),
          stroke(p(-0.03, -0.62), p(-0.06, -0.04), s * 0.009, 0),
        ]
  addPath(sheet, rims.join(''), { fill: lantern ? palette.lamp : palette.lit, opacity: 0.85 })
  if (lantern) {
    addPath(sheet, stroke(p(0.13, -0.58), p(0.31, -0.55), s * 0.035), { fill })
    addPath(sheet, stroke(p(0.3, -0.56), p(0.3, -0.46), s * 0.01), { fill: palette.lit })
    addEllipse(sheet, x + 0.3 * s * f, y - 0.4 * s, s * 0.05, s * 0.065, { fill: palette.lamp })
  }
}

/** A small table laid under the trees, with lamps; seen from the side. */
export function drawFeastTable(
  sheet: Sheet,
  { x, y, size: s, palette }: { x: number; y: number; size: number; palette: Palette },
): void {
  drawGlow(sheet, x, y - s * 0.6, s * 2.2, palette.lamp, 0.5)
  const legs = [-0.8, 0.8]
    .map((dx) => stroke([x + dx * s, y], [x + dx * s * 0.92, y - s * 0.5], s * 0.05))
    .join('')
  addPath(sheet, legs, { fill: palette.dark })
  addPath(
    sheet,
    closedPath([
      [x - s, y - s * 0.5],
      [x + s, y - s * 0.5],
      [x + s * 1.04, y - s * 0.3],
      [x - s * 1.04, y - s * 0.3],
    ]),
    { fill: mix(palette.lit, palette.dark, 0.25) },
  )
  const folds: string[] = []
  for (let k = -9; k <= 9; k += 1)
    folds.push(
      stroke([x + k * s * 0.11, y - s * 0.48], [x + k * s * 0.115, y - s * 0.32], s * 0.012),
    )
  addPath(sheet, folds.join(''), { fill: palette.dark, opacity: 0.6 })
  for (const dx of [-0.55, 0.05, 0.6]) {
    addCircle(sheet, x + dx * s, y - s * 0.6, s * 0.055, { fill: palette.lamp })
    addPath(sheet, `M${n(x + dx * s)} ${n(y - s * 0.55)}v${n(s * 0.05)}`, {
      stroke: palette.dark,
      width: s * 0.03,
    })
  }
  for (const dx of [-1.25, 1.25]) {
    addPath(
      sheet,
      stroke([x + dx * s, y], [x + dx * s * 1.06, y - s * 0.85], s * 0.04) +
        stroke([x + dx * s * 0.82, y - s * 0.38], [x + dx * s * 1.02, y - s * 0.38], s * 0.04) +
        stroke([x + dx * s * 0.84, y], [x + dx * s * 0.84, y - s * 0.38], s * 0.03),
      { fill: palette.dark, stroke: palette.lit, width: s * 0.012 },
    )
  }
}
