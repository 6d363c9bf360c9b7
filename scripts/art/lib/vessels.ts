import { mix } from './colour.ts'
import { stroke } from './engrave.ts'
import { drawGlow } from './figures.ts'
import type { Palette } from './palette.ts'
import type { Sheet } from './sheet.ts'
import { addCircle, addPath, closeGroup, n, openGroup } from './sheet.ts'
import { cutTone } from './tone.ts'

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
  addPath(
    sheet,
    `M${n(-s * 0.62)} ${n(-s * 0.02)}Q${n(-s * 0.66)} 0 ${n(-s * 0.5)} 0L${n(s * 0.62)} 0Q${n(s * 0.8)} ${n(-s * 0.01)} ${n(s * 0.84)} ${n(-s * 0.14)}`,
    { stroke: line, width: hair * 2.2 },
  )
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
  const hull = `M${n(-s * 0.56)} ${n(-s * 0.27)}Q${n(-s * 0.5)} ${n(-s * 0.1)} ${n(-s * 0.3)} ${n(-s * 0.1)}L${n(s * 0.42)} ${n(-s * 0.1)}Q${n(s * 0.7)} ${n(-s * 0.14)} ${n(s * 0.86)} ${n(-s * 0.32)}Q${n(s * 0.4)} ${n(-s * 0.22)} ${n(-s * 0.56)} ${n(-s * 0.27)}Z`
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
    const roll = `M${n(-s * 0.4)} ${n(-s * 0.5)}Q${n(-s * 0.1)} ${n(-s * 0.38)} ${n(s * 0.42)} ${n(-s * 0.78)}Q${n(s * 0.1)} ${n(-s * 0.56)} ${n(-s * 0.4)} ${n(-s * 0.5)}Z`
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
    const sail = `M${n(-s * 0.34)} ${n(-s * 0.36)}Q${n(-s * 0.2)} ${n(-s * 0.72)} ${n(-s * 0.26)} ${n(-s * 0.92)}L${n(s * 0.34)} ${n(-s * 1.12)}Q${n(s * 0.6)} ${n(-s * 0.74)} ${n(s * 0.46)} ${n(-s * 0.34)}Q${n(s * 0.06)} ${n(-s * 0.28)} ${n(-s * 0.34)} ${n(-s * 0.36)}Z`
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
    addPath(
      sheet,
      `M${n(-s * 0.3)} ${n(-s * 0.56)}Q${n(s * 0.1)} ${n(-s * 0.56)} ${n(s * 0.53)} ${n(-s * 0.62)}M${n(-s * 0.25)} ${n(-s * 0.75)}Q${n(s * 0.1)} ${n(-s * 0.78)} ${n(s * 0.5)} ${n(-s * 0.88)}`,
      { stroke: palette.dark, width: hair, opacity: 0.7 },
    )
    addPath(sheet, sail, { stroke: palette.dark, width: hair * 0.8 })
    addPath(
      sheet,
      `M${n(-s * 0.34)} ${n(-s * 0.36)}L${n(-s * 0.5)} ${n(-s * 0.26)}M${n(s * 0.46)} ${n(-s * 0.34)}L${n(s * 0.3)} ${n(-s * 0.2)}`,
      { stroke: line, width: hair * 0.6 },
    )
  }
  addPath(
    sheet,
    `M${n(s * 0.02)} ${n(-s * 1.06)}L${n(s * 0.84)} ${n(-s * 0.31)}M${n(s * 0.02)} ${n(-s * 1.06)}L${n(-s * 0.54)} ${n(-s * 0.27)}`,
    { stroke: line, width: hair * 0.55, opacity: 0.8 },
  )
  addPath(
    sheet,
    `M${n(s * 0.02)} ${n(-s * 1.07)}q${n(-s * 0.12)} ${n(-s * 0.05)} ${n(-s * 0.26)} ${n(s * 0.02)}q${n(s * 0.14)} ${n(s * 0.01)} ${n(s * 0.26)} ${n(s * 0.05)}Z`,
    { fill: '#a63a24' },
  )
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
  const hull = `M${n(-s * 0.5)} ${n(-s * 0.13)}Q${n(-s * 0.34)} ${n(s * 0.03)} 0 ${n(s * 0.03)}Q${n(s * 0.34)} ${n(s * 0.03)} ${n(s * 0.54)} ${n(-s * 0.17)}Q${n(s * 0.3)} ${n(-s * 0.06)} 0 ${n(-s * 0.055)}Q${n(-s * 0.3)} ${n(-s * 0.06)} ${n(-s * 0.5)} ${n(-s * 0.13)}Z`
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
