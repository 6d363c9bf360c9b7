import { mix } from './colour.ts'
import { drawGlow } from './figures.ts'
import type { Palette } from './palette.ts'
import type { Sheet } from './sheet.ts'
import { addPath, closeGroup, n, openGroup } from './sheet.ts'
import { cutTone } from './tone.ts'

/** A lamp-moth seen from above; `size` is half its wingspan in px. */
export function drawMoth(
  sheet: Sheet,
  x: number,
  y: number,
  size: number,
  turn: number,
  palette: Palette,
  detail = false,
): void {
  const s = size
  drawGlow(sheet, x, y, s * (detail ? 2.4 : 3.6), palette.lamp, detail ? 0.5 : 0.7)
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"`)
  for (const f of [-1, 1]) {
    const px = (v: number): string => n(v * s * f)
    const py = (v: number): string => n(v * s)
    const hind = `M${px(0.04)} ${py(0.02)}C${px(0.4)} ${py(0.05)} ${px(0.72)} ${py(0.22)} ${px(0.6)} ${py(0.5)}C${px(0.55)} ${py(0.66)} ${px(0.44)} ${py(0.58)} ${px(0.36)} ${py(0.72)}C${px(0.26)} ${py(0.8)} ${px(0.08)} ${py(0.4)} ${px(0.04)} ${py(0.2)}Z`
    const fore = `M${px(0.03)} ${py(-0.1)}C${px(0.2)} ${py(-0.44)} ${px(0.66)} ${py(-0.7)} ${px(0.98)} ${py(-0.58)}C${px(1.06)} ${py(-0.36)} ${px(0.86)} ${py(-0.22)} ${px(0.86)} ${py(-0.06)}C${px(0.7)} ${py(0.16)} ${px(0.3)} ${py(0.14)} ${px(0.04)} ${py(0.08)}Z`
    for (const [wing, dip] of [
      [hind, 0.1],
      [fore, 0],
    ] as const) {
      const base = detail
        ? mix(palette.lamp, palette.land, 0.5 + dip)
        : mix(palette.lamp, palette.moon, 0.3)
      addPath(sheet, wing, { fill: base, stroke: palette.dark, width: detail ? s * 0.012 : 0.3 })
      if (detail) {
        cutTone(sheet, {
          clip: wing,
          box: { x: f > 0 ? 0 : -s * 1.1, y: -s * 0.8, w: s * 1.1, h: s * 1.6 },
          angle: f * (dip ? 0.9 : -0.42),
          gap: s * 0.034,
          colour: palette.moon,
          tone: (a, b) => {
            const r = Math.hypot(a, b) / s
            return 0.28 + 0.5 * Math.cos(r * 14) - Math.max(0, r - 0.75) * 1.2
          },
        })
        cutTone(sheet, {
          clip: wing,
          box: { x: f > 0 ? 0 : -s * 1.1, y: -s * 0.8, w: s * 1.1, h: s * 1.6 },
          angle: f * (dip ? 0.9 : -0.42) + 1.5,
          gap: s * 0.03,
          colour: palette.dark,
          opacity: 0.75,
          tone: (a, b) => (Math.hypot(a, b) / s - 0.55) * 0.9,
        })
      }
    }
    if (detail) {
      const eye = (cx: number, cy: number, r: number): void => {
        for (const [k, colour] of [palette.dark, palette.lamp, '#a63a24', palette.moon].entries()) {
          addPath(sheet, circlePath(cx * s * f, cy * s, r * s * (1 - k * 0.25)), { fill: colour })
        }
      }
      eye(0.6, -0.3, 0.1)
      eye(0.36, 0.38, 0.075)
      addPath(
        sheet,
        `M${px(0.03)} ${py(-0.3)}C${px(0.1)} ${py(-0.46)} ${px(0.2)} ${py(-0.56)} ${px(0.36)} ${py(-0.62)}`,
        { stroke: palette.lit, width: s * 0.016 },
      )
    }
  }
  const body = `M0 ${n(-s * 0.34)}C${n(s * 0.1)} ${n(-s * 0.3)} ${n(s * 0.1)} ${n(s * 0.1)} ${n(s * 0.05)} ${n(s * 0.36)}Q0 ${n(s * 0.52)} ${n(-s * 0.05)} ${n(s * 0.36)}C${n(-s * 0.1)} ${n(s * 0.1)} ${n(-s * 0.1)} ${n(-s * 0.3)} 0 ${n(-s * 0.34)}Z`
  addPath(sheet, body, { fill: palette.dark })
  if (detail)
    cutTone(sheet, {
      clip: body,
      box: { x: -s * 0.12, y: -s * 0.4, w: s * 0.24, h: s * 0.95 },
      gap: s * 0.03,
      colour: palette.lamp,
      bend: (a) => -((a / s) ** 2) * s * 4,
      tone: (a, b) => 0.4 + (b / s) * 0.9 - Math.abs(a / s) * 2,
    })
  closeGroup(sheet)
}

export function circlePath(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`
}
