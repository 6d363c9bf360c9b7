import { mix } from '../../kit/colour.ts'
import { stroke } from '../../kit/engrave.ts'
import { n, scaled } from '../../kit/points.ts'
import { addCircle, addPath, closeGroup, openGroup, type Sheet } from '../../kit/sheet.ts'
import { cutTone } from '../../kit/tone.ts'
import type { Palette } from '../../palette.ts'
import { colours } from '../../palette.ts'
import { drawGlow } from './figures.ts'

export type VesselOptions = {
  x: number
  y: number
  size: number
  palette: Palette
  facing?: 1 | -1
  tilt?: number
  furled?: boolean
  reflect?: boolean
}

/** A keelsled: a narrow hull on one long iron runner, lugsail, lamp at the stern. `size` is the mast height in px. */
export function drawKeelsled(sheet: Sheet, options: VesselOptions): void {
  const { x, y, facing = 1, tilt = 0 } = options
  if (options.reflect) {
    openGroup(
      sheet,
      `transform="translate(${n(x)} ${n(y)}) scale(${facing} -0.55) rotate(${tilt})" opacity="0.22"`,
    )
    drawSledBody(sheet, options)
    closeGroup(sheet)
  }
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) scale(${facing} 1) rotate(${tilt})"`)
  drawSledBody(sheet, options)
  closeGroup(sheet)
}

function drawSledBody(sheet: Sheet, { size: s, palette, furled = false }: VesselOptions): void {
  const line = palette.lit
  const hair = Math.max(0.7, s * 0.006)
  addPath(sheet, scaled('M-0.62 -0.02Q-0.66 0 -0.5 0L0.62 0Q0.8 -0.01 0.84 -0.14', s), {
    stroke: line,
    width: hair * 2.2,
  })
  for (const [a, b] of [
    [-0.36, -0.3],
    [0.02, 0.02],
    [0.36, 0.44],
  ] as const) {
    addPath(sheet, stroke([s * a, -s * 0.12], [s * b, 0], s * 0.016), {
      fill: palette.dark,
      stroke: line,
      width: hair * 0.6,
    })
  }
  const hull = scaled(
    'M-0.56 -0.27Q-0.5 -0.1 -0.3 -0.1L0.42 -0.1Q0.7 -0.14 0.86 -0.32Q0.4 -0.22 -0.56 -0.27Z',
    s,
  )
  addPath(sheet, hull, { fill: palette.dark, stroke: line, width: hair })
  cutTone(sheet, {
    clip: hull,
    box: { x: -s * 0.6, y: -s * 0.34, w: s * 1.5, h: s * 0.26 },
    angle: -0.06,
    gap: Math.max(2.4, s * 0.028),
    colour: line,
    opacity: 0.8,
    tone: (px, py) => 0.18 + (px / s) * 0.3 - (py / s + 0.2) * 1.2,
  })
  addPath(sheet, stroke([s * 0.06, -s * 0.12], [s * 0.02, -s * 1.06], s * 0.018), {
    fill: palette.dark,
    stroke: line,
    width: hair * 0.8,
  })
  if (furled) {
    const roll = scaled('M-0.4 -0.5Q-0.1 -0.38 0.42 -0.78Q0.1 -0.56 -0.4 -0.5Z', s)
    addPath(sheet, roll, {
      fill: mix(palette.lit, palette.land, 0.35),
      stroke: palette.dark,
      width: hair,
    })
    addPath(
      sheet,
      [-0.25, -0.1, 0.08, 0.24]
        .map((u) =>
          stroke(
            [s * u, -s * (0.42 + u * 0.42)],
            [s * (u - 0.02), -s * (0.58 + u * 0.42)],
            s * 0.01,
          ),
        )
        .join(''),
      { fill: palette.dark },
    )
  } else {
    const sail = scaled(
      'M-0.34 -0.36Q-0.2 -0.72 -0.26 -0.92L0.34 -1.12Q0.6 -0.74 0.46 -0.34Q0.06 -0.28 -0.34 -0.36Z',
      s,
    )
    addPath(sheet, sail, { fill: mix(palette.land, palette.lit, 0.28) })
    cutTone(sheet, {
      clip: sail,
      box: { x: -s * 0.4, y: -s * 1.15, w: s, h: s * 0.9 },
      angle: -0.25,
      gap: Math.max(2.6, s * 0.026),
      colour: palette.lit,
      bend: (px) => Math.sin((px / s + 0.3) * 3.2) * s * 0.06,
      tone: (px, py) => 0.35 + (px / s) * 0.75 - (py / s + 0.7) * 0.25,
    })
    addPath(sheet, scaled('M-0.3 -0.56Q0.1 -0.56 0.53 -0.62M-0.25 -0.75Q0.1 -0.78 0.5 -0.88', s), {
      stroke: palette.dark,
      width: hair,
      opacity: 0.7,
    })
    addPath(sheet, sail, { stroke: palette.dark, width: hair * 0.8 })
    addPath(sheet, scaled('M-0.34 -0.36L-0.5 -0.26M0.46 -0.34L0.3 -0.2', s), {
      stroke: line,
      width: hair * 0.6,
    })
  }
  addPath(sheet, scaled('M0.02 -1.06L0.84 -0.31M0.02 -1.06L-0.54 -0.27', s), {
    stroke: line,
    width: hair * 0.55,
    opacity: 0.8,
  })
  addPath(sheet, scaled('M0.02 -1.07q-0.12 -0.05 -0.26 0.02q0.14 0.01 0.26 0.05Z', s), {
    fill: colours.ember,
  })
  const crew = (cx: number, cs: number): string =>
    `M${n(s * cx)} ${n(-s * 0.25)}c${n(-s * 0.05 * cs)} ${n(-s * 0.1 * cs)} ${n(-s * 0.01)} ${n(-s * 0.2 * cs)} ${n(s * 0.02)} ${n(-s * 0.22 * cs)}c${n(s * 0.05)} ${n(s * 0.02)} ${n(s * 0.06 * cs)} ${n(s * 0.14 * cs)} ${n(s * 0.06)} ${n(s * 0.22 * cs)}Z`
  addPath(sheet, crew(-0.42, 1) + crew(0.52, 0.85), {
    fill: palette.dark,
    stroke: line,
    width: hair * 0.5,
  })
  drawGlow(sheet, -s * 0.56, -s * 0.4, s * 0.34, palette.lamp, 0.7)
  addPath(sheet, `M${n(-s * 0.55)} ${n(-s * 0.26)}V${n(-s * 0.46)}`, { stroke: line, width: hair })
  addCircle(sheet, -s * 0.56, -s * 0.4, s * 0.026, { fill: palette.lamp })
}

/** A marsh ferry: low, double-ended, a lamp on a pole; `size` is its length in px. */
export function drawFerry(
  sheet: Sheet,
  { x, y, size: s, palette, facing = 1 }: VesselOptions,
): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) scale(${facing} 1)"`)
  const hull = scaled(
    'M-0.5 -0.13Q-0.34 0.03 0 0.03Q0.34 0.03 0.54 -0.17Q0.3 -0.06 0 -0.055Q-0.3 -0.06 -0.5 -0.13Z',
    s,
  )
  addPath(sheet, hull, { fill: palette.dark, stroke: palette.lit, width: Math.max(0.6, s * 0.006) })
  cutTone(sheet, {
    clip: hull,
    box: { x: -s * 0.5, y: -s * 0.2, w: s * 1.05, h: s * 0.24 },
    gap: Math.max(2.4, s * 0.024),
    colour: palette.lit,
    opacity: 0.7,
    bend: (px) => -((px / s) ** 2) * s * 0.3,
    tone: (px) => 0.12 + (px / s) * 0.5,
  })
  addPath(sheet, stroke([-s * 0.42, -s * 0.1], [-s * 0.46, -s * 0.42], s * 0.012), {
    fill: palette.lit,
  })
  drawGlow(sheet, -s * 0.46, -s * 0.4, s * 0.34, palette.lamp, 0.7)
  addCircle(sheet, -s * 0.46, -s * 0.4, s * 0.028, { fill: palette.lamp })
  closeGroup(sheet)
}
