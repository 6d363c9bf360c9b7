import { mix } from './colour.ts'
import type { Palette } from './palette.ts'
import type { Point, Sheet } from './sheet.ts'
import { addPath, closeGroup, n, openGroup, openPath } from './sheet.ts'
import { ballTone, cutTone } from './tone.ts'

export const gold = '#c9973a'

export const paleGold = '#f6dc95'

const at = (s: number, values: readonly number[]): string => values.map((v) => n(v * s)).join(' ')

/** The outline of the apple of discord around (0, 0); `s` is half its height. */
export function appleOutline(s: number): string {
  return `M${at(s, [0, -0.62])}C${at(s, [0.22, -0.92, 0.98, -0.9, 0.98, -0.14])}C${at(s, [0.98, 0.44, 0.56, 0.98, 0.24, 0.94])}C${at(s, [0.12, 0.92, 0.08, 0.86, 0, 0.86])}C${at(s, [-0.08, 0.86, -0.12, 0.92, -0.24, 0.94])}C${at(s, [-0.56, 0.98, -0.98, 0.44, -0.98, -0.14])}C${at(s, [-0.98, -0.9, -0.22, -0.92, 0, -0.62])}Z`
}

/** The lightning-thin gap that splits the apple, as a list of points from stem to foot. */
export function appleGap(s: number): Point[] {
  return (
    [
      [0.02, -0.74],
      [-0.1, -0.3],
      [0.13, -0.16],
      [-0.09, 0.26],
      [0.09, 0.38],
      [0, 0.86],
    ] as const
  ).map(([x, y]) => [x * s, y * s])
}

/** A golden apple, whole or split. */
export function drawApple(
  sheet: Sheet,
  x: number,
  y: number,
  s: number,
  palette: Palette,
  split = true,
  side: 1 | -1 = 1,
): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)})"`)
  const d = appleOutline(s)
  addPath(sheet, d, { fill: mix(gold, palette.dark, 0.52) })
  const box = { x: -s, y: -s, w: 2 * s, h: 2 * s }
  const ball = ballTone(0, 0, s * 1.02, side)
  cutTone(sheet, {
    clip: d,
    box,
    angle: Math.PI / 2,
    gap: s * 0.05,
    colour: gold,
    bend: (px, py) => -px * 0.34 * (1 - (py / s) ** 2),
    tone: (px, py) => ball(px, py) * 0.9 + 0.42,
  })
  cutTone(sheet, {
    clip: d,
    box,
    angle: Math.PI / 2,
    gap: s * 0.05,
    colour: paleGold,
    bend: (px, py) => -px * 0.34 * (1 - (py / s) ** 2),
    tone: (px, py) => ball(px, py) * 1.25 - 0.36,
  })
  addPath(sheet, d, { stroke: palette.dark, width: s * 0.03 })
  addPath(sheet, `M${at(s, [0.01, -0.64])}C${at(s, [0.02, -0.84, 0.08, -0.98, 0.2, -1.12])}`, {
    stroke: palette.dark,
    width: s * 0.075,
  })
  addPath(
    sheet,
    `M${at(s, [0.06, -0.88])}C${at(s, [0.24, -1.16, 0.58, -1.16, 0.74, -1.02])}C${at(s, [0.56, -0.84, 0.28, -0.78, 0.06, -0.88])}Z`,
    { fill: mix(palette.leaf, palette.lit, 0.3), stroke: palette.dark, width: s * 0.02 },
  )
  addPath(sheet, `M${at(s, [0.08, -0.89])}Q${at(s, [0.4, -1.02, 0.7, -1.02])}`, {
    stroke: palette.dark,
    width: s * 0.014,
  })
  if (split) {
    const gap = appleGap(s)
    addPath(sheet, openPath(gap), { stroke: palette.dark, width: s * 0.07 })
    addPath(sheet, openPath(gap.map(([px, py]) => [px + side * s * 0.03, py] as const)), {
      stroke: paleGold,
      width: s * 0.018,
    })
  }
  closeGroup(sheet)
}

/** An apple seed, pointed at the top; `s` is half its length. */
export function seedOutline(s: number): string {
  return `M0 ${n(-s)}C${at(s, [0.3, -0.7, 0.62, -0.1, 0.56, 0.4])}C${at(s, [0.5, 0.84, 0.24, 1, 0, 1])}C${at(s, [-0.24, 1, -0.5, 0.84, -0.56, 0.4])}C${at(s, [-0.62, -0.1, -0.3, -0.7])} 0 ${n(-s)}Z`
}

export function drawSeed(
  sheet: Sheet,
  x: number,
  y: number,
  s: number,
  turn: number,
  palette: Palette,
  body = '#6a3b22',
): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${turn})"`)
  const d = seedOutline(s)
  addPath(sheet, d, { fill: mix(body, palette.dark, 0.45) })
  const ball = ballTone(0, s * 0.2, s)
  cutTone(sheet, {
    clip: d,
    box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
    angle: Math.PI / 2,
    gap: s * 0.075,
    colour: mix(body, paleGold, 0.45),
    bend: (px, py) => -px * 0.5 * (1 - (py / s) ** 2 * 0.4),
    tone: (px, py) => ball(px * 1.5, py) * 0.9 + 0.12,
  })
  addPath(sheet, `M${at(s, [0.2, -0.3])}Q${at(s, [0.38, 0.06, 0.34, 0.4])}`, {
    stroke: '#fff1cc',
    width: s * 0.05,
    opacity: 0.85,
  })
  addPath(sheet, d, { stroke: palette.dark, width: s * 0.04 })
  closeGroup(sheet)
}
